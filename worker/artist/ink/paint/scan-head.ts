import type { Brush } from './brush.ts'
import { type Grid, placeIn, unitX, unitY } from '../field/grid.ts'
import { smoothstep } from '../field/numbers.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import type { Portrait } from '../study/portrait.ts'
import type { Sampler } from '../field/sampler.ts'

/** The outline lies around the contour: this far outside and inside, in units. */
export const OUTLINE = { outside: 2.6, inside: 0.6 } as const

export type Scan = {
  readonly portrait: Portrait
  readonly large: Grid
  /** Is at the pixel when `paint` is called. */
  readonly at: Sampler
  /** Holds the pixel's color when `paint` has returned. */
  readonly brush: Brush
  /** How far inside the part that can be seen a point of head space lies, in units: hats hide hair. */
  readonly depthAt?: ((x: number, y: number) => number) | undefined
  /** @param distance inside the contour, in units; negative outside. @param i of the pixel's four bytes */
  readonly paint: (x: number, y: number, distance: number, column: number, i: number) => void
}

/** Half a pixel of the drawing: every edge is softened by it. */
export const edgeOfPixel = (large: Grid): number => 0.5 / large.perUnit

/** Goes over every pixel of a head and its die-cut outline. Transparent around it. */
export function scanHead({ portrait, large, at, brush, depthAt, paint }: Scan): Picture {
  const data = new Uint8ClampedArray(large.w * large.h * 4)
  const edge = edgeOfPixel(large)
  const far = -5 * portrait.grid.perUnit
  const { left, right, top, bottom } = placeIn(large, portrait.grid)
  for (let row = top; row < bottom; row++) {
    at.toRow(row)
    const y = unitY(large, row)
    for (let column = left; column < right; column++) {
      at.toColumn(column)
      if (portrait.distance[at.index]! < far) continue
      const x = unitX(large, column)
      const depth = at.read(portrait.distance) / portrait.grid.perUnit
      const distance = depthAt ? Math.min(depth, depthAt(x, y)) : depth
      if (distance < -OUTLINE.outside - edge) continue
      const i = (row * large.w + column) * 4
      paint(x, y, distance, column, i)
      data[i] = brush.r
      data[i + 1] = brush.g
      data[i + 2] = brush.b
      data[i + 3] = 255 * smoothstep(-OUTLINE.outside - edge, -OUTLINE.outside + edge, distance)
    }
  }
  return { data, widthPx: large.w, heightPx: large.h }
}
