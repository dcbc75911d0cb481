import { clamp } from '#worker/graphics/numbers.ts'

/**
 * Head space is the coordinate system of the drawing. The origin is the center of the face. The chin is at y = 66, the
 * top of the skull at y = -76, and half a head is 46 wide. Every field below is a raster of one window of that space.
 */

/** The drawn part of head space, in units. */
export const WINDOW = { x0: -112, y0: -150, w: 224, h: 262 } as const

/** Raster of {@link WINDOW} or of a part: its size in pixels, its pixels per unit and its origin. */
export type Grid = {
  readonly w: number
  readonly h: number
  readonly perUnit: number
  /** Left and top edge, in units. */
  readonly x0: number
  readonly y0: number
}

/** One number per pixel of a grid, row by row. */
export type Field = Float32Array<ArrayBuffer>

export const createGrid = (perUnit: number): Grid => ({
  w: Math.round(WINDOW.w * perUnit),
  h: Math.round(WINDOW.h * perUnit),
  perUnit,
  x0: WINDOW.x0,
  y0: WINDOW.y0,
})

export const toHalfGrid = (grid: Grid): Grid => ({ ...grid, w: grid.w >> 1, h: grid.h >> 1, perUnit: grid.perUnit / 2 })

/** Returns the index in a half grid of a pixel of the whole grid. */
export const getHalfIndex = (half: Grid, column: number, row: number): number =>
  Math.min(row >> 1, half.h - 1) * half.w + Math.min(column >> 1, half.w - 1)

export const createField = ({ w, h }: Pick<Grid, 'w' | 'h'>): Field => new Float32Array(w * h)

/** Returns the head-space coordinate of a pixel's center. */
export const unitX = (grid: Grid, x: number): number => (x + 0.5) / grid.perUnit + grid.x0
export const unitY = (grid: Grid, y: number): number => (y + 0.5) / grid.perUnit + grid.y0

/** Returns the index of the pixel at a point of head space. */
export const indexAt = (grid: Grid, x: number, y: number): number =>
  Math.round((y - grid.y0) * grid.perUnit) * grid.w + Math.round((x - grid.x0) * grid.perUnit)

/** Returns a field's value at a point of head space, interpolated between pixels. */
export function readAt(field: Field, grid: Grid, x: number, y: number): number {
  const column = clamp((x - grid.x0) * grid.perUnit - 0.5, 0, grid.w - 1.001)
  const row = clamp((y - grid.y0) * grid.perUnit - 0.5, 0, grid.h - 1.001)
  const at = Math.floor(row) * grid.w + Math.floor(column)
  const [u, v] = [column % 1, row % 1]
  const upper = field[at]! * (1 - u) + field[at + 1]! * u
  return upper * (1 - v) + (field[at + grid.w]! * (1 - u) + field[at + grid.w + 1]! * u) * v
}

/** Calls `visit` for every pixel with its index and its head-space coordinates. */
export function eachPixel(grid: Grid, visit: (index: number, x: number, y: number) => void): void {
  for (let row = 0, index = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    for (let column = 0; column < grid.w; column++, index++) visit(index, unitX(grid, column), y)
  }
}

/** Returns the pixel bounds of `part` within a grid. */
export function placeIn({ w, h, perUnit, x0, y0 }: Grid, part: Grid) {
  const [width, height] = [(part.w / part.perUnit) * perUnit, (part.h / part.perUnit) * perUnit]
  const [left, top] = [Math.ceil((part.x0 - x0) * perUnit), Math.ceil((part.y0 - y0) * perUnit)]
  return { left, top, right: Math.min(w, Math.floor(left + width)), bottom: Math.min(h, Math.floor(top + height)) }
}

/** Returns the outermost column of a shape in a row, seen from a side. Without one, it is beyond the other side. */
export function findOuterColumn(shape: Field, { w }: Pick<Grid, 'w'>, side: -1 | 1, row: number): number {
  let column = side < 0 ? 0 : w - 1
  while (column >= 0 && column < w && shape[row * w + column]! < 0.5) column -= side
  return column
}
