import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'

/** What a piece has to know of the head that wears it. Every measure in units of head space. */
export type Wearer = {
  /** Half the width of the head with its hair where a strap runs round it. A drawn head has 46. */
  strapHalfWidthUnits?: number
  /** The same for each side, where a head that is turned shows one more than the other. */
  strapSides?: { readonly left: number; readonly right: number }
}

/**
 * SVG elements in head space: the origin is the centre of the face, the chin is at y = 66, the top of the skull at
 * y = -76, the head is 46 wide to either side. Never any `<text>`, so no font is needed.
 */
export type Drawing = (colors: Pair, wearer?: Wearer) => string

export type Fit = {
  /** Its height above the centre of the face, in units; 0 where it reaches no higher than a head. */
  top: number
  /** What cannot be seen of the wearer. */
  hides: 'nothing' | 'hair' | 'face'
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
