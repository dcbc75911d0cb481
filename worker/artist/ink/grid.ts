/**
 * Head space, in which everything is drawn: the origin is the centre of the face, the chin is at y = 66, the top of
 * the skull at y = -76, half a head is 46 wide. Every field below is a raster of one window of that space.
 */

/** The part of head space that is inked, in units. */
export const WINDOW = { x0: -112, y0: -150, w: 224, h: 262 } as const

/** A raster of {@link WINDOW}: its size in pixels and how many of them make a unit. */
export type Grid = { readonly w: number; readonly h: number; readonly perUnit: number }

/** One number per pixel of a grid, row by row. */
export type Field = Float32Array<ArrayBuffer>

export const gridOf = (perUnit: number): Grid => ({
  w: Math.round(WINDOW.w * perUnit),
  h: Math.round(WINDOW.h * perUnit),
  perUnit,
})

export const halfOf = ({ w, h, perUnit }: Grid): Grid => ({ w: w >> 1, h: h >> 1, perUnit: perUnit / 2 })

export const fieldOf = ({ w, h }: Pick<Grid, 'w' | 'h'>): Field => new Float32Array(w * h)

/** The head-space coordinate of a pixel's centre. */
export const unitX = (grid: Grid, x: number): number => (x + 0.5) / grid.perUnit + WINDOW.x0
export const unitY = (grid: Grid, y: number): number => (y + 0.5) / grid.perUnit + WINDOW.y0

/** The pixel that holds a point of head space. */
export const indexAt = (grid: Grid, x: number, y: number): number =>
  Math.round((y - WINDOW.y0) * grid.perUnit) * grid.w + Math.round((x - WINDOW.x0) * grid.perUnit)

/** Calls `visit` for every pixel with its index and its place in head space. */
export function eachPixel(grid: Grid, visit: (index: number, x: number, y: number) => void): void {
  for (let row = 0, index = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    for (let column = 0; column < grid.w; column++, index++) visit(index, unitX(grid, column), y)
  }
}
