import { boxBlur } from './blur.ts'
import { createField, type Field, type Grid } from './grid.ts'

const FAR = 1000

/**
 * Returns each pixel's signed distance to a mask's contour in pixels, positive inside. Uses a two-pass chamfer
 * (Borgefors, "Distance transformations in digital images", 1986), seeded where the mask crosses one half.
 *
 * @param blurPx the sigma that the mask was blurred with.
 */
export function contourDistance(mask: Field, grid: Grid, blurPx: number): Field {
  const distance = chamfer(mask, grid.w, grid.h, blurPx)
  for (let i = 0; i < distance.length; i++) if (mask[i]! < 0.5) distance[i] = -distance[i]!
  return boxBlur(distance, grid, 1)
}

/** The loops are inlined: calling a function for each pixel takes ten times as long. */
function chamfer(mask: Field, w: number, h: number, blurPx: number): Field {
  const out = createField({ w, h })
  for (let i = 0; i < out.length; i++) {
    const value = mask[i]!
    out[i] = value > 0.06 && value < 0.94 ? Math.abs(value - 0.5) * 2.5 * blurPx : FAR
  }
  for (let y = 0; y < h; y++) {
    const row = y * w
    for (let x = 0; x < w; x++) {
      const i = row + x
      let least = out[i]!
      if (x > 0) least = Math.min(least, out[i - 1]! + 1)
      if (y > 0) {
        const above = i - w
        least = Math.min(least, out[above]! + 1)
        if (x > 0) least = Math.min(least, out[above - 1]! + Math.SQRT2)
        if (x < w - 1) least = Math.min(least, out[above + 1]! + Math.SQRT2)
      }
      out[i] = least
    }
  }
  for (let y = h - 1; y >= 0; y--) {
    const row = y * w
    for (let x = w - 1; x >= 0; x--) {
      const i = row + x
      let least = out[i]!
      if (x < w - 1) least = Math.min(least, out[i + 1]! + 1)
      if (y < h - 1) {
        const below = i + w
        least = Math.min(least, out[below]! + 1)
        if (x > 0) least = Math.min(least, out[below - 1]! + Math.SQRT2)
        if (x < w - 1) least = Math.min(least, out[below + 1]! + Math.SQRT2)
      }
      out[i] = least
    }
  }
  return out
}
