import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { measureCurls } from '#worker/artist/ink/study/curls.ts'

const grid = createGrid(2)
const measure = (lightnessAt: (x: number, y: number) => number) => {
  const lightness = createField(grid)
  eachPixel(grid, (i, x, y) => (lightness[i] = lightnessAt(x, y)))
  return measureCurls(lightness, grid, () => true)
}

describe('curls', () => {
  it('measures 0 where strands share a direction', () => {
    expect(measure((x, y) => 0.3 + 0.1 * Math.sin(2 * x + 0.3 * y))).toBe(0)
  })

  it('measures 1 where they run in all directions', () => {
    expect(measure((x, y) => 0.3 + 0.1 * Math.sin(1.5 * x) * Math.sin(1.5 * y))).toBe(1)
  })

  it('measures 0 without hair', () => {
    expect(measureCurls(createField(grid), grid, () => false)).toBe(0)
  })
})
