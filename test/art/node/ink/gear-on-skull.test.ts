import { describe, expect, it } from 'vitest'
import type { ArmorId } from '#shared/domain/armor.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { findHat, findHatBottom } from '#worker/artist/fit/glasses.ts'
import { getFaceSides } from '#worker/artist/fit/sides.ts'
import { getGear } from '#worker/artist/gear/index.ts'
import { turnShadow } from '#worker/artist/gear/rim-shadow.ts'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { BUILDS, buildFor } from '#worker/artist/player/build.ts'
import { adjustAt, mapAt, SHAPE, YAWS } from './fit-at-yaw.ts'

describe('a piece on the skull', () => {
  it.each(['tophat', 'crown', 'halo'] as const)(
    'keeps the outline of a %s over the skull, and turns its front',
    (piece) => {
      for (const yaw of [-0.6, -0.3, 0.3, 0.6]) {
        const { points } = mapAt(yaw)
        const { xUnits, left, right } = adjustAt(piece, yaw).turn!
        expect(left + right).toBeGreaterThan(2 * 0.87)
        expect(left + right).toBeLessThan(2.01)
        expect(Math.sign(left - right)).toBe(Math.sign(yaw))
        const middle = xUnits + (60 * (right - left)) / 2
        expect(Math.abs(middle - (points[127]!.x + points[356]!.x) / 2)).toBeLessThan(9)
      }
    },
  )

  it.each([-0.55, 0.55])('leaves the far cheek of a turned face free of a helmet and its pad (yaw %f)', (yaw) => {
    const side = (ofRight: number, ofLeft: number) => (yaw > 0 ? ofRight : -ofLeft)
    for (const [piece, half, share] of [
      ['helmet', 48, 0.95],
      ['leather', 43, 1.06],
      ['knight', 48, 1],
    ] as const) {
      const { turn, jaw } = adjustAt(piece, yaw)
      const { xUnits, left, right } = turn!
      const cheek = getFaceSides(mapAt(yaw), 8)
      const edge = side(xUnits + half * right, xUnits - half * left)
      expect(edge).toBeGreaterThan(share * side(cheek.right, cheek.left) + 3.5)
      const mouth = mapAt(yaw).lipsOut.map(({ x }) => share * (yaw > 0 ? x : -x))
      expect(side(xUnits + jaw!.right * right, xUnits - jaw!.left * left)).toBeGreaterThan(Math.max(...mouth) + 4)
    }
  })

  it('narrows a wide hat on a narrow head, but not on wide hair', () => {
    const widthOn = (half: number) => {
      const sides = { left: -half, right: half }
      const shape = { ...SHAPE, strap: sides, brow: sides, bandTop: sides }
      const { left, right } = fitGear('hardhat', shape, mapAt(0)).adjust.turn!
      return (left + right) / 2
    }
    expect(widthOn(46)).toBeCloseTo(0.88)
    expect(widthOn(80)).toBeGreaterThan(1)
  })

  it('widens a hat for hair that swells out below its rim', () => {
    const rows = (below: number) =>
      [14, 24, 34, 44].map((y) => ({ y: -y, left: y < 30 ? -below : -46, right: y < 30 ? below : 46 }))
    const widthOver = (below: number) => fitGear('tophat', { ...SHAPE, rows: rows(below) }, mapAt(0)).adjust.widened!
    expect(widthOver(72)).toBeGreaterThan(widthOver(46) + 0.05)
  })

  it.each(['tophat', 'party'] as const)('throws the shadow of a %s on the head and not beside it', (piece) => {
    for (const yaw of YAWS) {
      const { turn, underRim } = adjustAt(piece, yaw)
      const { rim, foot } = getGear(piece)!.fit
      const shadow = turnShadow(turn!, (rim ?? foot)!)
      for (const { left, right } of underRim!) {
        expect(shadow.xUnits + left * shadow.left).toBeGreaterThan(SHAPE.brow.left)
        expect(shadow.xUnits + right * shadow.right).toBeLessThan(SHAPE.brow.right)
      }
    }
  })

  it('lowers the brim of a hat on the side a nodding head turns to', () => {
    const tiltOf = (yaw: number, pitch: number) => fitGear('tophat', SHAPE, { ...mapAt(yaw), pitch }).adjust.turn!.tilt!
    expect(tiltOf(0.4, 0.3)).toBeGreaterThan(3)
    expect(tiltOf(-0.4, 0.3)).toBeLessThan(-3)
    expect(tiltOf(0, 0.3)).toBe(0)
  })

  it('leaves a fringe visible below a rim, but hides a high hairline', () => {
    const liftOf = (hairline: number) =>
      fitGear('tophat', { ...SHAPE, hairTop: 88 }, mapAt(0), { isBare: (_x, y) => y > hairline }).adjust.liftUnits!
    expect(liftOf(-36)).toBeGreaterThan(liftOf(-44) + 5)
    expect(liftOf(-44)).toBe(liftOf(-60))
  })

  it.each<ArmorId>(['popcorn', 'chef', 'cone', 'propeller'])('pulls a %s down over the forehead', (armorId) => {
    const map = mapAt(0)
    const { turn, liftUnits } = fitGear(armorId, SHAPE, map, { isBare: (_x, y) => y > -50 }).adjust
    const rimY = getGear(armorId)!.fit.rim!.y + turn!.yUnits - liftUnits!
    const browY = Math.min(...map.brows.flat().map(({ y }) => y))
    expect(rimY).toBeLessThan(browY - 4)
    expect(rimY).toBeGreaterThan(browY - 12)
  })

  it.each<ArmorId>(['hardhat', 'colander', 'cone'])('keeps a %s off the brows over the own hat', (armorId) => {
    const map = mapAt(0)
    const { turn, liftUnits } = fitGear(armorId, SHAPE, map, { hasHat: true, replacesHat: true }).adjust
    const rimY = getGear(armorId)!.fit.rim!.y + turn!.yUnits - liftUnits!
    expect(rimY).toBeLessThan(Math.min(...map.brows.flat().map(({ y }) => y)) - 5)
  })

  it('keeps a hat off tall glasses over the own hat', () => {
    const map = mapAt(0)
    const top = Math.min(...map.brows.flat().map(({ y }) => y)) - 4
    const glasses = [-1, 1].map((side) => ({ left: 20 * side - 16, right: 20 * side + 16, top, bottom: 14 }))
    const own = { glasses: [glasses[0]!, glasses[1]!] as const, hasHat: true, replacesHat: true }
    const { turn, liftUnits } = fitGear('beanie', SHAPE, map, own).adjust
    expect(getGear('beanie')!.fit.rim!.y + turn!.yUnits - liftUnits!).toBeLessThan(top - 5)
  })

  it('sits a duck on the highest point of the head', () => {
    const crown = { left: -30, right: 54 }
    expect(fitGear('duck', { ...SHAPE, crown }, mapAt(0)).adjust.turn!.xUnits).toBe(12)
  })

  it('hangs cleats closer together on a child', () => {
    const childLike = mapAt(0)
    const build = buildFor(childLike)
    const { left, height } = fitGear('cleats', SHAPE, childLike).adjust.turn!
    expect([left, height]).toEqual([BUILDS[build].x, BUILDS[build].y])
  })
})

