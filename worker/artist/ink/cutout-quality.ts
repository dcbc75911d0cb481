import { type Field, type Grid, halfOf, unitY } from './grid.ts'

/**
 * The limit of doubt lies in the middle of the gap between what looks right and the first that does not, measured by
 * `npm run sheet -- gate` on 90 cut-outs of three heads (one photographed, two drawn; fair and dark, long hair and
 * short) before 18 walls each, and in dim, flat and glaring light, blurred, small, cropped, mirrored, with other skin
 * and hair, with glasses and a hat. Each is compared with the same head before a plain wall: shared area by joint area,
 * above the jaw.
 *
 *   72 look right, by eye those too that gain ears or a hat: 0.83 to 0.99 shared, doubt 0.12 to 0.327
 *   the first that look wrong: 0.85, 0.80 and 0.74 shared, doubt 0.341 to 0.343 (a hair-colored wall at one side, a
 *   crowd of colors, a dark head before gray)
 *   15 more, all but two before walls of their own skin and hair: 0.65 to 0.98 shared, doubt 0.35 to 0.61. Seven of
 *   them look right and are not shown all the same
 *   no person, cut out by force: coarse noise 0.25 and 0.28, which only the detector keeps away; the rest 0.49 to 0.60
 *
 * The heads cover 7,700 to 14,800 square units. One cut-out, measured earlier before wallpaper of its own hair at one
 * side, had run out of its window: along 58 units of its edge.
 */
const DOUBT_MAX = 0.334
const AREA_MIN = 6_500
const AREA_MAX = 22_000
const EDGE_MAX_UNITS = 12

/** How far from the outline certainty is asked for, in units. */
const BAND_UNITS = 12
/** Everything is measured above this height: below it are the drawn jaw, and hair that may hang out of the window. */
const BOTTOM = 20

/** Whether a cut-out may be shown: a bad one never is. @param distance to the outline, positive inside. */
export function isGoodCutout(distance: Field, certainty: Field, grid: Grid): boolean {
  const { area, edge, doubt } = measureCutout(distance, certainty, grid)
  return area > AREA_MIN && area < AREA_MAX && edge < EDGE_MAX_UNITS && doubt < DOUBT_MAX
}

/** What the judgement rests on: area in square units, units of the window's edge, doubt from 0 to 1. */
export const measureCutout = (distance: Field, certainty: Field, grid: Grid) => ({
  ...extentOf(distance, grid),
  doubt: outlineDoubt(distance, certainty, grid),
})

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
