import { expect, test } from 'vitest'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { continueBrim } from '#worker/artist/ink/study/cut-brim.ts'
import { WORN } from '#worker/artist/ink/study/worn-items.ts'

const grid = createGrid(1)
/** Position of the photo's right side, in units. */
const SIDE_X = 60

/** Continues a brim that ends at `toX`, between two heights. */
function continueAt({ toX = SIDE_X, top = -50, bottom = -30, worn = WORN.hat as number } = {}) {
  const [piece, wears] = [createField(grid), new Uint8Array(grid.w * grid.h)]
  const inside = new Uint8Array(grid.w * grid.h)
  eachPixel(grid, (i, x, y) => {
    if (x < SIDE_X && y > -120) inside[i] = 1
    if (x < -30 || x > toX || y < top || y > bottom) return
    piece[i] = 1
    wears[i] = worn
  })
  return continueBrim(piece, wears, (i) => inside[i] === 1, grid)
}

test('rounds the tip of a brim beyond a side of the photo', () => {
  const brim = continueAt()!
  const holds = [-48, -40, -32].map((y) => brim.holds(SIDE_X + 7, y))
  expect(holds).toEqual([false, true, false])
  expect(brim.holds(SIDE_X + 14, -40)).toBe(false)
  expect(brim.isNear(SIDE_X + 12, -40)).toBe(true)
})

test.each([
  ['a brim that the photo shows', { toX: SIDE_X - 6 }],
  ['the cut of a whole crown', { top: -95 }],
  ['an item that is no hat', { worn: WORN.item }],
])('leaves %s as it is', (_which, hat) => {
  expect(continueAt(hat)).toBeNull()
})
