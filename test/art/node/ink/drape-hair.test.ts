import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, type Field, indexAt } from '#worker/artist/ink/field/grid.ts'
import { drapeHair } from '#worker/artist/ink/paint/drape-hair.ts'
import type { NeckShape } from '#worker/artist/ink/study/neck-shape.ts'
import type { Portrait } from '#worker/artist/ink/study/portrait.ts'

const grid = createGrid(2)
const HAIR = [120, 70, 40] as const
const neck: NeckShape = {
  sidesAt: () => ({ left: -30, right: 30 }),
  underHairAt: () => ({ left: -30, right: 30 }),
  x: 0,
  topY: 50,
  endsY: 69,
}
const fieldOf = (valueAt: (x: number, y: number) => number): Field => {
  const field = createField(grid)
  eachPixel(grid, (i, x, y) => {
    field[i] = valueAt(x, y)
  })
  return field
}

/** Hair of one color that hangs beside the neck down to a height on each side. */
function createHead(
  ends: { left: number; right: number },
  colorAt: (y: number) => readonly number[],
  skinColor: readonly number[],
) {
  const depthAt = (x: number, y: number) =>
    Math.min(Math.abs(x) - 24, 56 - Math.abs(x), (x < 0 ? ends.left : ends.right) - y)
  const data = new Uint8ClampedArray(4 * grid.w * grid.h)
  eachPixel(grid, (i, x, y) => depthAt(x, y) > 0 && data.set([...colorAt(y), 255], 4 * i))
  const portrait = {
    grid,
    distance: fieldOf((x, y) => depthAt(x, y) * grid.perUnit),
    skin: createField(grid),
    worn: createField(grid),
    curls: 0,
    isWrapped: false,
    skinColor,
    drawnHair: [0.45, 0.04, 0.06],
    besideNeck: { left: null, right: null },
  } as unknown as Portrait
  return { head: { data, widthPx: grid.w, heightPx: grid.h }, portrait }
}

function drape(
  ends: { left: number; right: number },
  seenAt?: (x: number, y: number) => number,
  hairAt: (y: number) => readonly number[] = () => HAIR,
  skinColor: readonly number[] = [0.7, 0.03, 0.05],
) {
  const { head, portrait } = createHead(ends, hairAt, skinColor)
  const draped = drapeHair(head, portrait, neck, grid.perUnit, seenAt)
  if (!draped) return null
  const at = (x: number, y: number) => 4 * (indexAt(grid, x, y) - draped.top * grid.w)
  const columns = Array.from({ length: 80 }, (_, k) => k + 10)
  return {
    colorAt: (x: number, y: number) => [...draped.picture.data.subarray(at(x, y), at(x, y) + 4)],
    widthAt: (side: -1 | 1, y: number) =>
      columns.filter((off) => draped.picture.data[at(side * off, y) + 3]! > 200).length,
  }
}

describe('drapeHair', () => {
  it('lays long hair over both shoulders in locks that taper', () => {
    const locks = drape({ left: 112, right: 112 })!
    for (const side of [-1, 1] as const) {
      const [upper, middle, lower] = [66, 102, 109].map((y) => locks.widthAt(side, y)) as [number, number, number]
      expect(upper).toBeGreaterThan(middle)
      expect(middle).toBeGreaterThan(lower)
      expect(lower).toBeGreaterThan(0)
      expect(locks.widthAt(side, 118)).toBe(0)
    }
  })

  it('starts locks below the hair, not beside it', () => {
    const { colorAt } = drape({ left: 112, right: 112 })!
    const columns = Array.from({ length: 90 }, (_, k) => k)
    for (const side of [-1, 1]) {
      const isLock = (x: number, y: number) => colorAt(side * x, y)[3]! > 200
      const [top, below] = [66, 80].map((y) => columns.filter((x) => isLock(x, y))) as [number[], number[]]
      expect(Math.max(...below)).toBeLessThan(Math.max(...top) + 4)
    }
  })

  it('varies the locks from head to head and repeats them for the same head', () => {
    const tipsOf = (lightness: number) => {
      const locks = drape({ left: 112, right: 112 }, undefined, undefined, [lightness, 0.03, 0.05])!
      return [80, 86, 92, 98].flatMap((y) => [locks.widthAt(-1, y), locks.widthAt(1, y)]).join()
    }
    const heads = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    expect(new Set(heads.map(tipsOf)).size).toBeGreaterThan(4)
    expect(tipsOf(0.5)).toBe(tipsOf(0.5))
  })

  it('keeps the color of the hair and outlines the locks in its darkest tone', () => {
    const { colorAt } = drape({ left: 112, right: 112 })!
    expect(Array.from({ length: 40 }, (_, k) => colorAt(-55 + k, 70))).toContainEqual([...HAIR, 255])
    const row = Array.from({ length: 120 }, (_, k) => colorAt(-60 + k / 2, 84))
    expect(row.some(([red, , , alpha]) => alpha! > 200 && red! < 50)).toBe(true)
  })

  it('paints dark clothes that the net takes for hair in the color of the hair', () => {
    const { colorAt } = drape({ left: 112, right: 112 }, undefined, (y) => (y < 72 ? HAIR : [8, 8, 12]))!
    const row = Array.from({ length: 60 }, (_, k) => colorAt(-55 + k / 2, 78)[0]!)
    expect(Math.max(...row)).toBeGreaterThan(70)
  })

  it('leaves hair alone that ends above the shoulder', () => {
    expect(drape({ left: 66, right: 66 })).toBeNull()
    const locks = drape({ left: 66, right: 112 })!
    expect(locks.widthAt(-1, 80)).toBe(0)
    expect(locks.widthAt(1, 80)).toBeGreaterThan(0)
  })

  it('draws no lock if gear hides the hair of a side', () => {
    expect(drape({ left: 112, right: 112 }, (x) => x + 28)).toBeNull()
    expect(drape({ left: 112, right: 112 }, () => 5)).not.toBeNull()
  })

  it('lays locks of the hair that shows below a helmet, a little longer', () => {
    const locks = drape({ left: 112, right: 112 }, (x) => 40 - Math.abs(x))!
    for (const side of [-1, 1] as const) {
      expect(locks.widthAt(side, 70)).toBeGreaterThan(5)
      expect(locks.widthAt(side, 106)).toBeGreaterThan(0)
    }
    expect(locks.colorAt(-48, 76)[3]).toBeLessThan(150)
  })
})
