import { describe, expect, it } from 'vitest'
import { createField, createGrid, indexAt, unitY } from '#worker/artist/ink/field/grid.ts'
import { calmSunlitCrown } from '#worker/artist/ink/study/sunlit-crown.ts'

const grid = createGrid(1)

/** Calms a head with cheeks of one lightness below a crown of another, and returns the lightness at a height. */
function calm(cheek: number, crown: number) {
  const lightness = createField(grid).map((_, i) => (unitY(grid, Math.floor(i / grid.w)) < -40 ? crown : cheek))
  const planes = { lightness, a: createField(grid), b: createField(grid), grid }
  const field = () => createField(grid)
  const b = lightness.map((value) => (value === lightness[indexAt(grid, 0, 10)] ? 0.05 : 0))
  const tones = { slope: field().fill(1), offset: field(), a: field(), b, grid }
  const cheeks = [indexAt(grid, -20, 10), indexAt(grid, 20, 10)]
  calmSunlitCrown(tones, planes, field().fill(1), field(), cheeks)
  return (y: number) => {
    const i = indexAt(grid, 0, y)
    return { lightness: tones.slope[i]! * lightness[i]! + tones.offset[i]!, b: tones.b[i]! }
  }
}

describe('a bald crown in the sun', () => {
  it('is a little lighter than the cheeks and has the color of skin', () => {
    const at = calm(0.6, 0.95)
    expect(at(-60).lightness).toBeLessThan(0.85)
    expect(at(-60).lightness).toBeGreaterThan(0.7)
    expect(at(-60).b).toBeCloseTo(0.05)
    expect(at(10).lightness).toBeCloseTo(0.6)
  })

  it('stays as it is in even light', () => {
    expect(calm(0.8, 0.88)(-60)).toEqual({ lightness: expect.closeTo(0.88), b: 0 })
  })
})
