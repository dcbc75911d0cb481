import { type Field, fieldOf, type Grid, halfOf } from './grid.ts'
import { clamp } from './numbers.ts'

/** Averages each 2 x 2 pixels of a field into one. */
export function halved(field: Field, grid: Grid): Field {
  const { w, h } = halfOf(grid)
  const out = fieldOf({ w, h })
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * 2 * grid.w + x * 2
      out[y * w + x] = (field[i]! + field[i + 1]! + field[i + grid.w]! + field[i + grid.w + 1]!) / 4
    }
  }
  return out
}

/** Stretches a field of half size over `grid`, bilinear. */
export function doubled(half: Field, grid: Grid): Field {
  const { w, h } = halfOf(grid)
  const out = fieldOf(grid)
  for (let y = 0; y < grid.h; y++) {
    const fy = clamp(y / 2 - 0.25, 0, h - 1.001)
    const top = Math.floor(fy)
    const v = fy - top
    for (let x = 0; x < grid.w; x++) {
      const fx = clamp(x / 2 - 0.25, 0, w - 1.001)
      const left = Math.floor(fx)
      const u = fx - left
      const i = top * w + left
      out[y * grid.w + x] =
        (half[i]! * (1 - u) + half[i + 1]! * u) * (1 - v) + (half[i + w]! * (1 - u) + half[i + w + 1]! * u) * v
    }
  }
  return out
}
