import { type Field, type Grid, halfOf, unitY } from './grid.ts'

/**
 * All thresholds were measured on one head before 21 walls, each cut-out compared with the one before a plain wall
 * (above the jaw, shared area by joint area):
 *
 *   plain, patterned, leaves, bricks, a crowd, skin or hair as flat colors: 0.96 to 1.00, doubt 0.12 to 0.28
 *   wood 0.96, wallpaper of its own skin 0.94, a wall as brown as its hair 0.92, other people 0.87: doubt 0.34 to 0.39
 *   wallpaper of its own hair 0.91, fog 0.90: doubt 0.48 to 0.49
 *   wallpaper of its own hair on one side 0.74: doubt 0.42, and 58 units of the window's edge; all others 0
 *
 * The 30 variations of that head and of two drawn ones, long hair and short, cover 8,400 to 13,800 square units.
 */
const DOUBT_MAX = 0.43
const AREA_MIN = 6_500
const AREA_MAX = 22_000
const EDGE_MAX_UNITS = 12

/** How far from the outline certainty is asked for, in units. */
const BAND_UNITS = 12
/** Everything is measured above this height: below it are the drawn jaw, and hair that may hang out of the window. */
const BOTTOM = 20

/** Whether a cut-out may be shown: a bad one never is. @param distance to the outline, positive inside. */
export function isGoodCutout(distance: Field, certainty: Field, grid: Grid): boolean {
  const { area, edge } = extentOf(distance, grid)
  return (
    area > AREA_MIN && area < AREA_MAX && edge < EDGE_MAX_UNITS && outlineDoubt(distance, certainty, grid) < DOUBT_MAX
  )
}

/** @returns 0 when every pixel near the outline surely belongs to the head or surely does not, 1 when none does. */
export function outlineDoubt(distance: Field, certainty: Field, grid: Grid): number {
  const half = halfOf(grid)
  const band = BAND_UNITS * grid.perUnit
  let [doubt, count] = [0, 0]
  for (let row = 0; row < half.h && unitY(half, row) < BOTTOM; row++) {
    for (let x = 0; x < half.w; x++) {
      if (Math.abs(distance[row * 2 * grid.w + x * 2]!) > band) continue
      const p = certainty[row * half.w + x]!
      doubt += 2 * Math.max(0, Math.min(p, 1 - p))
      count++
    }
  }
  return count > 0 ? doubt / count : 1
}

/** The head's area in square units, and along how many units of the window's edge it runs: there it has run out. */
function extentOf(distance: Field, grid: Grid): { area: number; edge: number } {
  const { w, h, perUnit } = grid
  let [area, edge] = [0, 0]
  for (let row = 0; row < h && unitY(grid, row) < BOTTOM; row++) {
    for (let x = 0; x < w; x++) {
      if (distance[row * w + x]! <= 0) continue
      area++
      if (row === 0 || x === 0 || x === w - 1) edge++
    }
  }
  return { area: area / perUnit ** 2, edge: edge / perUnit }
}
