import { type Grid, unitX, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { KIND } from './segment-fields.ts'

/**
 * A bald scalp lies above `belowY` and at most `radius` from a point `y` above the middle of the face. It reaches above
 * `topY`, covers at least `area` square units and borders on the face along `border`. In units.
 */
const SCALP = { belowY: -12, y: -20, radius: 72, inside: 0.97, topY: -58, area: 25, border: 12 } as const

/** Labels a bald scalp that the net takes for the skin of a body as face, in place. Fingers at a temple end lower. */
export function labelScalp(kind: Uint8Array, grid: Grid): void {
  const isAbove = (i: number) => unitY(grid, Math.floor(i / grid.w)) < SCALP.belowY
  eachPiece(
    grid,
    (i) => kind[i] === KIND.bodySkin && isAbove(i),
    false,
    (pixels) => {
      if (pixels.length < SCALP.area * grid.perUnit ** 2) return
      let [inside, border, top] = [0, 0, 0]
      for (const i of pixels) {
        const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
        if (Math.hypot(x, y - SCALP.y) < SCALP.radius) inside++
        if ([i - 1, i + 1, i + grid.w].some((beside) => kind[beside] === KIND.faceSkin)) border++
        top = Math.min(top, y)
      }
      const isScalp = inside >= SCALP.inside * pixels.length && border >= SCALP.border * grid.perUnit
      if (isScalp && top < SCALP.topY) for (const i of pixels) kind[i] = KIND.faceSkin
    },
  )
}
