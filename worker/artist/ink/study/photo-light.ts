import { boxBlur } from '../field/blur.ts'
import type { Field, Grid } from '../field/grid.ts'
import { clamp, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import type { Relief } from './relief.ts'

/**
 * The unsharp mask in eyes: the most of it, and the least, for eyes whose light and dark lie so far apart already, as shares
 * of the skin's lightness. More makes them glare.
 */
const EYES = { most: 0.95, least: 0.15, from: 0.28, to: 0.6 } as const
/** The contrast that light and dark are drawn with: more for a face so flat that its nose would be lost. */
export const CONTRAST = { least: 1.1, most: 1.2, spread: 0.062 } as const
/** The light of a photo is believed up to this change of lightness over a quarter turn. */
const PHOTO_LIGHT_MAX = 0.3
/** Skin darker than this share of what was measured is hair or lies in a hollow. */
const BARE_MIN = 0.78

/** Masks of parts of the head, 0 to 1. */
type Masks<Part extends string> = Readonly<Record<Part, Field>>
/** Bare skin is skin without features, and without anything worn. */
type BareMasks = Masks<'skin' | 'features' | 'worn'>

/** The strength of the unsharp mask in eyes: the more contrast they have in the photo, the less. */
export function eyeGain({ whites, mouth }: Masks<'whites' | 'mouth'>, lightness: Field, skinLightness: number): number {
  const eyes: number[] = []
  for (let i = 0; i < whites.length; i++) if (whites[i]! > 0.9 && mouth[i]! < 0.1) eyes.push(lightness[i]!)
  const [dark, light] = percentiles(eyes, [0.1, 0.9] as const)
  const clear = smoothstep(EYES.from, EYES.to, (light - dark) / skinLightness)
  return EYES.most + (EYES.least - EYES.most) * clear
}

/** The contrast to draw a face with: the less its bare skin varies, the more. */
export function contrastFor({ skin, features, worn }: BareMasks, lightness: Field): number {
  const bare: number[] = []
  for (let i = 0; i < skin.length; i += 7)
    if (skin[i]! > 0.8 && features[i]! < 0.2 && worn[i]! < 0.1) bare.push(lightness[i]!)
  if (bare.length < 60) return CONTRAST.least
  const [low, high] = percentiles(bare, [0.2, 0.8] as const)
  return clamp((CONTRAST.least * CONTRAST.spread) / Math.max(0.01, high - low), CONTRAST.least, CONTRAST.most)
}

/** The change of the photo's skin to the right and down as it turns that way: least squares over bare skin. */
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

/** Lightness of the bare skin around each place relative to the whole face: beards and brows are dark in any light. */
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
