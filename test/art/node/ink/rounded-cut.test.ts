import { describe, expect, test } from 'vitest'
import { createField, createGrid, eachPixel, type Field, indexAt } from '#worker/artist/ink/field/grid.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import { roundedBeard, roundedWhereCut } from '#worker/artist/ink/study/rounded-cut.ts'

const grid = createGrid(2)

/** A head, 60 units to each side and 100 high above and below its middle, where a photo shows it. */
function cutHead(isInPhoto: (x: number, y: number) => boolean): { before: Field; after: Field } {
  const shape = createField(grid)
  const inside = new Uint8Array(shape.length)
  eachPixel(grid, (i, x, y) => {
    inside[i] = isInPhoto(x, y) ? 1 : 0
    shape[i] = inside[i] && Math.hypot(x / 60, (y + 5) / 100) < 1 ? 1 : 0
  })
  const before = shape.slice()
  roundedWhereCut(shape, { grid, inside })
  return { before, after: shape }
}

/** The height of the outline's top at a place across, in units. */
function topAt(shape: Field, x: number): number {
  for (let y = -149; y < 100; y += 0.5) if (shape[indexAt(grid, x, y)]! > 0.5) return y
  return Number.POSITIVE_INFINITY
}

const measureArea = (shape: Field) => shape.reduce((sum, value) => sum + value, 0) / grid.perUnit ** 2

describe('a head that the edge of the photo cuts off', () => {
  test.each([-75, -60, -45])('rounds a head cut at %i units: highest in its middle, falling to both sides', (edge) => {
    const { after } = cutHead((_x, y) => y > edge)
    const tops = [-40, -25, 0, 25, 40].map((x) => topAt(after, x))
    expect(tops[2]!).toBeLessThan(edge + 4)
    expect(tops[1]!).toBeGreaterThan(tops[2]! + 1)
    expect(tops[3]!).toBeGreaterThan(tops[2]! + 1)
    expect(tops[0]!).toBeGreaterThan(tops[1]! + 2)
    expect(tops[4]!).toBeGreaterThan(tops[3]! + 2)
  })

  test.each<[string, (x: number, y: number) => boolean]>([
    ['upright', (x) => x < 20],
    ['leaning', (x, y) => x < 34 + 0.25 * y],
  ])('keeps the top of a head that an edge beside it cuts: %s', (_how, isInPhoto) => {
    const { before, after } = cutHead(isInPhoto)
    for (const x of [-25, -20, -15]) expect(topAt(after, x)).toBeLessThan(topAt(before, x) + 6)
  })

  test('rounds the corners where the cut meets the sides', () => {
    const { before, after } = cutHead((_x, y) => y > -50)
    expect(before[indexAt(grid, 50, -47)]).toBe(1)
    expect(after[indexAt(grid, 50, -47)]).toBe(0)
    expect(after[indexAt(grid, -50, -47)]).toBe(0)
  })

  test.each<[string, (x: number, y: number) => boolean]>([
    ['above', (_x, y) => y > -60],
    ['at one side', (x) => x > -30],
    ['at both sides', (x) => Math.abs(x) < 40],
    ['above and at a side', (x, y) => y > -60 && x < 35],
    ['along a line that leans', (x, y) => y > -60 + 0.3 * x],
  ])('rounds a head cut %s within the photo, and keeps most of what the photo shows', (_where, isInPhoto) => {
    const { before, after } = cutHead(isInPhoto)
    eachPixel(grid, (i) => {
      if (after[i]! > before[i]!) throw new Error(`something at ${i} that the photo does not show`)
    })
    expect(measureArea(after)).toBeGreaterThan(0.84 * measureArea(before))
    expect(measureArea(after)).toBeLessThan(measureArea(before))
  })

  test('keeps the face and the chin of a rounded head', () => {
    const { before, after } = cutHead((_x, y) => y > -60)
    eachPixel(grid, (i, x, y) => {
      if (y > 20 && Math.hypot(x / 59, (y + 5) / 99) < 1) expect([before[i], after[i]]).toEqual([1, 1])
    })
  })
})

describe('a beard that the lower edge of the photo cuts', () => {
  const points = [] as { x: number; y: number; z: number }[]
  points[152] = { x: 0, y: 60, z: 0 }
  points[172] = { x: -40, y: 35, z: 0 }
  points[397] = { x: 40, y: 35, z: 0 }

  /** A round face with a square beard around it. */
  function cutBeard(edge: number, isLong = () => false) {
    const [shape, face] = [createField(grid), createField(grid)]
    const inside = new Uint8Array(shape.length)
    eachPixel(grid, (i, x, y) => {
      inside[i] = y < edge ? 1 : 0
      face[i] = Math.max(-16, 60 - Math.hypot(x, y))
      shape[i] = inside[i] && Math.abs(x) < 45 && y > -70 && y < 76 ? 1 : 0
    })
    roundedBeard(shape, face, { grid, inside }, { points } as unknown as FaceMap, isLong)
    return (x: number, y: number) => shape[indexAt(grid, x, y)]
  }

  test('ends like the chin above it', () => {
    const beardAt = cutBeard(65)
    expect(beardAt(0, 64)).toBe(1)
    expect(beardAt(32, 63)).toBe(0)
    expect(beardAt(32, 50)).toBe(1)
  })

  test('leaves long hair, and a beard that the photo shows', () => {
    expect(cutBeard(65, () => true)(32, 63)).toBe(1)
    expect(cutBeard(90)(32, 63)).toBe(1)
  })
})

describe('hair wider than the drawing', () => {
  test('rounds hair wider than the drawing: widest in its middle', () => {
    const shape = createField(grid)
    eachPixel(grid, (i, x, y) => {
      shape[i] = Math.abs(y) < 60 && x > -50 ? 1 : 0
    })
    roundedWhereCut(shape, { grid, inside: new Uint8Array(shape.length).fill(1) })
    expect([-50, 0, 50].map((y) => shape[indexAt(grid, 108, y)])).toEqual([0, 1, 0])
  })
})

describe('an ear at the side of the photo', () => {
  test('keeps the ear where it rounds the hair', () => {
    const shape = createField(grid)
    const inside = new Uint8Array(shape.length)
    eachPixel(grid, (i, x, y) => {
      inside[i] = x < 50 ? 1 : 0
      shape[i] = inside[i] && Math.abs(y) < 80 && (x < 40 || (y > -24 && y < 10)) ? 1 : 0
    })
    const cut = shape.slice()
    roundedWhereCut(cut, { grid, inside })
    roundedWhereCut(shape, { grid, inside }, null, () => true)
    expect(cut[indexAt(grid, 48, -20)]).toBe(0)
    expect(shape[indexAt(grid, 48, -20)]).toBe(1)
  })
})

describe('a whole head', () => {
  test('leaves a whole head alone', () => {
    const { before, after } = cutHead(() => true)
    expect(after).toEqual(before)
  })

  test('leaves a head alone where only the chest is out of the photo', () => {
    const { before, after } = cutHead((_x, y) => y < 60)
    expect(after).toEqual(before)
  })
})
