import { type Field, type Grid, indexAt } from './grid.ts'
import { CAST_GAIN_MAX, type Gains } from './light.ts'
import type { Portrait } from './portrait.ts'
import { isOutOfFocus } from './sharpness.ts'
import { unlikeSkin } from './skin-likelihood.ts'

/** From this gain on so little light was there that its noise and color are what a camera made of them. */
const DARK_GAIN = 8
/** How far from skin a color may be that is taken for skin. */
const UNLIKE_MAX = 0.12
/** No lamp that people live under lacks so much green: only the light of a stage does. */
const GREEN_GAIN_MAX = 2
/** So much of a face is bare in every photo whose hairline was found: glasses and a beard leave three quarters. */
const BARE_MIN = 0.66

/**
 * Whether a head had better be shown as a photo: its skin would be drawn in a color that is a guess, its features are
 * too blurred for strokes, or the field that tells skin from hair has lost the face.
 */
export function isInkInDoubt({ skin, skinColor, sharpness, grid }: Portrait, exposure: Gains, light: Gains): boolean {
  const strongest = Math.max(light.red, light.green, light.blue)
  return (
    exposure.red >= DARK_GAIN ||
    strongest >= 0.98 * CAST_GAIN_MAX * exposure.red ||
    light.green > GREEN_GAIN_MAX * exposure.green ||
    isOutOfFocus(sharpness) ||
    unlikeSkin(skinColor) > UNLIKE_MAX ||
    bareShare(skin, grid) < BARE_MIN
  )
}

/** The share of the oval of a face that was taken for skin. */
export function bareShare(skin: Field, grid: Grid): number {
  let [bare, all] = [0, 0]
  for (let y = -34; y < 62; y += 2) {
    for (let x = -40; x <= 40; x += 2) {
      if ((x / 41) ** 2 + ((y - 13) / 50) ** 2 > 1) continue
      all++
      if (skin[indexAt(grid, x, y)]! > 0.5) bare++
    }
  }
  return bare / all
}
