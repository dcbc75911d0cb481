import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, type Field, indexAt } from '#worker/artist/ink/field/grid.ts'
import { findHatPixels } from '#worker/artist/ink/study/own-hat.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { fillHat } from '#worker/artist/ink/study/worn-items.ts'

const grid = createGrid(1)

/** Returns a field with the value of a function at every place. */
function createFrom(valueAt: (x: number, y: number) => number): Field {
  const out = createField(grid)
  eachPixel(grid, (i, x, y) => (out[i] = valueAt(x, y)))
  return out
}

describe('a wearer’s own hat', () => {
  it('includes its narrow sides beside the cheeks, without the arms of glasses', () => {
    const isHat = (x: number, y: number) => Math.abs(x) < 52 && y > -90 && y < -30
    const isSide = (x: number, y: number) => Math.abs(x) > 45 && Math.abs(x) < 52 && y >= -30 && y < 5
    const isArm = (x: number, y: number) => Math.abs(x) > 35 && Math.abs(x) <= 45 && Math.abs(y + 10) < 1
    const worn = createFrom((x, y) => (isHat(x, y) || isSide(x, y) || isArm(x, y) ? 1 : 0))
    const oval = createFrom((x, y) => 40 - Math.hypot(x, y))
    const hat = findHatPixels(worn, oval, grid)
    const at = (x: number, y: number) => hat[indexAt(grid, x, y)]
    expect([at(0, -60), at(48, -5), at(37, -10)]).toEqual([1, 1, 0])
  })

  it('includes dark folds of which the matte sees a part, without the wall below its brim', () => {
    const isWorn = (x: number, y: number) => y > -100 && y < (Math.abs(x) < 50 ? -30 : -60) && Math.abs(x) < 80
    const isFold = (x: number, y: number) => Math.hypot(x - 20, y + 70) < 9
    const kind = Uint8Array.from(createFrom((x, y) => (isWorn(x, y) && !isFold(x, y) ? KIND.others : KIND.background)))
    const person = createFrom((x, y) => (isFold(x, y) ? 0.4 : isWorn(x, y) ? 1 : 0))
    fillHat(kind, person, grid)
    const at = (x: number, y: number) => kind[indexAt(grid, x, y)]
    expect([at(20, -70), at(54, -57), at(0, -20)]).toEqual([KIND.others, KIND.background, KIND.background])
  })

  it.each([
    ['includes a patch at its edge that the net takes for clothes', 40, KIND.others],
    ['leaves out a sleeve beside it', 70, KIND.clothes],
  ])('%s', (_what, patchX, expected) => {
    const isHat = (x: number, y: number) => Math.abs(x) < 50 && y > -90 && y < -30
    const isPatch = (x: number, y: number) => Math.abs(x - patchX) < 12 && Math.abs(y + 60) < 10
    const kind = Uint8Array.from(
      createFrom((x, y) => (isPatch(x, y) ? KIND.clothes : isHat(x, y) ? KIND.others : KIND.background)),
    )
    fillHat(kind, createField(grid), grid)
    expect(kind[indexAt(grid, patchX, -60)]).toBe(expected)
  })
})
