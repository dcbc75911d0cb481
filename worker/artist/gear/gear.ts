import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Sides } from '../ink/study/head-shape.ts'

/** The facts that a piece needs about the head that wears it. Every measure in units of head space. */
export type Wearer = {
  /** Half the width of the head with its hair where a strap runs round it. A drawn head has 46. */
  strapHalfWidthUnits?: number
  /** The same for each side, where a head that is turned shows one more than the other. */
  strapSides?: { readonly left: number; readonly right: number }
  /** The reach of the head at the upper edge of a band, as a share of that at its middle. */
  taper?: Sides
  /** The reach of the arms of glasses to either side; 0 for an arm that is not seen. */
  arms?: Sides
  /** The reach of the head to either side: the area that a piece can throw its shade on. */
  shade?: Sides
  nose?: Place2
  paintedFace?: PaintedFace
}

/** One cheek of a face that is painted, from the nose outward. */
export type Cheek = {
  /** -1 at the left of the picture. */
  readonly side: -1 | 1
  /** The middle and the width of a mark below the eye. */
  readonly markX: number
  readonly markWidth: number
  /** The lower lid, or the lower rim of glasses. */
  readonly lidY: number
  readonly mouthY: number
  /** Its ends; on a side that is turned away the outer one may lie behind the nose. */
  readonly innerX: number
  readonly outerX: number
}

/** The areas of a face that take paint. */
export type PaintedFace = {
  readonly cheeks: readonly [left: Cheek, right: Cheek]
  /** The bridge of the nose, and how wide it is seen as a share of what it is from the front. */
  readonly nose: Place2 & { readonly share: number }
  /** The middle of the forehead, below the hair and between the brows. */
  readonly forehead: { readonly top: Place2; readonly bottom: Place2 }
  /** The upper edge of each brow. */
  readonly brows: readonly [left: Place2, right: Place2]
  /** Path data of all that may be painted, for the even-odd rule. */
  readonly clip?: string
}

/**
 * SVG elements in head space: the origin is the centre of the face, the chin is at y = 66, the top of the skull at
 * y = -76, the head is 46 wide to either side. Never any `<text>`, so no font is needed.
 */
export type Drawing = (colors: Pair, wearer?: Wearer) => string

export type Fit = {
  /** Its height above the centre of the face, in units; 0 where it reaches no higher than a head. */
  top: number
  /** The hidden part of the wearer. No piece hides a face: a card without one is nobody's. */
  hides: 'nothing' | 'hair'
  /** Sits on top of the hair instead of the skull. */
  rests?: 'on-hair'
}

export type Gear = {
  id: ArmorId
  /** Behind the head. */
  back?: Drawing
  /** Over the head. */
  front: Drawing
  /** Painted into the skin, under its shadows. What has a decal has an empty front. */
  decal?: Drawing
  fit: Fit
}
