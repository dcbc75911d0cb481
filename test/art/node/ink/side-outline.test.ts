import { describe, expect, it } from 'vitest'
import { createField, createGrid, indexAt, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { smoothSides } from '#worker/artist/ink/study/side-outline.ts'

const grid = createGrid(1)

type Sides = { halfAt: (y: number) => number; curls?: number; isEar?: (y: number) => boolean; hasWall?: boolean }

/** Returns a predicate for points of hair of a half width at each height, after its sides were smoothed. */
function smoothHair({
  halfAt,
  curls = 0,
  isEar = () => false,
  hasWall = false,
}: Sides): (x: number, y: number) => boolean {
  const shape = createField(grid)
  for (let i = 0; i < shape.length; i++) {
    const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
    if (Math.abs(x) < halfAt(y) && y > -80 && y < 90) shape[i] = 1
  }
  smoothSides(
    shape,
    grid,
    curls,
    (_column, row) => !isEar(unitY(grid, row)),
    (i) => Math.abs(unitX(grid, i % grid.w)) < 40,
    () => hasWall,
  )
  return (x, y) => shape[indexAt(grid, x, y)] === 1
}

describe('the sides of hair', () => {
  it('fills a bite', () => {
    const holds = smoothHair({ halfAt: (y) => (y > 0 && y < 40 ? 46 : 62) })
    expect([-56, 56].map((x) => holds(x, 20))).toEqual([true, true])
    expect(holds(64, 20)).toBe(false)
  })

  it('leaves a bite open that shows the wall', () => {
    const holds = smoothHair({ halfAt: (y) => (y > 0 && y < 40 ? 46 : 62), hasWall: true })
    expect([-52, 52].map((x) => holds(x, 20))).toEqual([false, false])
  })

  it('cuts off a knob', () => {
    const holds = smoothHair({ halfAt: (y) => (y > 10 && y < 22 ? 68 : 60) })
    expect([-65, 65].map((x) => holds(x, 16))).toEqual([false, false])
    expect(holds(57, 16)).toBe(true)
  })

  it('cuts off a part of a knob of curls', () => {
    const holds = smoothHair({ halfAt: (y) => (y > 10 && y < 22 ? 68 : 60), curls: 1 })
    expect([61, 66].map((x) => holds(x, 16))).toEqual([true, false])
  })

  it('keeps hair that gets wider or narrower', () => {
    for (const halfAt of [(y: number) => 55 + 0.1 * y, (y: number) => 60 - 0.1 * y]) {
      const holds = smoothHair({ halfAt })
      for (const y of [-30, 10, 70]) expect([-2, 2].map((off) => holds(halfAt(y) + off, y))).toEqual([true, false])
    }
  })

  it('keeps an ear that protrudes, and most of the outline of curls', () => {
    const isEar = (y: number) => y > -10 && y < 12
    const ear = smoothHair({ halfAt: (y) => (isEar(y) ? 62 : 52), isEar })
    expect(ear(60, 2)).toBe(true)
    expect(ear(58, 30)).toBe(false)
    expect(smoothHair({ halfAt: (y) => (y > 0 && y < 40 ? 46 : 62), curls: 1 })(58, 20)).toBe(false)
  })

  it('fills a bite with an ear in it', () => {
    const isEar = (y: number) => y > 4 && y < 18
    const holds = smoothHair({ halfAt: (y) => (y > -15 && y < 36 ? 46 : 62), isEar })
    expect(holds(57, 10)).toBe(true)
  })
})
