import { beforeAll, describe, expect, it, test } from 'vitest'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import type { Adjust } from '#worker/artist/figure.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import type { HeadShape } from '#worker/artist/ink/study/head-shape.ts'
import { mapFace } from '#worker/artist/ink/study/face-map.ts'
import { getPlace, placeUnder, TOP_MAX_UNITS } from '#worker/artist/place.ts'
import { replacesHat, visibleUnder } from '#worker/artist/visible.ts'
import type { Face } from '#worker/artist/vision/index.ts'
import { getGearTop } from '../../../support/gear-top.ts'
import { straightFace, turned } from './turned-face.ts'

/** Pieces that follow eyes and mouth, not the skull. */
const ON_FACE: ReadonlySet<ArmorId> = new Set(['goggles', 'shades', 'stars', 'mustache'])

/** The reach of a fitted piece above the center of the face, in units. */
function topIn(armorId: ArmorId, { liftUnits = 0, turn }: Adjust): number {
  const { height = 1, fromY = 0, yUnits } = turn!
  return liftUnits - yUnits - fromY + (getGearTop(armorId) + fromY) * height
}

const sides = (half: number) => {
  const both = { left: -half, right: half }
  return { brow: both, strap: both, bandTop: both, crown: both }
}
const SHORT_HAIR = { hairTop: 80, ...sides(48) }
const TALL_HAIR = { hairTop: 140, ...sides(84) }

let face: Face
beforeAll(async () => {
  face = await straightFace()
})

/** Fits a piece to a face that is turned by `yaw` radians. */
const fitted = (armorId: ArmorId, yaw = 0, hair: HeadShape = SHORT_HAIR) =>
  fitGear(armorId, hair, mapFace(turned(face, yaw)))

