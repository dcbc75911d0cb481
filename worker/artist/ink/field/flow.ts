import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { boxBlur } from './blur.ts'
import { createField, type Field, type Grid } from './grid.ts'

/** Unit vector per pixel, along which the picture changes least. */
export type Flow = { readonly x: Field; readonly y: Field }

/** Prior for the flow: a direction per pixel and the weight of that prior. */
export type FlowPrior = Flow & { readonly weight: number }

/** Pixels with a lower mask value have no flow. */
export const FLOW_MASK_MIN = 0.3

/** Returns the minor eigenvector of the smoothed structure tensor. @param radius smoothing radius, in pixels. */
export function computeFlow(lightness: Field, mask: Field, grid: Grid, radius: number, prior?: FlowPrior): Flow {
  const { w, h } = grid
  const [xx, xy, yy] = [createField(grid), createField(grid), createField(grid)]
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x
      const dx = lightness[i + 1]! - lightness[i - 1]!
      const dy = lightness[i + w]! - lightness[i - w]!
      xx[i] = dx * dx
      xy[i] = dx * dy
      yy[i] = dy * dy
    }
  }
  const [sxx, sxy, syy] = [boxBlur(xx, grid, radius, 2), boxBlur(xy, grid, radius, 2), boxBlur(yy, grid, radius, 2)]
  for (let i = 0; i < xx.length; i++) {
    if (mask[i]! < FLOW_MASK_MIN) continue
    let across = sxx[i]! - syy[i]!
    let mixed = sxy[i]!
    if (prior) {
      const x = prior.x[i]!
      const y = prior.y[i]!
      across += prior.weight * (y * y - x * x)
      mixed -= prior.weight * x * y
    }
    // The vector (across, 2 mixed) points at twice the gradient's angle. Half that angle, turned by 90 degrees, is the
    // flow.
    const length = Math.sqrt(across * across + 4 * mixed * mixed)
    const cosine = length > 0 ? across / length : 1
    const sine = Math.sqrt(Math.max(0, (1 + cosine) / 2))
    xx[i] = -Math.sqrt(Math.max(0, (1 - cosine) / 2)) * (mixed < 0 ? -1 : 1)
    yy[i] = sine
  }
  for (const field of [xy, sxx, sxy, syy]) releaseBuffer(field)
  return { x: xx, y: yy }
}

/** Sums values along the flow line through a pixel. One instance is reused for all pixels. */
export class Walk {
  sum = 0
  count = 0
  readonly #flow: Flow
  readonly #grid: Grid

  constructor(flow: Flow, grid: Grid) {
    this.#flow = flow
    this.#grid = grid
  }

  /**
   * Sums `values` in both directions along the flow, up to `steps` pixels or the edge. Counts the start pixel twice.
   */
  both(values: Field, x: number, y: number, steps: number): void {
    this.sum = 2 * values[y * this.#grid.w + x]!
    this.count = 2
    this.#follow(values, x, y, 1, steps)
    this.#follow(values, x, y, -1, steps)
  }

  #follow(values: Field, x: number, y: number, sign: 1 | -1, steps: number): void {
    const { w, h } = this.#grid
    const { x: flowX, y: flowY } = this.#flow
    let px = x
    let py = y
    let vx = flowX[y * w + x]! * sign
    let vy = flowY[y * w + x]! * sign
    let sum = 0
    let count = 0
    while (count < steps) {
      px += vx
      py += vy
      if (px < 1 || py < 1 || px > w - 2 || py > h - 2) break
      const i = ((py + 0.5) | 0) * w + ((px + 0.5) | 0)
      sum += values[i]!
      count++
      const turn = flowX[i]! * vx + flowY[i]! * vy < 0 ? -1 : 1
      vx = flowX[i]! * turn
      vy = flowY[i]! * turn
    }
    this.sum += sum
    this.count += count
  }
}
