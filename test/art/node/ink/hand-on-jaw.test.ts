import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { restoreJaw } from '#worker/artist/ink/study/hand-on-jaw.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

describe('restoreJaw', () => {
  const grid = createGrid(2)
  const half = toHalfGrid(grid)
  /** Depth inside a round face whose chin lies at 60. */
  const depthAt = (x: number, y: number) => 50 - Math.hypot(x, y - 10)
  const isHand = (x: number, y: number) => y > 52 && Math.abs(x) < 20
  const isHair = (x: number) => x > 30

  /** Returns what remains of a head with a bite out of its chin and skin beyond it. */
  function restored(): (x: number, y: number) => number {
    const [shape, face, hand] = [createField(grid), createField(grid), createField(half)]
    const kind = new Uint8Array(half.w * half.h)
    eachPixel(grid, (i, x, y) => {
      face[i] = Math.max(-16, depthAt(x, y))
      shape[i] = face[i]! > -12 && !(x < 0 && x > -10 && y > 52) ? 1 : 0
    })
    eachPixel(half, (i, x, y) => {
      hand[i] = isHand(x, y) ? 1 : 0
      kind[i] = isHair(x) ? KIND.hair : KIND.faceSkin
    })
    restoreJaw(shape, face, hand, kind, grid, { lipsOut: [{ x: 0, y: 30 }] })
    return (x, y) => shape[indexAt(grid, x, y)]!
  }

  it('fills a bite and cuts off fingers below the chin', () => {
    const at = restored()
    expect(at(-5, 56)).toBe(1)
    expect(at(0, 64)).toBe(0)
    expect(at(14, 64)).toBe(0)
  })

  it('keeps hair, and skin far from the hand', () => {
    const at = restored()
    expect(at(33, 50)).toBe(1)
    expect(at(-52, 32)).toBe(1)
  })
})
