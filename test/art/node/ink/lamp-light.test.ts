import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { findLampLight } from '#worker/artist/ink/study/lamp-light.ts'

const PAINT = [0.7, 0.05, 0.04] as const

/** Draws a head whose purple part starts at the left of the face. Skin ends at `skinFrom`. */
function findPurple(skinFrom: number, isPurple: (x: number, y: number) => boolean, feature = 0) {
  const grid = createGrid(1)
  const [mask, a, b] = [createField(grid), createField(grid), createField(grid)]
  const [skin, worn] = [createField(grid), createField(grid)]
  eachPixel(grid, (i, x, y) => {
    mask[i] = Math.hypot(x, y) < 60 ? 1 : 0
    skin[i] = x > skinFrom ? 1 : 0
    a[i] = isPurple(x, y) ? 0.09 : 0.05
    b[i] = isPurple(x, y) ? -0.09 : 0.04
  })
  const features = createField(grid).fill(feature)
  const light = findLampLight({ mask, a, b, skin, worn, features }, PAINT, [0, 0], grid)
  return light && ((x: number, y: number) => light[indexAt(grid, x, y)]!)
}

describe('findLampLight', () => {
  it('finds purple light on skin and on the hair beside it', () => {
    const at = findPurple(-45, (x) => x < -35)!
    expect(at(-40, 0)).toBeGreaterThan(0.9)
    expect(at(-50, 0)).toBeGreaterThan(0.9)
    expect(at(0, 0)).toBe(0)
  })

  it('keeps dyed hair', () => {
    expect(findPurple(-37, (x) => x < -35)).toBeNull()
  })

  it('keeps painted eyelids, and colors outside the head', () => {
    expect(findPurple(-45, (x) => x < -35, 1)).toBeNull()
    expect(findPurple(-80, (x) => x < -62)).toBeNull()
  })
})
