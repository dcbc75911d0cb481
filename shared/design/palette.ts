import { colorfulness, contrast, type Hex, inkOn, luminance, mix, raiseContrast } from './color.ts'
import type { Pair } from './pair.ts'

/** Nearly black and nearly white: outlines, and text on team colors. */
export const INK = '#0b0d0c'
export const CHALK = '#f4f6f1'

const GROUND = '#0c0f0e'
const RAISED_DARK = '#212825'
const RAISED_LIGHT = '#e8e5da'

const NEAR_BLACK_LUMINANCE = 0.012
/** Minimum contrast of an outline against its background (WCAG 2.2, 1.4.11). */
const OUTLINE_MIN_CONTRAST = 3
const GHOST_MIN_CONTRAST = 1.6

/** The palette computed from a pair of colors, for cards and screens. Text colors are computed, never chosen. */
export type Palette = {
  /** Fills only. */
  c1: Hex
  c2: Hex
  /** Black or white, for text on a fill of `c1` or `c2`. */
  on1: Hex
  on2: Hex
  /** The name plate: the darker color, darkened until white text is easy to read. */
  plate: Hex
  /** The lighter color, lightened to a contrast of at least 4.6 on the plate. */
  trim: Hex
  /** The lighter color for text on the plate, with a contrast of at least 7. */
  line: Hex
  /** The background behind a player: the first color, slightly lighter if it is nearly black. */
  ground: Hex
  /** The edge around a player: a shadow, or a glow where the ink outline would blend into the background. */
  halo: Hex
  /** The outline of the number behind a player, with a contrast of at least 1.6. */
  ghost: Hex
  /** The glow behind a player's head. */
  burst: Hex
  /** Stage light behind the card. */
  glow: Hex
  /** Fill of a stat bar, at least 3:1 on the raised surface of the dark theme (`lit`) and light theme (`litLight`). */
  lit: Hex
  litLight: Hex
}

export function toPalette({ primary, secondary }: Pair): Palette {
  const [dark, light] = luminance(primary) < luminance(secondary) ? [primary, secondary] : [secondary, primary]
  const plate = mix(dark, '#000000', plateDarkening(luminance(dark)))
  const vivid = colorfulness(primary) > 70 || colorfulness(secondary) < 70 ? primary : secondary
  const bar = colorfulness(primary) >= 60 ? primary : secondary
  const barOnLight = colorfulness(primary) >= 60 || colorfulness(secondary) < 60 ? primary : secondary
  const trim = raiseContrast(light, plate, '#ffffff', 4.6)
  const ground = luminance(primary) < NEAR_BLACK_LUMINANCE ? mix(primary, '#ffffff', 0.12) : primary
  return {
    c1: primary,
    c2: secondary,
    on1: inkOn(primary),
    on2: inkOn(secondary),
    plate,
    trim,
    line: raiseContrast(light, plate, '#ffffff', 7),
    ground,
    halo: haloOn(ground, vivid),
    ghost: contrast(trim, ground) >= GHOST_MIN_CONTRAST ? trim : plate,
    burst: burstOn(ground, vivid),
    glow: raiseContrast(vivid, GROUND, '#ffffff', 3.2),
    lit: raiseContrast(bar, RAISED_DARK, '#ffffff', 3),
    litLight: raiseContrast(barOnLight, RAISED_LIGHT, '#000000', 3),
  }
}

function plateDarkening(darkLuminance: number): number {
  if (darkLuminance > 0.08) return 0.5
  return darkLuminance > 0.02 ? 0.25 : 0
}

/** Returns the background color beside a player's shoulders, where the light falls off. */
export const toSideColor = (ground: Hex): Hex => mix(ground, '#000000', 0.3)

/** Minimum contrast of a burst against the background it fades into. */
const BURST_MIN_CONTRAST = 2.6

/** Returns a light tint of the more vivid color, lightened until it stands out from the background. */
const burstOn = (ground: Hex, vivid: Hex): Hex =>
  raiseContrast(mix(vivid, '#ffffff', 0.3), ground, '#ffffff', BURST_MIN_CONTRAST)

/** Opacity of a halo at the outline. */
export const HALO_SHARE = 0.6

/** Returns black for a shadow. On a dark background, returns a glow just bright enough to show the ink outline. */
function haloOn(ground: Hex, color: Hex): Hex {
  const side = toSideColor(ground)
  if (contrast(INK, side) >= OUTLINE_MIN_CONTRAST) return '#000000'
  for (let share = 0; share < 1; share += 0.02) {
    const halo = mix(color, '#ffffff', share)
    if (contrast(INK, mix(side, halo, HALO_SHARE)) >= OUTLINE_MIN_CONTRAST) return halo
  }
  return '#ffffff'
}
