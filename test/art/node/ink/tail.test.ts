import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { findTail } from '#worker/artist/ink/study/tail.ts'

const grid = createGrid(1)
const EAR_Y = 24

/** A head turned by an angle, with hair where a predicate is true. */
function tailOf(yaw: number, isHair: (x: number, y: number) => boolean) {
  const points = Object.assign([], { 132: { x: -40, y: EAR_Y }, 152: { x: 0, y: 66 }, 361: { x: 40, y: EAR_Y } })
  const kind = new Uint8Array(grid.w * grid.h)
  eachPixel(grid, (i, x, y) => {
    if (isHair(x, y)) kind[i] = KIND.hair
  })
  return findTail(kind, createField(grid).fill(-16), { yaw, points } as unknown as FaceMap, grid)
}

/** A tail that leans away from the neck and gets thin in the middle. */
const isTail = (x: number, y: number) =>
  y > 0 && y < 90 && Math.abs(x + 60 + 0.4 * (y - EAR_Y)) < (Math.abs(y - 50) < 6 ? 3 : 8)

describe('the ponytail of a turned head', () => {
  it('continues below the ear and ends in a tip', () => {
    const { holds, replaces } = tailOf(0.6, isTail)!
    const widthAt = (y: number) => Array.from({ length: 112 }, (_, n) => holds(n - 112, y)).filter(Boolean).length
    for (const y of [EAR_Y, 40, 50, 60]) expect(widthAt(y)).toBeGreaterThan(8)
    expect(widthAt(85)).toBeLessThan(widthAt(60))
    expect(widthAt(105)).toBe(0)
    expect(replaces(-70, 50)).toBe(true)
    expect(replaces(0, 50)).toBe(false)
  })

  it('stays inside the window', () => {
    const { holds } = tailOf(0.6, (x, y) => y > 0 && Math.abs(x + 60 + 0.9 * (y - EAR_Y)) < 8)!
    for (let y = -20; y < 112; y++) expect(holds(grid.x0 + 1, y)).toBe(false)
  })

  it('does not exist on a head that faces the camera, with short hair, or with hair that hangs loose', () => {
    expect(tailOf(0.1, isTail)).toBeNull()
    expect(tailOf(0.6, (x, y) => y < 40 && isTail(x, y))).toBeNull()
    expect(tailOf(0.6, (x, y) => isTail(x, y) || (x > 20 && x < 40 && y > 30))).toBeNull()
  })
})
