import { describe, expect, test } from 'vitest'
import { createGrid, indexAt, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import {
  computeArea,
  contains,
  distanceTo,
  eachNear,
  RingScan,
  toDistanceField,
} from '#worker/artist/ink/field/polygon.ts'

const SQUARE = [
  { x: -10, y: -10 },
  { x: 10, y: -10 },
  { x: 10, y: 10 },
  { x: -10, y: 10 },
]
/** An arrow head that points up: hollow from below. */
const ARROW = [
  { x: 0, y: -20 },
  { x: 20, y: 20 },
  { x: 0, y: 0 },
  { x: -20, y: 20 },
]
const grid = createGrid(2)

describe('a polygon', () => {
  test('contains what lies in a polygon, and not what lies in its hollow', () => {
    expect(contains(SQUARE, 0, 0)).toBe(true)
    expect(contains(SQUARE, 11, 0)).toBe(false)
    expect(contains(ARROW, 0, -5)).toBe(true)
    expect(contains(ARROW, 0, 10)).toBe(false)
    expect(contains(ARROW, 14, 12)).toBe(true)
  })

  test('measures a polygon alike in either direction', () => {
    for (const [x, y] of [
      [0, -5],
      [0, 10],
      [30, 0],
    ] as const) {
      expect(contains(ARROW.toReversed(), x, y)).toBe(contains(ARROW, x, y))
      expect(distanceTo(ARROW.toReversed(), x, y, true)).toBeCloseTo(distanceTo(ARROW, x, y, true))
    }
    expect(computeArea(ARROW.toReversed())).toBe(computeArea(ARROW))
  })

  test('measures the distance to the nearest edge or corner', () => {
    expect(distanceTo(SQUARE, 0, 0, true)).toBe(10)
    expect(distanceTo(SQUARE, 13, 0, true)).toBe(3)
    expect(distanceTo(SQUARE, 13, 14, true)).toBe(5)
  })

  test('adds no closing edge to an open polygon', () => {
    expect(distanceTo(SQUARE, -12, 0)).toBeGreaterThan(9)
    expect(distanceTo(SQUARE, -12, 0, true)).toBe(2)
  })

  test('measures two equal places as one place', () => {
    const twice = [SQUARE[0]!, SQUARE[0]!]
    expect(distanceTo(twice, -10, -14)).toBe(4)
  })

  test('gives the same distances and contents row by row', () => {
    const scan = new RingScan(ARROW)
    for (let y = -25; y <= 25; y += 2.5) {
      scan.toRow(y)
      for (let x = -25; x <= 25; x += 2.5) {
        expect(scan.distanceTo(x)).toBe(distanceTo(ARROW, x, y, true))
        expect(scan.contains(x)).toBe(contains(ARROW, x, y))
      }
    }
  })

  test('measures a polygon’s area', () => {
    expect(computeArea(SQUARE)).toBe(400)
    expect(computeArea(ARROW)).toBe(400)
  })
})

describe('a polygon in a field', () => {
  const at = (field: Float32Array, x: number, y: number) => field[indexAt(grid, x, y)]!

  test('gives each pixel its distance, positive inside, and no more than the reach beyond', () => {
    const distance = toDistanceField(SQUARE, grid, 6)
    for (const [x, y, expected] of [
      [0, 0, 10],
      [7, 0, 3],
      [12, 0, -2],
      [0, -14, -4],
      [60, 0, -6],
      [-100, -140, -6],
    ] as const)
      expect(Math.abs(at(distance, x, y) - expected)).toBeLessThan(0.6)
  })

  test('cuts a polygon off at the edge of the field without wrapping round', () => {
    const beside = SQUARE.map(({ x, y }) => ({ x: x - 112, y }))
    const distance = toDistanceField(beside, grid, 4)
    expect(at(distance, -110, 0)).toBeGreaterThan(0)
    for (let y = -140; y < 100; y += 10) expect(at(distance, 110, y)).toBe(-4)
  })

  test('visits each pixel near a polygon once, at the place of its middle', () => {
    const seen = new Set<number>()
    eachNear(SQUARE, grid, 2, (i, x, y) => {
      expect(seen.has(i)).toBe(false)
      seen.add(i)
      expect([x, y]).toEqual([unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))])
    })
    expect(seen.size).toBeGreaterThanOrEqual((24 * grid.perUnit) ** 2)
  })
})
