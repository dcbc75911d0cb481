import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import { inpaint } from '#worker/artist/ink/study/hair.ts'
import { smoothJaw } from '#worker/artist/ink/study/mask-repairs.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { compareCheeks } from '#worker/artist/ink/study/skin-tone.ts'

const grid = createGrid(2)
const half = toHalfGrid(grid)

/** A chin with a step of 4 units at its right, below a mouth at 30, with or without hair beside the step. */
function lookAtStep({ isBesideHair = false }) {
  const shape = createField(grid)
  eachPixel(grid, (i, x, y) => {
    shape[i] = Math.abs(x) < 40 && y < (x > 20 && x < 26 ? 64 : 60) ? 1 : 0
  })
  const kind = new Uint8Array(half.w * half.h).fill(KIND.faceSkin)
  eachPixel(half, (i, x) => {
    if (isBesideHair && x > 21) kind[i] = KIND.hair
  })
  smoothJaw(shape, grid, { lipsOut: [{ x: 0, y: 30 }] } as unknown as FaceMap, kind)
  return (x: number, y: number) => shape[indexAt(grid, x, y)]!
}

describe('smoothJaw', () => {
  it('removes a step from the outline of a jaw', () => {
    const at = lookAtStep({})
    expect(at(23, 63)).toBe(0)
    expect([at(0, 58), at(0, 62), at(39, 0)]).toEqual([1, 0, 1])
  })

  it('keeps the outline beside hair', () => {
    expect(lookAtStep({ isBesideHair: true })(23, 63)).toBe(1)
  })
})

describe('compareCheeks', () => {
  const cheeks: number[] = []
  eachPixel(half, (i, x, y) => {
    if (Math.abs(Math.abs(x) - 20) < 8 && Math.abs(y) < 8) cheeks.push(i)
  })
  const measure = ([first]: number[]) => (first! % half.w < half.w / 2 ? 0.8 : 0.64)

  it('returns the lightness of the darker cheek relative to the lighter one', () => {
    expect(compareCheeks(measure, cheeks, 0, half)).toEqual({ left: 1, right: expect.closeTo(0.8) })
  })

  it('counts a hidden cheek as light', () => {
    expect(compareCheeks(measure, cheeks, 40, half)).toEqual({ left: 1, right: 1 })
  })
})

it('inpaints a collar far below the last lock of hair', () => {
  const sure = createField(half)
  const lightness = createField(half).fill(0.9)
  eachPixel(half, (i, x, y) => {
    if (x < 0 || x > 6 || y < 0 || y > 40) return
    sure[i] = 1
    lightness[i] = 0.2
  })
  const [filled] = inpaint([lightness], sure, half)
  expect(filled![indexAt(half, 3, 90)]).toBeCloseTo(0.2)
})
