import { expect, test } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { growBehindGlasses } from '#worker/artist/ink/study/pushed-up.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { WORN } from '#worker/artist/ink/study/worn-items.ts'

const grid = createGrid(1)

/** Returns the class of a point above an item in hair, and whether it is hidden hair. */
function growAbove({ bottom = -55, hairTop = -66, halfWidth = 40, edge = -130 } = {}, y = -74) {
  const [kind, worn] = [new Uint8Array(grid.w * grid.h), new Uint8Array(grid.w * grid.h)]
  const hidden = createField(grid)
  eachPixel(grid, (i, x, y) => {
    const isItem = Math.abs(x) < halfWidth && y > -70 && y < bottom
    if (isItem) [kind[i], worn[i]] = [KIND.others, WORN.hat]
    else if (Math.abs(x) < 46 && y > hairTop && y < 0) kind[i] = KIND.hair
  })
  growBehindGlasses(kind, worn, hidden, (i) => Math.floor(i / grid.w) + grid.y0 > edge, grid)
  const at = indexAt(grid, 0, y)
  return { kind: kind[at], isHidden: hidden[at] === 1 }
}

test('grows an arch of hair behind sunglasses on top of a head', () => {
  expect(growAbove()).toEqual({ kind: KIND.hair, isHidden: true })
  expect(growAbove({}, -90).kind).toBe(KIND.background)
})

test('ends the arch below the edge of the photo', () => {
  expect(growAbove({ edge: -74 }, -73).kind).toBe(KIND.background)
})

test.each([
  ['a hat', { bottom: -30 }],
  ['an item with hair above', { hairTop: -72 }],
  ['a narrow item', { halfWidth: 15 }],
])('leaves %s as it is', (_which, item) => {
  expect(growAbove(item).isHidden).toBe(false)
})
