import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt, toHalfGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { bridgeDents } from '#worker/artist/ink/study/bridge-dents.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(2)
const half = toHalfGrid(grid)
const isHead = (x: number, y: number) => Math.hypot(x / 56, y / 80) < 1
const isLeaf = (x: number, y: number) => Math.hypot(x + 60, y + 40) < 34

/** Bridges a round head without the part behind a leaf. */
function bridge({ yaw = 0, hasLeaf = true }) {
  const [shape, hidden] = [createField(grid), createField(half)]
  const kind = new Uint8Array(half.w * half.h)
  eachPixel(grid, (i, x, y) => {
    shape[i] = isHead(x, y) && !isLeaf(x, y) ? 1 : 0
  })
  const isObject = (i: number) => hasLeaf && isLeaf(unitX(half, i % half.w), unitY(half, Math.floor(i / half.w)))
  bridgeDents(shape, grid, yaw, kind, hidden, isObject)
  const at = indexAt(half, -38, -40)
  return { isFilled: shape[indexAt(grid, -38, -40)] === 1, kind: kind[at], hidden: hidden[at], shape }
}

describe('a dent in the outline of hair', () => {
  it('is bridged behind an object, like the other side', () => {
    const { isFilled, kind, hidden, shape } = bridge({})
    expect(isFilled).toBe(true)
    expect(kind).toBe(KIND.hair)
    expect(hidden).toBe(1)
    let beyond = 0
    eachPixel(grid, (i, x, y) => {
      if (shape[i] === 1 && Math.hypot(x / 60, y / 84) > 1) beyond++
    })
    expect(beyond).toBeLessThan(20)
  })

  it('stays without an object and on a turned head', () => {
    expect(bridge({ hasLeaf: false }).isFilled).toBe(false)
    expect(bridge({ yaw: 0.6 }).isFilled).toBe(false)
  })
})
