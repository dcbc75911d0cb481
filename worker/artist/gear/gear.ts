import type { ArmorId } from '#shared/domain/armor.ts'
import type { Hex } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Row, Sides } from '../ink/study/head-shape.ts'

/** Half widths of a band at its upper edge, its middle and its lower edge, in units, and the side of its knot. */
export type BandEnds = Readonly<Record<'upper' | 'middle' | 'lower', Sides>> & { readonly knot: -1 | 1 }

/** Measurements of the head that wears a piece, in units of head space. */
export type Wearer = {
  /** Half widths of the head with its hair at the upper and the lower edge of a strap. */
  strapSides?: { readonly upper: Sides; readonly lower: Sides }
  /** Half widths of the head with its hair at the heights of a headband. */
  bandEnds?: BandEnds
  /** True if lenses must hide the wearer's own glasses. */
  hidesGlasses?: boolean
  /** Length of the glasses' arms on either side; 0 for a hidden arm. */
  arms?: Sides
  /** Extent of the head below a rim or foot, from top to bottom, which receives its shadow. */
  underRim?: readonly Row[]
  /** Share by which a hat is widened for thick hair. Parts far above the rim may stay narrow. */
  widened?: number
  /** Visible width of each half of a hat, relative to the drawing. */
  halves?: Sides
  /** Offset of a face mask's middle, which follows the nose. */
  maskX?: number
  /** Extent of the jaw on either side, which a helmet's cheek pads touch. */
  jaw?: Sides
  paintedFace?: PaintedFace
  mustache?: readonly [left: HalfMustache, right: HalfMustache]
  /** Darkness of the skin, 0 to 1. Dark glass and grease need contrast on it. */
  darkness?: number
  /** Color of hair that matches the wearer's own. */
  hairColor?: Hex
}

/** Edges of one half of a mustache, from its parting to its end. Places with the same index are above each other. */
export type HalfMustache = { readonly upper: readonly Place2[]; readonly lower: readonly Place2[] }

/** One cheek of a face with face paint, from the nose outward. */
export type Cheek = {
  /** -1 on the left of the picture. */
  readonly side: -1 | 1
  /** Middle and width of a mark below the eye. */
  readonly markX: number
  readonly markWidth: number
  /** Height of the mark's ends above its middle. It follows the eye socket. */
  readonly rise: { readonly inner: number; readonly outer: number }
  /** Lower lid, or lower rim of glasses. */
  readonly lidY: number
  readonly mouthY: number
  /** Horizontal ends of the cheek. On the far side of a turned head the outer end may lie behind the nose. */
  readonly innerX: number
  readonly outerX: number
}

/** Paintable areas of a face. */
export type PaintedFace = {
  readonly cheeks: readonly [left: Cheek, right: Cheek]
  /** Slope of the line through both eyes: down to the right, per unit. */
  readonly slope: number
  /** Path data of the paintable area, with the even-odd rule. */
  readonly clip?: string
}

/**
 * SVG elements in head space. The origin is the center of the face, the chin is at y = 66, the top of the skull at y =
 * -76, and the head is 46 wide on either side. `<text>` is not allowed, so no font is needed.
 */
export type Drawing = (colors: Pair, wearer?: Wearer) => string

/** Lower edge of a piece on the head, in units. */
export type Edge = {
  /** Half width. */
  readonly half: number
  /** Height in the middle. */
  readonly y: number
  /** Height at both ends. */
  readonly endY: number
}

/** Lower edge of a hat around the head. */
export type Rim = Edge & {
  /** Maximum half width when the hat is widened for thick hair, in units. */
  readonly most: number
}

export type Fit = {
  /** Height above the center of the face, in units; 0 if the piece is not higher than a head. */
  top: number
  /** Height above which the piece is squeezed to fit on the canvas; see `squeezePiece`. */
  base?: number
  /** Part of the wearer that the piece hides. No piece may hide the face, because the card has to show who it is. */
  hides: 'nothing' | 'hair'
  /** Rests on the hair instead of the skull, or stands on the highest point of the head, which hides its base. */
  rests?: 'on-hair' | 'on-top'
  /** A hat is at least as wide as the hair at its rim. */
  rim?: Rim
  /** Lower edge of a piece that stands on the head. */
  foot?: Edge
}

export type Gear = {
  id: ArmorId
  /** Drawn behind the head. */
  back?: Drawing
  /** Shadow on the head, below the front. */
  shadow?: Drawing
  /** Drawn over the head. Empty for pieces with a decal and for those behind the head. */
  front: Drawing
  /** Painted on the skin, below its shading. */
  decal?: Drawing
  /** Color of the inside of a piece around the face, which replaces everything beside the face but skin and hair. */
  lining?: Hex
  fit: Fit
}
