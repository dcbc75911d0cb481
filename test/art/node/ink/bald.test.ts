import { describe, expect, it } from 'vitest'
import { roundBaldCrown } from '#worker/artist/ink/study/bald.ts'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'

const grid = createGrid(2)

/** Draws a round head with a bite at the right temple and a nub on top. */
function bitten() {
  const shape = createField(grid)
  eachPixel(grid, (i, x, y) => {
    const isBite = Math.hypot(x - 46, y + 46) < 14
    const isNub = Math.abs(x) < 5 && y > -80 && y < -60
    shape[i] = (Math.hypot(x, y + 20) < 54 && !isBite) || isNub ? 1 : 0
  })
  return shape
}

/** Returns the callbacks of a head that the net takes for skin, and for hair in a patch at the top. */
function allSkin(hasPatch = false, marked: string[] = []) {
  const isPatch = (x: number, y: number) => hasPatch && Math.abs(x) < 5 && y < -60
  return [
    (x: number, y: number) => !isPatch(x, y),
    (x: number, y: number) => void (isPatch(x, y) && marked.push(`${x},${y}`)),
  ] as const
}

describe('a bald crown', () => {
  it('loses nubs and fills bites in its outline', () => {
    const shape = bitten()
    expect(roundBaldCrown(shape, grid, ...allSkin())).toBe(true)
    expect(shape[indexAt(grid, 0, -78)]).toBe(0)
    expect(shape[indexAt(grid, 0, -71)]).toBe(1)
    expect(shape[indexAt(grid, 38, -50)]).toBe(1)
    expect(shape[indexAt(grid, 46, -60)]).toBe(0)
  })

  it('marks a patch of scalp that the net takes for hair as skin', () => {
    const marked: string[] = []
    expect(roundBaldCrown(bitten(), grid, ...allSkin(true, marked))).toBe(true)
    expect(marked).not.toHaveLength(0)
  })

  it('leaves the outline of hair unchanged', () => {
    const shape = bitten()
    const isBald = roundBaldCrown(
      shape,
      grid,
      () => false,
      () => {},
    )
    expect(isBald).toBe(false)
    expect(shape).toEqual(bitten())
  })
})
