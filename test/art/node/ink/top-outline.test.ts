import { describe, expect, it } from 'vitest'
import { createField, createGrid, indexAt, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { smoothTop } from '#worker/artist/ink/study/top-outline.ts'

const grid = createGrid(1)
const MIDDLE_Y = -26

type Top = { dent?: number; isHair?: boolean; isCompleted?: boolean }

/** Returns a predicate for points at an angle and a distance from the middle of a skull with a dent at 45 degrees. */
function smoothSkull({
  dent = 0,
  isHair = true,
  isCompleted = true,
}: Top): (degrees: number, radius: number) => boolean {
  const shape = createField(grid)
  for (let i = 0; i < shape.length; i++) {
    const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w)) - MIDDLE_Y]
    const off = (Math.atan2(x, -y) * 180) / Math.PI - 45
    if (Math.hypot(x, y) < 62 - dent * Math.max(0, 1 - (off / 12) ** 2) && y < 60) shape[i] = 1
  }
  smoothTop(
    shape,
    grid,
    0,
    () => isHair,
    () => isCompleted,
  )
  return (degrees, radius) => {
    const angle = (degrees * Math.PI) / 180
    return shape[indexAt(grid, radius * Math.sin(angle), MIDDLE_Y - radius * Math.cos(angle))] === 1
  }
}

describe('the top of hair', () => {
  it('fills a dent beside a completed part', () => {
    const holds = smoothSkull({ dent: 8 })
    expect([holds(45, 58), holds(45, 65)]).toEqual([true, false])
  })

  it('keeps a wide dent that the photo shows', () => {
    expect(smoothSkull({ dent: 8, isCompleted: false })(45, 58)).toBe(false)
  })

  it('keeps a round outline', () => {
    const holds = smoothSkull({})
    for (const degrees of [-70, -30, 0, 30, 70]) expect([59, 65].map((r) => holds(degrees, r))).toEqual([true, false])
  })

  it('keeps skin and hats', () => {
    expect(smoothSkull({ dent: 8, isHair: false })(45, 58)).toBe(false)
  })
})
