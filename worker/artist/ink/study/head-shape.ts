import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'

/** What the drawing must know about a mask's outline, in units of head space. */
export type HeadShape = {
  /** How far the hair reaches above the centre of the face. */
  readonly hairTop: number
  /** The largest half width at the height of a goggles strap. */
  readonly halfWidthAtStrap: number
}

const STRAP_Y = -14
const CROWN_HALF_WIDTH = 24

export function shapeOf(mask: Field, grid: Grid): HeadShape {
  const left = Math.round((-CROWN_HALF_WIDTH - grid.x0) * grid.perUnit)
  const right = Math.round((CROWN_HALF_WIDTH - grid.x0) * grid.perUnit)
  const crownRow = Array.from({ length: grid.h }, (_, y) => y).find((y) => {
    const row = mask.subarray(y * grid.w + left, y * grid.w + right)
    return row.filter((value) => value > 0.5).length > row.length / 4
  })
  const start = Math.round((STRAP_Y - grid.y0) * grid.perUnit) * grid.w
  let halfWidthAtStrap = 0
  for (let x = 0; x < grid.w; x++) {
    if (mask[start + x]! > 0.5) halfWidthAtStrap = Math.max(halfWidthAtStrap, Math.abs(unitX(grid, x)))
  }
  return { hairTop: crownRow === undefined ? 0 : -unitY(grid, crownRow), halfWidthAtStrap }
}
