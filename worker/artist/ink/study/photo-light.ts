import { boxBlur } from '../field/blur.ts'
import type { Field, Grid } from '../field/grid.ts'
import { clamp, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import type { Relief } from './relief.ts'

/**
 * Strength of the unsharp mask in eyes. It falls from `most` to `least` as the eyes' contrast, relative to the skin's
 * lightness, rises. More makes eyes glare.
 */
const EYES = { most: 0.95, least: 0.15, from: 0.28, to: 0.6 } as const
/** Contrast of bare skin and of the rest of a drawing. A flat face gets more, or its nose would be lost. */
export const CONTRAST = { least: 1.1, most: 1.2, rest: 1.04, spread: 0.062 } as const
/** Contrast removed from the skin of black-and-white photos, which are often hard, and its range of lightness there. */
const PRINT = { softer: 0.3, hard: [0.2, 0.5] } as const
/** Limit of the lightness change over a quarter turn that is attributed to the photo's light. */
const PHOTO_LIGHT_MAX = 0.3
/** Skin darker than this share of the measured lightness is hair or lies in a hollow. */
const BARE_MIN = 0.78

/** Masks of parts of the head, 0 to 1. */
type Masks<Part extends string> = Readonly<Record<Part, Field>>
/** Bare skin excludes features and worn items. */
type BareMasks = Masks<'skin' | 'features' | 'worn'>

/** Returns the strength of the unsharp mask in eyes. More contrast in the photo means less sharpening. */
export function eyeGain({ whites, mouth }: Masks<'whites' | 'mouth'>, lightness: Field, skinLightness: number): number {
  const eyes: number[] = []
  for (let i = 0; i < whites.length; i++) if (whites[i]! > 0.9 && mouth[i]! < 0.1) eyes.push(lightness[i]!)
  const [dark, light] = percentiles(eyes, [0.1, 0.9] as const)
  const clear = smoothstep(EYES.from, EYES.to, (light - dark) / skinLightness)
  return EYES.most + (EYES.least - EYES.most) * clear
}

/** Returns the contrast for a face. Less variation in its bare skin means more contrast. */
export function contrastFor({ skin, features, worn }: BareMasks, lightness: Field, isColorless: boolean): number {
  const bare: number[] = []
  for (let i = 0; i < skin.length; i += 7)
    if (skin[i]! > 0.8 && features[i]! < 0.2 && worn[i]! < 0.1) bare.push(lightness[i]!)
  if (bare.length < 60) return CONTRAST.least
  const [low, high] = percentiles(bare, [0.2, 0.8] as const)
  const softer = isColorless ? PRINT.softer * smoothstep(...PRINT.hard, high - low) : 0
  return clamp((CONTRAST.least * CONTRAST.spread) / Math.max(0.01, high - low), CONTRAST.least, CONTRAST.most) - softer
}

/**
 * Fits the horizontal and vertical gradient of the skin's lightness over its surface normal (least squares over bare
 * skin).
 */
export function photoLight(
  relief: Relief,
  { skin, features, worn }: BareMasks,
  lightness: Field,
  skinLightness: number,
) {
  let [n, mx, my, ml, xx, xy, yy, xl, yl] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < skin.length; i++) {
    if (skin[i]! < 0.8 || features[i]! > 0.2 || worn[i]! > 0.1) continue
    const l = lightness[i]!
    // Beards are dark in any light.
    if (l < 0.45 * skinLightness) continue
    const [x, y] = [relief.x[i]!, relief.y[i]!]
    n++
    mx += x
    my += y
    ml += l
    xx += x * x
    xy += x * y
    yy += y * y
    xl += x * l
    yl += y * l
  }
  if (n < 200) return { x: 0, y: 0 }
  const [cxx, cxy, cyy] = [xx - (mx * mx) / n, xy - (mx * my) / n, yy - (my * my) / n]
  const [cxl, cyl] = [xl - (mx * ml) / n, yl - (my * ml) / n]
  const determinant = cxx * cyy - cxy * cxy
  if (determinant < 1e-6) return { x: 0, y: 0 }
  const most = (value: number) => clamp(value, -PHOTO_LIGHT_MAX, PHOTO_LIGHT_MAX)
  return { x: most((cxl * cyy - cyl * cxy) / determinant), y: most((cyl * cxx - cxl * cxy) / determinant) }
}

/**
 * Returns the local lightness of bare skin relative to the whole face. Beards and brows are excluded because they are
 * dark in any light.
 */
export function lightOn(skin: Field, lightness: Field, skinLightness: number, grid: Grid, units: number): Field {
  const radius = Math.round(units * grid.perUnit)
  const bare = skin.map((share, i) => (lightness[i]! > BARE_MIN * skinLightness ? share : 0))
  const lit = lightness.map((value, i) => value * bare[i]!)
  const share = boxBlur(bare, grid, radius, 2)
  const light = boxBlur(lit, grid, radius, 2)
  let [all, count] = [0, 0]
  for (let i = 0; i < bare.length; i++) {
    all += lit[i]!
    count += bare[i]!
  }
  const mean = all / Math.max(1, count)
  for (let i = 0; i < light.length; i++) light[i] = share[i]! < 0.02 ? 0 : light[i]! / share[i]! - mean
  return light
}
