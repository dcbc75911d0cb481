import { describe, expect, it } from 'vitest'
import { getFaceSides } from '#worker/artist/fit/sides.ts'
import { createField, createGrid, indexAt, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { lineHelmet } from '#worker/artist/ink/paint/line-helmet.ts'
import { mapAt } from './fit-at-yaw.ts'

const grid = createGrid(2)
const map = mapAt(0)
const LINING = '#22282d'
const LINING_RGB = [34, 40, 45]
/** A place beside the face, beyond its soft edge. */
const BESIDE = { x: getFaceSides(map, 10).right + 4, y: 10 }
const INSIDE = { x: 20, y: 10 }

const skin = createField(grid)
for (let row = 0; row < grid.h; row++) {
  const { left, right } = getFaceSides(map, unitY(grid, row))
  for (let column = 0; column < grid.w; column++) {
    const x = unitX(grid, column)
    skin[row * grid.w + column] = x > left && x < right ? 1 : 0
  }
}

/** Lines a head of one color. Returns the color at a place. */
function line(color: readonly [number, number, number], { isWorn = false, keepsWorn = true } = {}) {
  const worn = createField(grid).fill(isWorn ? 1 : 0)
  const data = new Uint8ClampedArray(4 * grid.w * grid.h)
  for (let i = 0; i < data.length; i += 4) data.set([...color, 255], i)
  const beside = {
    skin,
    worn,
    grid,
    keepsWorn,
    sidesAt: (y: number) => getFaceSides(map, y),
    drawnHair: [0.4, 0.03, 0.05] as const,
    bodySkin: { lit: [0.75, 0.04, 0.05], shade: [0.65, 0.04, 0.05], deep: [0.5, 0.04, 0.05] } as const,
  }
  lineHelmet({ data, widthPx: grid.w, heightPx: grid.h }, beside, map, LINING, grid.perUnit)
  return ({ x, y }: { x: number; y: number }) => [...data.slice(4 * indexAt(grid, x, y)).subarray(0, 3)]
}

describe('lineHelmet', () => {
  it.each([
    [240, 240, 240],
    [200, 20, 30],
  ] as const)('replaces wall beside a face by the lining (%i, %i, %i)', (...wall) => {
    expect(line(wall)(BESIDE)).toEqual(LINING_RGB)
    expect(line(wall)(INSIDE)).toEqual(wall)
  })

  it('keeps hair and skin beside a face', () => {
    const [hair, skin] = [
      [100, 68, 42],
      [205, 165, 140],
    ] as const
    expect(line(hair)(BESIDE)).toEqual(hair)
    expect(line(skin)(BESIDE)).toEqual(skin)
  })

  it('keeps earrings, but no scarf', () => {
    const silver = [220, 220, 225] as const
    expect(line(silver, { isWorn: true })(BESIDE)).toEqual(silver)
    expect(line(silver, { isWorn: true, keepsWorn: false })(BESIDE)).toEqual(LINING_RGB)
  })
})
