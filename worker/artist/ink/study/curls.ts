import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Field, Grid } from '../field/grid.ts'

/** Hair is examined in square blocks of this size, in units. With fewer than `least` blocks, the result is unreliable. */
const BLOCK = { units: 9, least: 5, hair: 0.95 } as const
/**
 * Share of the gradient's energy without a common direction. Straight and wavy hair stays below 0.45; tight curls and
 * short textured hair start at 0.62.
 */
const TANGLED = [0.42, 0.64] as const

/**
 * Measures how curly hair is: strands of straight hair share a direction, curls do not.
 *
 * @returns 0 for straight hair to 1 for tight curls
 */
export function measureCurls(lightness: Field, grid: Grid, isHair: (i: number) => boolean): number {
  const size = Math.round(BLOCK.units * grid.perUnit)
  let [tangled, weights, blocks] = [0, 0, 0]
  for (let top = 1; top + size < grid.h - 1; top += size) {
    for (let left = 1; left + size < grid.w - 1; left += size) {
      let [xx, xy, yy, count] = [0, 0, 0, 0]
      for (let y = top; y < top + size; y++) {
        for (let i = y * grid.w + left, end = i + size; i < end; i++) {
          if (!isHair(i)) continue
          const dx = lightness[i + 1]! - lightness[i - 1]!
          const dy = lightness[i + grid.w]! - lightness[i - grid.w]!
          xx += dx * dx
          xy += dx * dy
          yy += dy * dy
          count++
        }
      }
      if (count < BLOCK.hair * size * size || xx + yy === 0) continue
      const weight = Math.sqrt((xx + yy) / count)
      tangled += weight * (1 - Math.sqrt((xx - yy) ** 2 + 4 * xy * xy) / (xx + yy))
      weights += weight
      blocks++
    }
  }
  return blocks < BLOCK.least ? 0 : smoothstep(...TANGLED, tangled / weights)
}