describe('buildFor', () => {
  const adult = mapAt(0)
  const [left, right] = adult.eyes
  const eyesY = (left.center.y + right.center.y) / 2
  /** The face with its lower half this many times as long. */
  const shorten = (times: number) => ({
    ...adult,
    points: adult.points.map((p) => ({ ...p, y: p.y > eyesY ? eyesY + times * (p.y - eyesY) : p.y })),
  })
  const child = shorten(0.8)

  it('gives a short and round face the build of a child', () => {
    expect(buildFor(adult)).not.toBe('child')
    expect(buildFor(child)).toBe('child')
  })

  it('gives a face with a hand at the jaw the build of a child only if it is very short', () => {
    expect(buildFor({ ...child, isJawTouched: true })).not.toBe('child')
    expect(buildFor({ ...shorten(0.6), isJawTouched: true })).toBe('child')
  })
})

describe('the wearer’s own hat', () => {
  const hat = { ...SHAPE, hairTop: 104 }
  const getLift = (armorId: ArmorId, hasHat: boolean) => fitGear(armorId, hat, mapAt(0), { hasHat }).adjust.liftUnits!

  it('is found where it covers the forehead', () => {
    const grid = createGrid(2)
    const worn = createField(grid)
    expect(findHat(worn, grid)).toBe(false)
    eachPixel(grid, (i, _x, y) => {
      if (y < -48) worn[i] = 1
    })
    expect(findHat(worn, grid)).toBe(true)
  })

  it('is found when it is pushed back', () => {
    const grid = createGrid(2)
    const worn = createField(grid)
    eachPixel(grid, (i, _x, y) => {
      if (y < -66) worn[i] = 1
    })
    expect(findHat(worn, grid)).toBe(true)
    expect(findHatBottom(worn, grid)).toBeCloseTo(-66, -0.5)
  })

  it.each<ArmorId>(['crown', 'chef', 'cone', 'wizard', 'beanie'])('is covered by %s down to the brows', (armorId) => {
    const map = mapAt(0)
    const { turn, liftUnits } = fitGear(armorId, hat, map, { hasHat: true, replacesHat: true }).adjust
    const { rim } = getGear(armorId)!.fit
    const { yUnits, height = 1, fromY = 0 } = turn!
    const rimY = fromY + height * (rim!.y - fromY) + yUnits - liftUnits!
    const brows = map.brows.flat().map(({ y }) => y)
    expect(rimY).toBeLessThan(Math.max(...brows))
    expect(rimY).toBeGreaterThan(Math.min(...brows) - 8)
  })

  it('is replaced by a crown', () => {
    expect(getLift('crown', false)).toBeGreaterThan(10)
    expect(getLift('crown', true)).toBe(0)
  })

  it.each<ArmorId>(['cat', 'halo', 'party', 'duck'])('carries %s as hair does', (armorId) => {
    expect(getLift(armorId, true)).toBe(getLift(armorId, false))
  })
})

