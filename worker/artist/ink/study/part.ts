import type { Crop } from './crop.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'

/** Margin around the head, in units. No blur, flow or outline band reaches farther. */
const MARGIN_UNITS = 13
/** Minimum bounds around the face, whatever the mask contains. */
const FACE = { x0: -52, y0: -56, x1: 52, y1: 76 } as const

/**
 * Returns the part of a grid around all pixels above `least`, with a margin. Most of a window is background, and the
 * cost of every step depends on the number of pixels.
 */
export function partAround(field: Field, grid: Grid, least: number): Grid {
  const { w, h, perUnit } = grid
  const pixelsTo = (units: number, start: number) => Math.round((units - start) * perUnit)
  let [left, right] = [pixelsTo(FACE.x0, grid.x0), pixelsTo(FACE.x1, grid.x0)]
  let [top, bottom] = [pixelsTo(FACE.y0, grid.y0), pixelsTo(FACE.y1, grid.y0)]
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if (field[i]! <= least) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  const margin = Math.round(MARGIN_UNITS * perUnit)
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
  const [endX, endY] = [Math.min(w, right + margin + 1), Math.min(h, bottom + margin + 1)]
  return { w: endX - x, h: endY - y, perUnit, x0: grid.x0 + x / perUnit, y0: grid.y0 + y / perUnit }
}

/** Returns the same part at twice the resolution. */
export const twice = (grid: Grid): Grid => ({ ...grid, w: 2 * grid.w, h: 2 * grid.h, perUnit: 2 * grid.perUnit })

/** Crops a field of `grid` to a part. */
export function cutField(field: Field, grid: Grid, part: Grid): Field {
  const out = createField(part)
  copyPart(field, out, grid, part)
  return out
}

/** Crops an array with one byte per pixel to a part. */
export function cutKinds(kinds: Uint8Array, grid: Grid, part: Grid): Uint8Array {
  const out = new Uint8Array(part.w * part.h)
  copyPart(kinds, out, grid, part)
  return out
}

export function cutCrop({ grid, lightness, a, b, inside }: Crop, part: Grid): Crop {
  const cut = (field: Field) => cutField(field, grid, part)
  return { grid: part, lightness: cut(lightness), a: cut(a), b: cut(b), inside: cutKinds(inside, grid, part) }
}

function copyPart<Values extends Field | Uint8Array>(from: Values, to: Values, grid: Grid, part: Grid): void {
  const left = Math.round((part.x0 - grid.x0) * grid.perUnit)
  const top = Math.round((part.y0 - grid.y0) * grid.perUnit)
  for (let y = 0; y < part.h; y++) {
    const start = (top + y) * grid.w + left
    to.set(from.subarray(start, start + part.w), y * part.w)
  }
}

/** Returns a predicate for pixels of the half-size grid that lie in the picture. */
export function insidePhoto({ inside, grid }: Crop, half: Grid): (i: number) => boolean {
  const isCovered = new Uint8Array(half.w * half.h)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) isCovered[i] = inside[y * 2 * grid.w + x * 2]!
  return (i) => isCovered[i] === 1
}
