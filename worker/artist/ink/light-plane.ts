import { type Field, type Grid, indexAt } from './grid.ts'
import { clamp } from './numbers.ts'
import type { Lab } from './oklab.ts'

/** How the light of the photo falls off across the face: lightness per unit. */
export type LightPlane = { readonly perX: number; readonly perY: number }

const MIN_SAMPLES = 100
const LIKE_SKIN = 0.16

/** Least squares through the lightness of the skin, so that the photo's light can be replaced by the drawing's. */
export function fitLight(lightness: Field, skin: Field, grid: Grid, tone: Lab): LightPlane {
  let [n, x1, y1, xx, xy, yy, z, zx, zy] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = -44; y < 60; y += 2) {
    for (let x = -40; x < 41; x += 2) {
      const i = indexAt(grid, x, y)
      const value = lightness[i]!
      if (skin[i]! < 0.7 || Math.abs(value - tone[0]) > LIKE_SKIN) continue
      n++
      x1 += x
      y1 += y
      xx += x * x
      xy += x * y
      yy += y * y
      z += value
      zx += value * x
      zy += value * y
    }
  }
  if (n <= MIN_SAMPLES) return { perX: 0, perY: 0 }
  const [sxx, sxy, syy] = [xx - (x1 * x1) / n, xy - (x1 * y1) / n, yy - (y1 * y1) / n]
  const [szx, szy] = [zx - (x1 * z) / n, zy - (y1 * z) / n]
  const determinant = sxx * syy - sxy * sxy
  return {
    perX: clamp((szx * syy - szy * sxy) / determinant, -0.004, 0.004),
    perY: clamp((szy * sxx - szx * sxy) / determinant, -0.003, 0.003),
  }
}
