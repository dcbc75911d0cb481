import { expect, test } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { hideCutItems } from '#worker/artist/ink/study/cut-items.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { WORN } from '#worker/artist/ink/study/worn-items.ts'

const grid = createGrid(1)
/** Height of the photo's upper edge, in units. */
const EDGE_Y = -70

/** Hides an item on a head. Returns its class and whether it is hidden. */
function hideItem({ top = EDGE_Y, worn = WORN.item as number, head = KIND.hair as number } = {}) {
  const [kind, wears] = [new Uint8Array(grid.w * grid.h), new Uint8Array(grid.w * grid.h)]
  const hidden = createField(grid)
  eachPixel(grid, (i, x, y) => {
    if (y < EDGE_Y || Math.abs(x) > 60) return
    const isItem = x > 20 && x < 40 && y > top && y < top + 8
    kind[i] = isItem ? KIND.others : head
    if (isItem) wears[i] = worn
  })
  hideCutItems(kind, wears, hidden, createField(grid), (i) => Math.floor(i / grid.w) + grid.y0 > EDGE_Y, grid)
  const at = indexAt(grid, 30, top + 4)
  return { kind: kind[at], isHidden: hidden[at] === 1 }
}

test('hides sunglasses in hair that the edge of the photo cuts', () => {
  expect(hideItem()).toEqual({ kind: KIND.hair, isHidden: true })
})

test.each([
  ['below the edge', { top: -50 }],
  ['that is a hat', { worn: WORN.hat }],
  ['on a bald head', { head: KIND.faceSkin }],
])('keeps an item %s', (_which, item) => {
  expect(hideItem(item)).toEqual({ kind: KIND.others, isHidden: false })
})

test('hides a leaf that reaches beyond the hair, and leaves out what lies beside the head', () => {
  const [kind, worn] = [new Uint8Array(grid.w * grid.h), new Uint8Array(grid.w * grid.h)]
  const [hidden, a] = [createField(grid), createField(grid)]
  eachPixel(grid, (i, x, y) => {
    if (y < EDGE_Y) return
    const isLeaf = x > 20 && x < 80 && y < -10
    if (Math.abs(x) < 46) kind[i] = KIND.hair
    if (isLeaf) [kind[i], worn[i], a[i]] = [KIND.others, WORN.item, -0.05]
  })
  hideCutItems(kind, worn, hidden, a, (i) => Math.floor(i / grid.w) + grid.y0 > EDGE_Y, grid)
  const at = (x: number, y: number) => kind[indexAt(grid, x, y)]
  expect([at(30, -50), at(48, -14), at(72, -50)]).toEqual([KIND.hair, KIND.hair, KIND.background])
})

test('fills the gap of wall between a hidden item and hair', () => {
  const [kind, worn] = [new Uint8Array(grid.w * grid.h), new Uint8Array(grid.w * grid.h)]
  eachPixel(grid, (i, x, y) => {
    if (y < EDGE_Y || Math.abs(x) > 46) return
    const isItem = Math.abs(x) < 40 && y < -50
    kind[i] = isItem ? KIND.others : y < -48 && Math.abs(x) < 40 ? KIND.background : KIND.hair
    if (isItem) worn[i] = WORN.item
  })
  hideCutItems(kind, worn, createField(grid), createField(grid), (i) => Math.floor(i / grid.w) + grid.y0 > EDGE_Y, grid)
  expect(kind[indexAt(grid, 0, -49)]).toBe(KIND.hair)
})
