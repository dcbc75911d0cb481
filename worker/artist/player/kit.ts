import { contrast, type Hex, luminance, mix } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, INK, toPalette } from '#shared/design/palette.ts'

/** Skin colors: lit, shaded, and in a cast shadow. */
export type Skin = { readonly lit: Hex; readonly shade: Hex; readonly deep: Hex }

/** Colors of a player's clothes and skin. */
export type Kit = {
  readonly pair: Pair
  readonly skin: Skin
  /** Jersey cloth: base color, lit, and in shadow. */
  readonly cloth: Hex
  readonly clothLit: Hex
  readonly clothDeep: Hex
  /** Sleeve stripes, from the outside in. */
  readonly stripe: Hex
  readonly stripe2: Hex
  readonly glove: Hex
  readonly gloveDeep: Hex
  /** Undershirt sleeve, and the bands on it and at the wrist. */
  readonly under: Hex
  readonly band: Hex
  readonly cuff: Hex
  /** Rim light in the team's color. */
  readonly rim: Hex
  /** Opacity of the mesh holes in the cloth, 0 to 1. */
  readonly mesh: number
  /** Girth of the arms below the sleeves, relative to an adult's. */
  readonly girth: number
}

const NEAR_BLACK_LUMINANCE = 0.012
/** Draws black cloth as charcoal so that its outline and shadow stay visible. */
const cloth = (color: Hex): Hex => (luminance(color) < NEAR_BLACK_LUMINANCE ? mix(color, '#ffffff', 0.1) : color)

/** Returns a team's colors adjusted for cloth and paint. */
export const worn = ({ primary, secondary }: Pair): Pair => ({ primary: cloth(primary), secondary: cloth(secondary) })

const MIN_CONTRAST = 1.5
/** Share of black in an undershirt, which is darker than the jersey. */
const UNDER_SHADE = 0.3
/** Gloves lighter than this get cuffs in the jersey's color. */
const PALE_LUMINANCE = 0.6

export function getKit(team: Pair, skin: Skin, girth = 1): Kit {
  const pair = worn(team)
  const { primary, secondary } = pair
  const isAlike = contrast(primary, secondary) < MIN_CONTRAST
  const stripe = isAlike ? CHALK : secondary
  const isDark = luminance(primary) < 0.05
  const glove = luminance(secondary) < 0.02 ? mix(secondary, '#ffffff', 0.07) : secondary
  return {
    pair,
    skin,
    cloth: primary,
    clothLit: mix(primary, '#ffffff', isDark ? 0.2 : 0.24),
    clothDeep: mix(primary, '#000000', 0.5),
    stripe,
    stripe2: contrast(stripe, CHALK) < MIN_CONTRAST ? (contrast(primary, INK) < 2.4 ? '#9aa3a0' : INK) : CHALK,
    glove,
    gloveDeep: mix(glove, '#000000', 0.42),
    under: mix(primary, '#000000', UNDER_SHADE),
    band: stripe,
    cuff: luminance(glove) > PALE_LUMINANCE ? primary : CHALK,
    rim: toPalette(team).trim,
    mesh: luminance(primary) > 0.25 ? 0.12 : luminance(primary) > 0.08 ? 0.2 : 0.3,
    girth,
  }
}
