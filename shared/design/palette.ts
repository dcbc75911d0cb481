import { colorfulness, contrast, type Hex, inkOn, luminance, mix, pushed } from './color.ts'
import type { Pair } from './pair.ts'

/** Nearly black and nearly white: outlines, and text on team colors. */
export const INK = '#0b0d0c'
export const CHALK = '#f4f6f1'

const GROUND = '#0c0f0e'
const RAISED_DARK = '#212825'
const RAISED_LIGHT = '#e8e5da'

const NEAR_BLACK_LUMINANCE = 0.012
/** The contrast of a drawn outline against its ground (WCAG 2.2, 1.4.11). */
const OUTLINE_MIN_CONTRAST = 3
const GHOST_MIN_CONTRAST = 1.6

/** The palette that a pair of colors becomes on cards and screens: every color of text is computed, never chosen. */
export type Palette = {
  /** Fills only. */
  c1: Hex
  c2: Hex
  /** Black or white, for text on a fill of `c1` or `c2`. */
  on1: Hex
  on2: Hex
  /** The name plate: the darker of the two, darkened until white on it is easy to read. */
  plate: Hex
  /** The other one, lightened to a contrast of at least 4.6 on the plate. */
  trim: Hex
  /** The other one once more, for words on the plate: at least 7. */
  line: Hex
  /** The ground behind a player: the first color, a little lighter where it is nearly black. */
  ground: Hex
  /** Round a player on that ground: a shadow, or light where the outline of ink would melt into the ground. */
  halo: Hex
  /** The outline of the number behind a player, at least 1.6 on the ground. */
  ghost: Hex
  /** Light from behind a player's head, on that ground. */
  burst: Hex
  /** Stage light behind the card. */
  glow: Hex
  /** Fill of a stat bar, at least 3:1 on the raised surface of the dark and of the light theme. */
  lit: Hex
  litLight: Hex
}

export function paletteOf({ primary, secondary }: Pair): Palette {
  const [dark, light] = luminance(primary) < luminance(secondary) ? [primary, secondary] : [secondary, primary]
  const plate = mix(dark, '#000000', plateDarkening(luminance(dark)))
  const vivid = colorfulness(primary) > 70 || colorfulness(secondary) < 70 ? primary : secondary
  const bar = colorfulness(primary) >= 60 ? primary : secondary
  const barOnLight = colorfulness(primary) >= 60 || colorfulness(secondary) < 60 ? primary : secondary
  const trim = pushed(light, plate, '#ffffff', 4.6)
  const ground = luminance(primary) < NEAR_BLACK_LUMINANCE ? mix(primary, '#ffffff', 0.12) : primary
  return {
    c1: primary,
    c2: secondary,
    on1: inkOn(primary),
    on2: inkOn(secondary),
    plate,
    trim,
    line: pushed(light, plate, '#ffffff', 7),
    ground,
    halo: haloOn(ground, vivid),
    ghost: contrast(trim, ground) >= GHOST_MIN_CONTRAST ? trim : plate,
    burst: burstOn(ground, vivid),
    glow: pushed(vivid, GROUND, '#ffffff', 3.2),
    lit: pushed(bar, RAISED_DARK, '#ffffff', 3),
    litLight: pushed(barOnLight, RAISED_LIGHT, '#000000', 3),
  }
}

function plateDarkening(darkLuminance: number): number {
  if (darkLuminance > 0.08) return 0.5
  return darkLuminance > 0.02 ? 0.25 : 0
}

/** A ground as it is beside a player's shoulders, where light falls off. */
export const sideOf = (ground: Hex): Hex => mix(ground, '#000000', 0.3)

/** The light of a burst against the ground it fades into. */
const BURST_MIN_CONTRAST = 2.6

/** The livelier color of the two as light; where it is the ground's own, a paler one. */
const burstOn = (ground: Hex, vivid: Hex): Hex =>
  pushed(mix(vivid, '#ffffff', 0.3), ground, '#ffffff', BURST_MIN_CONTRAST)

/** How strong a halo is right at the outline. */
export const HALO_SHARE = 0.6

/** A shadow; on a dark ground light instead, just bright enough for the outline of ink to be seen against it. */
function haloOn(ground: Hex, color: Hex): Hex {
  const side = sideOf(ground)
  if (contrast(INK, side) >= OUTLINE_MIN_CONTRAST) return '#000000'
  for (let share = 0; share < 1; share += 0.02) {
    const halo = mix(color, '#ffffff', share)
    if (contrast(INK, mix(side, halo, HALO_SHARE)) >= OUTLINE_MIN_CONTRAST) return halo
  }
  return '#ffffff'
}
