import { expect, test } from 'vitest'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { addBrims, labelCurls } from '#worker/artist/ink/study/wall.ts'
import { WORN } from '#worker/artist/ink/study/worn-items.ts'

const grid = createGrid(1)

type Beside = { hair?: number; object?: number; worn?: number; matte?: number }

/** Returns the class of an object beside hair, after labeling. Colors are values of red against green. */
function labelBeside({ hair = 0.12, object = 0.12, worn = WORN.no, matte = 1 }: Beside): number {
  const [lightness, a, b, person] = [createField(grid), createField(grid), createField(grid), createField(grid)]
  const kind = new Uint8Array(grid.w * grid.h)
  const wears = new Uint8Array(kind.length)
  let inObject = 0
  eachPixel(grid, (i, x, y) => {
    if (y > -20 || y < -80 || Math.abs(x) > 80) return
    const isObject = x > 50
    kind[i] = isObject ? KIND.others : KIND.hair
    lightness[i] = 0.35
    a[i] = isObject ? object : hair
    person[i] = matte
    if (isObject) wears[i] = worn
    if (isObject) inObject = i
  })
  labelCurls(kind, wears, person, { lightness, a, b }, grid)
  return kind[inObject]!
}

test('labels an object in the color of the hair beside it as hair', () => {
  expect(labelBeside({})).toBe(KIND.hair)
})

test.each([
  ['of another color', { object: 0.02 }],
  ['that is worn', { worn: WORN.hat }],
  ['that is no part of the person', { matte: 0.4 }],
  ['as gray as the hair', { hair: 0.01, object: 0.01 }],
])('leaves an object alone %s', (_which, beside) => {
  expect(labelBeside(beside)).toBe(KIND.others)
})

test.each([
  ['adds a brim in the hue of the hat above the brows', 0.02, -40, WORN.hat],
  ['leaves a phone of another hue out', 0.12, -40, WORN.no],
  ['leaves a phone below the brows out', 0.02, -10, WORN.no],
])('%s', (_what, red, top, expected) => {
  const colors = { lightness: createField(grid), a: createField(grid), b: createField(grid) }
  const kind = new Uint8Array(grid.w * grid.h)
  const worn = new Uint8Array(kind.length)
  let inBrim = 0
  eachPixel(grid, (i, x, y) => {
    const isHat = Math.abs(x) < 30 && y < -40 && y > -80
    const isBrim = x > 64 && x < 90 && y > top && y < 0
    if (isHat || isBrim) kind[i] = KIND.others
    if (isHat) worn[i] = WORN.item
    colors.a[i] = isBrim ? red : 0.01
    if (isBrim) inBrim = i
  })
  addBrims(kind, worn, colors, grid)
  expect(worn[inBrim]).toBe(expected)
})
