import { describe, expect, test } from 'vitest'
import type { Picture } from '#worker/graphics/picture.ts'
import type { Measured } from '../../../bench/faces/measure.ts'
import { toRows } from '../../../bench/faces/summary.ts'
import { cheekTone } from '../../../support/cheeks.ts'
import { offArt, offHead, onArt, onHead } from '../../../support/head-places.ts'
import { type CieLab, toCieLab } from '../../../support/lab.ts'

describe('CIE L*a*b* conversion', () => {
  test.each<[string, readonly [number, number, number], CieLab]>([
    ['black', [0, 0, 0], [0, 0, 0]],
    ['white', [255, 255, 255], [100, 0, 0]],
    ['middle gray', [119, 119, 119], [50.03, 0, 0]],
    ['red', [255, 0, 0], [53.24, 80.09, 67.2]],
    ['blue', [0, 0, 255], [32.3, 79.19, -107.86]],
  ])('converts %s to reference L*a*b* values', (_name, [r, g, b], expected) => {
    for (const [i, value] of toCieLab(r, g, b).entries()) expect(Math.abs(value - expected[i]!)).toBeLessThan(0.1)
  })
})

describe('cheek tone', () => {
  const SIDE = 40
  const painted = (colorAt: (x: number) => readonly [number, number, number, number]): Picture => {
    const data = new Uint8ClampedArray(SIDE * SIDE * 4)
    for (let i = 0; i < SIDE * SIDE; i++) data.set(colorAt(i % SIDE), i * 4)
    return { data, widthPx: SIDE, heightPx: SIDE }
  }
  const points = Array.from({ length: 468 }, () => ({ x: 0, y: 0 }))
  for (const [i, x, y] of [
    [50, 2, 10],
    [205, 12, 10],
    [101, 7, 20],
    [280, 38, 10],
    [425, 28, 10],
    [330, 33, 20],
  ] as const)
    points[i] = { x, y }

  test('averages the tone of both cheeks in either winding order', () => {
    const picture = painted((x) => (x < 20 ? [255, 255, 255, 255] : [0, 0, 0, 255]))
    expect(cheekTone(picture, points)![0]).toBeCloseTo(50, 0)
  })

  test('ignores transparent pixels', () => {
    const half = painted((x) => (x < 20 ? [255, 255, 255, 255] : [0, 0, 0, 0]))
    expect(cheekTone(half, points)![0]).toBeCloseTo(100, 1)
    expect(
      cheekTone(
        painted(() => [0, 0, 0, 0]),
        points,
      ),
    ).toBeNull()
  })

  test('returns no tone for cheeks outside the image', () => {
    const away = points.map(({ x, y }) => ({ x: x + 100, y }))
    expect(
      cheekTone(
        painted(() => [90, 90, 90, 255]),
        away,
      ),
    ).toBeNull()
  })
})

test('converts positions from photo to head to art space and back', () => {
  const pose = { x: 120, y: 90, unitPx: 1.7, roll: 0.4 }
  const place = { unitPx: 3.6, centerYPx: 396 }
  const spot = { x: 150, y: 60 }
  const back = offHead(pose, offArt(place, onArt(place, onHead(pose, spot))))
  expect(back.x).toBeCloseTo(spot.x)
  expect(back.y).toBeCloseTo(spot.y)
})

describe('the measurement table', () => {
  const one = (lightness: number, more: Partial<Measured> = {}): Measured => ({
    found: 'one',
    finish: 'ink',
    notices: [],
    ms: 100,
    cheeks: [lightness, 15, 15],
    drawnCheeks: [lightness + 2, 15, 15],
    armsOff: 3,
    eyesOff: 1,
    faceGearOff: 1,
    skullGearOff: 12,
    traits: null,
    ...more,
  })
  const faceless = one(0, {
    found: 'none',
    finish: 'photo',
    cheeks: null,
    drawnCheeks: null,
    armsOff: null,
    eyesOff: null,
    faceGearOff: null,
    skullGearOff: null,
  })
  const table = new Map(
    toRows([
      one(30),
      one(44, { finish: 'photo', notices: ['dark'], drawnCheeks: [34, 15, 15] }),
      one(62),
      one(80),
      faceless,
    ]),
  )

  test('counts detected and drawn faces', () => {
    expect(table.get('face found')).toBe('4 (80 %)')
    expect(table.get('asked again: no face')).toBe('1 (20 %)')
    expect(table.get('inked')).toBe('3 (60 %)')
    expect(table.get('photo finish')).toBe('2 (40 %)')
    expect(table.get('inked, of photos with nothing to say about')).toBe('100 % of 3')
    expect(table.get('notice dark')).toBe('1, of them inked 0')
  })

  test('groups drawn skin by its lightness in the photo', () => {
    expect(table.get('cheeks L* below 45: inked')).toBe('1 of 2 (50 %)')
    expect(table.get('cheeks L* 45 to 62: inked')).toBe('1 of 1 (100 %)')
    expect(table.get('cheeks L* below 45: |ΔL*| photo')).toBe('median 10.0, p90 10.0, 6 or less on 0 %, median −10.0')
    expect(table.get('cheeks L* of all: |ΔL*| inked')).toBe('median 2.0, p90 2.0, 6 or less on 100 %, median +2.0')
    expect(table.get('cheeks L* of all: ΔE to the arms')).toBe('median 3.0, p90 3.0')
  })

  test('reports how many drawings the nets could not measure', () => {
    expect(table.get('gear on the skull, from its top')).toBe(
      'median 12.0, p90 12.0 units, more than 10 on 100 %; nets see 4 of 5 drawings',
    )
  })
})
