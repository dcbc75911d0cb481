import { createField, type Field, type Grid, toHalfGrid } from './grid.ts'
import { clamp } from '#worker/graphics/numbers.ts'

/** Halves a field by averaging blocks of 2 x 2 pixels. */
export function halved(field: Field, grid: Grid): Field {
  const { w, h } = toHalfGrid(grid)
  const out = createField({ w, h })
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * 2 * grid.w + x * 2
      out[y * w + x] = (field[i]! + field[i + 1]! + field[i + grid.w]! + field[i + grid.w + 1]!) / 4
    }
  }
  return out
}

/** Scales a half-size field up to `grid`, bilinear. */
export function doubled(half: Field, grid: Grid): Field {
  const { w, h } = toHalfGrid(grid)
  const out = createField(grid)
  const columns = createWeights(grid.w, w)
  const rows = createWeights(grid.h, h)
  for (let y = 0, to = 0; y < grid.h; y++) {
    const row = rows.first[y]! * w
    const v = rows.share[y]!
    for (let x = 0; x < grid.w; x++, to++) {
      const i = row + columns.first[x]!
      const u = columns.share[x]!
      const top = half[i]! * (1 - u) + half[i + 1]! * u
      out[to] = top * (1 - v) + (half[i + w]! * (1 - u) + half[i + w + 1]! * u) * v
    }
  }
  return out
}

/** Maps each of `many` pixels to the preceding one of `few` and the interpolation weight of the next one. */
function createWeights(many: number, few: number): { first: Int32Array; share: Float64Array } {
  const first = new Int32Array(many)
  const share = new Float64Array(many)
  for (let i = 0; i < many; i++) {
    const at = clamp(i / 2 - 0.25, 0, few - 1.001)
    first[i] = Math.floor(at)
    share[i] = at - Math.floor(at)
  }
  return { first, share }
}
