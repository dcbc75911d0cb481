import type { Cheek, PaintedFace } from './gear.ts'

const drawCheek = (side: -1 | 1): Cheek => ({
  side,
  markX: 20.5 * side,
  markWidth: 27,
  rise: { inner: 1, outer: 2.4 },
  lidY: -1,
  mouthY: 39,
  innerX: 11 * side,
  outerX: 42 * side,
})

/** Face of a drawn head in front view. */
export const DRAWN_FACE: PaintedFace = {
  cheeks: [drawCheek(-1), drawCheek(1)],
  slope: 0,
}