describe('a crown', () => {
  it.each([-0.5, 0, 0.5])('keeps its outer pearls round (yaw %f)', (yaw) => {
    const { turn, ...wearer } = adjustAt('crown', yaw)
    const svg = getGear('crown')!.front({ primary: '#aa0000', secondary: '#ffffff' }, wearer)
    const width = Number(/scale\(([\d.]+) 1\)/u.exec(svg)![1])
    const pearls = [...svg.matchAll(/translate\(-?\d+(?:\.\d+)? -113\) scale\(([\d.]+) 1\)/gu)].map(([, share]) =>
      Number(share),
    )
    expect(pearls[0]! * width * turn!.left).toBeCloseTo(1, 1)
    expect(pearls[1]! * width * turn!.right).toBeCloseTo(1, 1)
  })
})

describe('a space helmet', () => {
  it('fills the grin of a pumpkin with a larger head, and leaves its chin above the edge', () => {
    const { share, liftUnits } = fitGear('pumpkin', SHAPE, mapAt(0)).inside
    expect(share).toBeGreaterThan(1)
    expect(share * 67 - liftUnits).toBeLessThan(72)
  })

  it('shows a bald head larger, with its chin in place', () => {
    const insideOf = (hairTop: number) => fitGear('space', { ...SHAPE, hairTop }, mapAt(0)).inside
    const [bald, haired] = [insideOf(74), insideOf(90)]
    const chinOf = ({ share, liftUnits }: typeof bald) => share * 64 - liftUnits
    expect(bald.share).toBeGreaterThan(1.05)
    expect(haired.share).toBeLessThan(0.95)
    expect(chinOf(bald)).toBeCloseTo(chinOf(haired))
  })
})
