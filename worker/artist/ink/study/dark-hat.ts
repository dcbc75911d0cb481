import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { clamp, median, smoothstep } from '#worker/graphics/numbers.ts'
import { boxBlur } from '../field/blur.ts'
import type { Field, Grid } from '../field/grid.ts'
import type { Fit } from '../field/guided-filter.ts'

/**
 * A hat of a lower median lightness is lightened toward `median`, up to the gain `most`. Its edge is soft. Its lights
 * above a `bright` lightness stay. Smaller items are no hats. Lengths are in units.
 */
const HAT = { median: 0.19, most: 2.2, edge: 1, bright: [0.2, 0.45], least: 700, stride: 3 } as const

/** Lightens a hat that is drawn nearly black, in place. Its brim, band and crown would merge into one silhouette. */
export function lightenDarkHat({ slope, offset }: Fit, lightness: Field, hat: Field, grid: Grid): void {
  const drawn: number[] = []
  for (let i = 0; i < hat.length; i += HAT.stride) if (hat[i] === 1) drawn.push(slope[i]! * lightness[i]! + offset[i]!)
  if (drawn.length * HAT.stride < HAT.least * grid.perUnit ** 2) return
  const gain = clamp(HAT.median / Math.max(0.01, median(drawn)), 1, HAT.most) - 1
  if (gain === 0) return
  const soft = boxBlur(hat, grid, Math.max(1, Math.round(HAT.edge * grid.perUnit)))
  for (let i = 0; i < soft.length; i++) {
    if (soft[i] === 0) continue
    const factor = 1 + gain * soft[i]! * (1 - smoothstep(...HAT.bright, slope[i]! * lightness[i]! + offset[i]!))
    slope[i]! *= factor
    offset[i]! *= factor
  }
  releaseBuffer(soft)
}
