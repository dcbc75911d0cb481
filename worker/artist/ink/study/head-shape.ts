import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'

/** Measurements of a mask's outline that gear needs, in units of head space. */
export type HeadShape = {
  /** Height of the hair above the center of the face. */
  readonly hairTop: number
  /** Extent of the head at the brow, for a band, and at the strap. */
  readonly brow: Sides
  readonly strap: Sides
  /** Extent at the upper edge of a band. */
  readonly bandTop: Sides
  /** Extent slightly below the top of the hair, for a hoop. */
  readonly crown: Sides
  /** Extent at further heights from the strap up, for rims and straps. */
  readonly rows?: readonly Row[]
}

/** Horizontal extent of a head at a height. */
export type Row = Sides & { readonly y: number }

/** Horizontal extent of a head in units. `left` is negative. Both are 0 if the row contains no head. */
export type Sides = { readonly left: number; readonly right: number }

/** Heights of the measurements, in units. */
export const STRAP_Y = -14
export const BROW_Y = -46
export const BAND_TOP_Y = -57
const CROWN_HALF_WIDTH = 24
/** Distance between two of the rows, in units. */
const ROWS_APART = 4
/** Distance from the top of the hair to the bend of a hoop, in units. */
export const BELOW_TOP = 18

export function toHeadShape(mask: Field, grid: Grid): HeadShape {
  const left = Math.round((-CROWN_HALF_WIDTH - grid.x0) * grid.perUnit)
  const right = Math.round((CROWN_HALF_WIDTH - grid.x0) * grid.perUnit)
  const crownRow = Array.from({ length: grid.h }, (_, y) => y).find((y) => {
    const row = mask.subarray(y * grid.w + left, y * grid.w + right)
    return row.filter((value) => value > 0.5).length > row.length / 4
  })
  const hairTop = crownRow === undefined ? 0 : -unitY(grid, crownRow)
  return {
    hairTop,
    brow: sidesAt(BROW_Y, mask, grid),
    strap: sidesAt(STRAP_Y, mask, grid),
    bandTop: sidesAt(BAND_TOP_Y, mask, grid),
    crown: sidesAt(BELOW_TOP - hairTop, mask, grid),
    rows: Array.from({ length: Math.max(0, Math.floor((hairTop + STRAP_Y) / ROWS_APART)) }, (_, i) => {
      const y = STRAP_Y - i * ROWS_APART
      return { y, ...sidesAt(y, mask, grid) }
    }),
  }
}

/** Measures a head without its hat. @param besideHat distance to the hat, negative in it */
export const shapeWithout = (besideHat: Field, { distance, grid }: { distance: Field; grid: Grid }): HeadShape =>
  toHeadShape(
    distance.map((value, i) => (value > 0 && besideHat[i]! > 0 ? 1 : 0)),
    grid,
  )

function sidesAt(y: number, mask: Field, grid: Grid): Sides {
  const start = Math.round((y - grid.y0) * grid.perUnit) * grid.w
  let [left, right] = [0, 0]
  for (let x = 0; x < grid.w; x++) {
    if (mask[start + x]! <= 0.5) continue
    left = Math.min(left, unitX(grid, x))
    right = Math.max(right, unitX(grid, x))
  }
  return { left, right }
}
