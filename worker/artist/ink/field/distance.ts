import { boxBlur } from './blur.ts'
import { type Field, fieldOf, type Grid } from './grid.ts'

const FAR = 1000

/**
 * The distance of every pixel to a mask's contour in pixels, positive inside: a chamfer over two passes (Borgefors,
 * "Distance transformations in digital images", 1986), seeded between pixels where the mask crosses one half.
 *
 * @param blurPx the sigma that the mask was blurred with.
 */
export function contourDistance(mask: Field, grid: Grid, blurPx: number): Field {
  const { w, h } = grid
  const distance = fieldOf(grid)
  for (let i = 0; i < distance.length; i++) {
    const value = mask[i]!
    distance[i] = value > 0.06 && value < 0.94 ? Math.abs(value - 0.5) * 2.5 * blurPx : FAR
  }
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) relax(distance, y * w + x, x, y > 0, -w, -1, w)
  for (let y = h - 1; y >= 0; y--) {
    for (let x = w - 1; x >= 0; x--) relax(distance, y * w + x, x, y < h - 1, w, 1, w)
  }
  for (let i = 0; i < distance.length; i++) if (mask[i]! < 0.5) distance[i] = -distance[i]!
  return boxBlur(distance, grid, 1)
}

/** Takes over what the row before (`step` away) and the pixel before (`side` away) know. */
function relax(distance: Field, i: number, x: number, hasRow: boolean, step: number, side: 1 | -1, w: number) {
  let value = distance[i]!
  const hasSide = side < 0 ? x > 0 : x < w - 1
  if (hasSide) value = Math.min(value, distance[i + side]! + 1)
  if (hasRow) {
    value = Math.min(value, distance[i + step]! + 1)
    if (x > 0) value = Math.min(value, distance[i + step - 1]! + Math.SQRT2)
    if (x < w - 1) value = Math.min(value, distance[i + step + 1]! + Math.SQRT2)
  }
  distance[i] = value
}
