import { describe, expect, it } from 'vitest'
import { createField, createGrid, indexAt, toHalfGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { addBackdrop } from '#worker/artist/ink/study/backdrop.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(2)
const half = toHalfGrid(grid)
const INSIDE = new Uint8Array(grid.w * grid.h).fill(1)

/** Marks brown hair in front of a wall. A gap between its strands at x = 46 shows the wall, and so does one at x = 0. */
function markBackdrop(wall: { a: number; b: number; lightness?: number }): (x: number) => number {
  const [mask, foreign] = [createField(half), createField(half)]
  const planes = { lightness: createField(half).fill(0.4), a: createField(half), b: createField(half) }
  const kind = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    const [x, y] = [unitX(half, i % half.w), unitY(half, Math.floor(i / half.w))]
    const isHair = Math.abs(x) < 50 && y > -80 && y < 60
    const isGap = Math.abs(x - 46) < 1.5 || Math.abs(x) < 1.5
    mask[i] = isHair ? 1 : 0
    kind[i] = isHair ? KIND.hair : KIND.background
    if (!isHair || isGap) planes.lightness[i] = wall.lightness ?? 0.4
    planes.a[i] = isHair && !isGap ? 0.02 : wall.a
    planes.b[i] = isHair && !isGap ? 0.05 : wall.b
  }
  addBackdrop(foreign, planes, mask, { kind, crop: { ...planes, inside: INSIDE, grid } }, half)
  return (x) => foreign[indexAt(half, x, 0)]!
}

describe('background between the strands of hair', () => {
  it('is foreign near the outline', () => {
    const shareAt = markBackdrop({ a: -0.08, b: 0.08 })
    expect(shareAt(46)).toBeGreaterThan(0.9)
    expect([shareAt(40), shareAt(20), shareAt(0)]).toEqual([0, 0, 0])
  })

  it('is not told from hair in the same color', () => {
    expect(markBackdrop({ a: 0.03, b: 0.06 })(46)).toBe(0)
  })

  it('is told from hair by its lightness on a bright wall', () => {
    expect(markBackdrop({ a: 0.01, b: 0.04, lightness: 0.95 })(46)).toBeGreaterThan(0.9)
    expect(markBackdrop({ a: 0.01, b: 0.04, lightness: 0.7 })(46)).toBeLessThan(0.1)
  })
})
