import { type Field, type Grid, halfOf, unitY } from './grid.ts'

/** How far from the outline certainty is asked for, in units, and down to which height: below it is the drawn jaw. */
const BAND_UNITS = 12
const BAND_BOTTOM = 20
/**
 * Measured on one head before 24 backgrounds: plain, patterned and colored like skin or hair 0.12 to 0.39, before
 * patches of its own colors and in fog, where the outline wandered, 0.46 to 0.53.
 */
const DOUBT_MAX = 0.43
/** In square units: an egg of a head has 13,000, one with much hair 20,000. */
const AREA_MIN = 9_000
const AREA_MAX = 25_000

/** @returns 0 when every pixel near the outline surely belongs to the head or surely does not, 1 when none does. */
export function outlineDoubt(distance: Field, certainty: Field, grid: Grid): number {
  const half = halfOf(grid)
  const band = BAND_UNITS * grid.perUnit
  let [doubt, count] = [0, 0]
  for (let row = 0; row < half.h && unitY(half, row) < BAND_BOTTOM; row++) {
    for (let x = 0; x < half.w; x++) {
      if (Math.abs(distance[row * 2 * grid.w + x * 2]!) > band) continue
      const p = certainty[row * half.w + x]!
      doubt += 2 * Math.max(0, Math.min(p, 1 - p))
      count++
    }
  }
  return count > 0 ? doubt / count : 1
}

/** Whether a cut-out may be shown: a bad one never is. @param distance to the outline, positive inside. */
export function isGoodCutout(distance: Field, certainty: Field, grid: Grid): boolean {
  const inside = distance.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) / grid.perUnit ** 2
  return inside > AREA_MIN && inside < AREA_MAX && outlineDoubt(distance, certainty, grid) < DOUBT_MAX
}
