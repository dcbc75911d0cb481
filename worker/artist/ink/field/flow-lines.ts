import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { gaussBlur } from './blur.ts'
import { computeFlow, FLOW_MASK_MIN, Walk } from './flow.ts'
import { createField, type Field, type Grid } from './grid.ts'

const EDGE_UNITS = 0.55
const SURROUND_UNITS = 1.25
const TENSOR_UNITS = 1.6
/** Steps along a stroke in each direction, in pixels: near detail, and the extra steps elsewhere. */
const STEPS = 5
const STEPS_MORE = 5
const HARDLY = { reach: 0.2, dark: 0.012 } as const

/**
 * Returns how much darker each point is than its surroundings, averaged along its flow line. Strokes are positive.
 * Winnemöller, Kyprianidis and Olsen, "XDoG: an extended difference-of-Gaussians compendium", 2012, along the flow of
 * Kang, Lee and Chui, "Coherent line drawing", 2007.
 *
 * @param features 1 where detail matters. Walks along the flow are shorter there.
 * @param reach the maximum ink of each pixel. Pixels at 0 are skipped.
 */
export function findLines(lightness: Field, mask: Field, features: Field, grid: Grid, reach: Field = mask): Field {
  const { w, h, perUnit } = grid
  const edge = gaussBlur(lightness, grid, EDGE_UNITS * perUnit)
  const dark = gaussBlur(lightness, grid, SURROUND_UNITS * perUnit)
  for (let i = 0; i < dark.length; i++) dark[i]! -= edge[i]!
  const flow = computeFlow(edge, mask, grid, Math.round(TENSOR_UNITS * perUnit))
  const walk = new Walk(flow, grid)
  const lines = createField(grid)
  for (let y = 2; y < h - 2; y++) {
    for (let x = 2; x < w - 2; x++) {
      const i = y * w + x
      if (mask[i]! < FLOW_MASK_MIN || reach[i]! <= 0) continue
      // Only pixels that are dark themselves can belong to a stroke where ink is nearly off.
      if (reach[i]! < HARDLY.reach && dark[i]! < HARDLY.dark) continue
      walk.both(dark, x, y, Math.floor(STEPS + (1 - features[i]!) * STEPS_MORE))
      lines[i] = walk.sum / walk.count
    }
  }
  for (const field of [edge, dark, flow.x, flow.y]) releaseBuffer(field)
  return lines
}