describe('a head and what it wears', () => {
  it('moves a piece on the skull hardly at all for short hair and a face that looks ahead', () => {
    for (const { id } of ARMOR) {
      const { place, adjust } = fitted(id)
      expect(place).toEqual(placeUnder(Math.min(TOP_MAX_UNITS, getGearTop(id) + Math.max(0, adjust.liftUnits!))))
      if (ON_FACE.has(id)) continue
      expect(Math.abs(adjust.turn!.xUnits)).toBeLessThan(3)
      expect(Math.abs(adjust.turn!.yUnits)).toBeLessThan(3)
    }
  })

  it('lifts a duck on tall hair, makes it smaller and keeps it on the canvas', () => {
    const { place, adjust } = fitted('duck', 0, TALL_HAIR)
    expect(adjust.liftUnits).toBeGreaterThan(15)
    expect(adjust.turn!.height).toBe(adjust.turn!.left)
    expect(place.centerYPx - topIn('duck', adjust) * place.unitPx).toBeGreaterThanOrEqual(0)
  })

  it('lowers a duck onto a bald head', () => {
    expect(fitted('duck', 0, { ...SHORT_HAIR, hairTop: 70 }).adjust.liftUnits).toBe(-14)
  })

  it('draws a face as large with gear as without, however tall the hair', () => {
    for (const { id } of ARMOR) {
      for (const hairTop of [65, 84, 110]) {
        expect(fitted(id, 0, { ...SHORT_HAIR, hairTop }).place.unitPx, id).toBe(getPlace('none').unitPx)
      }
    }
  })

  it('keeps tall hair without a hat on the picture, and the size of the head', () => {
    const { place } = fitted('none', 0, TALL_HAIR)
    const usual = getPlace('none')
    expect(place.centerYPx - 140 * place.unitPx).toBeGreaterThan(0)
    expect(place.unitPx).toBe(usual.unitPx)
    expect(place.centerYPx).toBeGreaterThan(usual.centerYPx)
  })

  it('keeps hair of a usual height below the upper edge of the frame', () => {
    for (const hairTop of [84, 96, 110]) {
      const { place } = fitted('none', 0, { ...SHORT_HAIR, hairTop })
      expect(place.centerYPx - hairTop * place.unitPx).toBeGreaterThanOrEqual(40)
    }
  })

  it('ends a headband just outside the outline of the hair at every height', () => {
    const hair = {
      ...SHORT_HAIR,
      rows: [25, 38, 49, 60, 75].map((y) => ({ y: -y, left: 0.3 * y - 68, right: 70 - 0.3 * y })),
    }
    const { bandEnds, turn } = fitted('headband', 0, hair).adjust
    for (const [end, y] of [
      ['upper', 60],
      ['middle', 51],
      ['lower', 41],
    ] as const) {
      const { left, right } = bandEnds![end]
      const at = y - turn!.yUnits
      expect(turn!.xUnits - turn!.left * left).toBeCloseTo(0.3 * at - 68 - 1, 0)
      expect(turn!.xUnits + turn!.right * right).toBeCloseTo(70 - 0.3 * at + 1, 0)
    }
  })

  it('ends a tilted headband at the heights to which its ends rise and sink', () => {
    const hair = {
      ...SHORT_HAIR,
      rows: [5, 25, 38, 49, 60, 75].map((y) => ({ y: -y, left: 0.3 * y - 68, right: 70 - 0.3 * y })),
    }
    const { bandEnds, turn } = fitGear('headband', hair, { ...mapFace(turned(face, 0.3)), pitch: 0.4 }).adjust
    const { xUnits, yUnits, left, right, tilt } = turn!
    const lower = Math.tan((tilt! * Math.PI) / 180) * 50
    expect(Math.abs(lower)).toBeGreaterThan(4)
    const at = { left: 51 - yUnits + lower * left, right: 51 - yUnits - lower * right }
    expect(xUnits - left * bandEnds!.middle.left).toBeCloseTo(0.3 * at.left - 68 - 1, 0)
    expect(xUnits + right * bandEnds!.middle.right).toBeCloseTo(70 - 0.3 * at.right + 1, 0)
  })

  it.each([-0.5, 0, 0.5])('ends a band where the head does, on either side (yaw %f)', (yaw) => {
    const hair = { ...SHORT_HAIR, brow: { left: -42, right: 56 } }
    const { xUnits, left, right } = fitted('headband', yaw, hair).adjust.turn!
    expect(xUnits - 50 * left).toBeCloseTo(-44, 0)
    expect(xUnits + 50 * right).toBeCloseTo(58, 0)
  })

  it('ties a headband behind the near ear', () => {
    expect(fitted('headband', 0.5).adjust.bandEnds!.knot).toBe(-1)
    expect(fitted('headband', -0.5).adjust.bandEnds!.knot).toBe(1)
    expect(fitted('headband', 0.15).adjust.bandEnds!.knot).toBe(1)
  })

  it('moves a hoop to the side that has hair', () => {
    const rows = [25, 45, 65, 85].map((y) => ({ y: -y, left: 0.6 * y - 84, right: 94 }))
    const even = rows.map((row) => ({ ...row, right: -row.left }))
    const middleOf = (hair: typeof rows) => {
      const { turn } = fitted('cat', 0, { ...TALL_HAIR, rows: hair }).adjust
      return turn!.xUnits + (25 * (turn!.right - turn!.left)) / 2
    }
    expect(middleOf(rows)).toBeGreaterThan(middleOf(even) + 3)
  })

  it('ends straps inside the outline of the hair', () => {
    const hair = { ...TALL_HAIR, rows: [30, 50, 70].map((y) => ({ y: -y, left: y - 120, right: 120 - y })) }
    const { turn, strapSides } = fitted('goggles', 0, hair).adjust
    const { xUnits, left, right } = turn!
    for (const { left: leftEnd, right: rightEnd } of [strapSides!.upper, strapSides!.lower]) {
      expect(xUnits - leftEnd * left).toBeGreaterThan(-90)
      expect(xUnits + rightEnd * right).toBeLessThan(90)
    }
    expect(strapSides!.upper.left).toBeLessThan(strapSides!.lower.left)
  })
})

describe('the visible part of a head', () => {
  test('shows a head with glasses whole, and hides what a hat, a helmet or a pumpkin covers', () => {
    expect(visibleUnder('shades')).toBeUndefined()
    expect(visibleUnder('pumpkin')!(0, 64)).toBeGreaterThan(0)
    expect(visibleUnder('pumpkin')!(90, 0)).toBeLessThan(0)
    expect(visibleUnder('helmet')!(62, 70)).toBeLessThan(0)
    expect(visibleUnder('leather')!(62, 40)).toBeLessThan(0)
    expect(visibleUnder('leather')!(54, 70)).toBeGreaterThan(0)
    expect(visibleUnder('space', {}, { share: 1, liftUnits: 12 })!(0, -86)).toBeGreaterThan(0)
    expect(visibleUnder('space', {}, { share: 1, liftUnits: 12 })!(0, -94)).toBeLessThan(0)
    expect(visibleUnder('tophat')!(0, -70)).toBeLessThan(0)
    expect(visibleUnder('tophat')!(0, 0)).toBeGreaterThan(0)
    expect(visibleUnder('helmet')!(70, -20)).toBeLessThan(0)
    expect(visibleUnder('helmet')!(0, 0)).toBeGreaterThan(0)
    expect(visibleUnder('helmet')!(0, 64)).toBeGreaterThan(0)
  })

  it.each<[ArmorId, boolean]>([
    ['tophat', true],
    ['pumpkin', true],
    ['knight', true],
    ['helmet', true],
    ['space', false],
    ['cat', false],
    ['none', false],
  ])('hides the wearer’s own hat under %s: %s', (armorId, isHidden) => {
    expect(replacesHat(armorId)).toBe(isHidden)
  })
})
