import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { dimFarLens } from '#worker/artist/ink/study/far-lens.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)

/** A face before a bright wall that ends at a column, with or without a lens that stands out beside it. */
function withLens(hasFrame: boolean) {
  const lightness = createField(grid).fill(0.95)
  const [a, b, mask] = [createField(grid), createField(grid), createField(grid)]
  const oval = createField(grid)
  const kind = new Uint8Array(mask.length)
  eachPixel(grid, (i, x, y) => {
    oval[i] = 40 - x
    const isLens = Math.abs(y + 4) < 9 && x < 52
    if (x > 40 && !isLens) return
    mask[i] = 1
    kind[i] = x <= 40 ? KIND.faceSkin : KIND.background
    if (hasFrame && isLens && x > 30 && (x > 50 || Math.abs(y + 4) > 7)) kind[i] = KIND.others
    if (kind[i] === KIND.faceSkin) lightness[i] = 0.7
  })
  const glass = dimFarLens({ lightness, a, b }, mask, kind, oval, [0.7, 0.03, 0.05], grid)
  return { glass, at: (x: number, y: number) => lightness[indexAt(grid, x, y)]! }
}

describe('the far lens of glasses on a turned head', () => {
  it('is darker than the wall that it shows', () => {
    const { glass, at } = withLens(true)
    expect(glass).not.toBeNull()
    expect(at(45, -4)).toBeLessThan(0.5)
    expect([at(0, -4), at(60, -4)]).toEqual([0.7, 0.95].map(Math.fround))
  })

  it('is nothing without a frame', () => {
    const { glass, at } = withLens(false)
    expect([glass, at(45, -4)]).toEqual([null, Math.fround(0.95)])
  })
})
