import { STAGE, type WINDOW } from '../card-layout.ts'

/** Returns a point's distance outside a window with chamfered top right and bottom left corners. Negative inside. */
export function outside(x: number, y: number, { left, top, right, bottom, chamfer }: typeof WINDOW | typeof STAGE) {
  const sides = Math.max(left - x, x - right, top - y, y - bottom)
  const cuts = Math.max(x - y - (right - chamfer - top), y - x - (bottom - chamfer - left)) * Math.SQRT1_2
  return Math.max(sides, cuts)
}

/**
 * Returns the columns of a row that are certainly inside the stage: the first, and the one after the last. Returns an
 * empty span outside the card if there are none.
 */
export function openingAt(y: number): [number, number] {
  const from = Math.max(STAGE.left, y - (STAGE.bottom - STAGE.chamfer - STAGE.left)) + 2
  const to = Math.min(STAGE.right, y + (STAGE.right - STAGE.chamfer - STAGE.top)) - 2
  return y < STAGE.top + 1 || y > STAGE.bottom - 2 || to <= from ? [-1, -1] : [from, to]
}
