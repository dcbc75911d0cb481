import { describe, expect, it } from 'vitest'
import { type Hex, toRgb } from '#shared/design/color.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { findGlasses, type Glasses } from '#worker/artist/fit/glasses.ts'
import { getFaceSides } from '#worker/artist/fit/sides.ts'
import { eyeblack } from '#worker/artist/gear/eyeblack.ts'
import { mustache } from '#worker/artist/gear/mustache.ts'
import { warpaint } from '#worker/artist/gear/warpaint.ts'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { contains } from '#worker/artist/ink/field/polygon.ts'
import { getMiddle } from '#worker/artist/ink/study/face-map.ts'
import { round } from '#worker/graphics/svg.ts'
import { adjustAt, glassesOn, mapAt, SHAPE, YAWS } from './fit-at-yaw.ts'

/** Half of a pair of shades with its outline, and where its lenses end below the eyes, in units of the piece. */
const SHADES_HALF = 45.7
const EYES_Y = -6
/** The lower edge of goggles as they are drawn, in units of the piece. */
const GOGGLES_BOTTOM = -28

describe('shades', () => {
  it.each(YAWS)('ends shades within the head at the height of the eyes (yaw %f)', (yaw) => {
    const { eyes } = mapAt(yaw)
    const sides = getFaceSides(mapAt(yaw), getMiddle([eyes[0].center, eyes[1].center]).y)
    const { xUnits, left, right } = adjustAt('shades', yaw).turn!
    expect(xUnits - left * SHADES_HALF).toBeGreaterThanOrEqual(Math.min(sides.left, SHAPE.strap.left) - 0.1)
    expect(xUnits + right * SHADES_HALF).toBeLessThanOrEqual(Math.max(sides.right, SHAPE.strap.right) + 0.1)
    expect((left + right) * SHADES_HALF).toBeLessThanOrEqual(92)
  })

  it.each(YAWS)('covers both eyes with shades (yaw %f)', (yaw) => {
    const { eyes } = mapAt(yaw)
    const { xUnits, left, right } = adjustAt('shades', yaw).turn!
    expect(xUnits - left * SHADES_HALF).toBeLessThan(Math.min(...eyes[0].ring.map(({ x }) => x)))
    expect(xUnits + right * SHADES_HALF).toBeGreaterThan(Math.max(...eyes[1].ring.map(({ x }) => x)))
  })

  it.each([-0.5, 0.5])('shows an arm of shades to the near ear and none on the far side (yaw %f)', (yaw) => {
    const { arms, turn } = adjustAt('shades', yaw)
    const sides = getFaceSides(mapAt(yaw), turn!.yUnits + EYES_Y)
    const [near, far] = yaw > 0 ? [arms!.left, arms!.right] : [arms!.right, arms!.left]
    expect(far).toBe(0)
    const ear = yaw > 0 ? turn!.xUnits - near * turn!.left : turn!.xUnits + near * turn!.right
    expect(ear).toBeCloseTo(yaw > 0 ? sides.left : sides.right, 0)
  })

  it('narrows the half of shades that turns away', () => {
    const [left, right] = [adjustAt('shades', -0.5).turn!, adjustAt('shades', 0.5).turn!]
    expect(left.left).toBeLessThan(left.right)
    expect(right.right).toBeLessThan(right.left)
  })

  it('covers glasses that stand out of the face with shades', () => {
    const own = glassesOn(mapAt(0))
    const wide: Glasses = [{ ...own[0], left: own[0].left - 12 }, own[1]]
    const { xUnits, left } = adjustAt('shades', 0, wide).turn!
    expect(xUnits - left * SHADES_HALF).toBeLessThan(wide[0].left)
  })

  it('darkens clear lenses over glasses', () => {
    expect(adjustAt('stars', 0, glassesOn(mapAt(0))).hidesGlasses).toBe(true)
    expect(adjustAt('stars', 0).hidesGlasses).toBe(false)
  })

  it('ends an arm of shades where hair covers the temple', () => {
    const map = mapAt(0)
    const { turn } = adjustAt('shades', 0)
    const wide = { left: -62, right: 62 }
    const reachAt = (isBare: () => boolean) =>
      fitGear('shades', { ...SHAPE, strap: wide }, map, { isBare }).adjust.arms!.right * turn!.right
    expect(reachAt(() => true)).toBeGreaterThan(50)
    expect(reachAt(() => false)).toBe(0)
  })
})

describe('goggles', () => {
  it.each(YAWS)('pushes goggles up over the brows and turns them along (yaw %f)', (yaw) => {
    const { yUnits, left, right } = adjustAt('goggles', yaw).turn!
    const brows = Math.min(...mapAt(yaw).brows.map((ring) => getMiddle(ring).y))
    expect(yUnits + GOGGLES_BOTTOM).toBeLessThanOrEqual(brows)
    expect(Math.max(left, right)).toBeLessThanOrEqual(1.1)
  })

  it('keeps goggles below the top of a low skull', () => {
    const low = fitGear('goggles', { ...SHAPE, hairTop: 68 }, mapAt(0)).adjust.turn!
    const high = fitGear('goggles', { ...SHAPE, hairTop: 84 }, mapAt(0)).adjust.turn!
    expect(low.height).toBeLessThan(high.height!)
    expect(high.height).toBeLessThan(1)
  })

  it('makes goggles as wide as a narrow forehead, beside which their strap shows', () => {
    const sides = { left: -36, right: 36 }
    const shape = { ...SHAPE, strap: sides, brow: sides, bandTop: sides }
    const { left, right } = fitGear('goggles', shape, mapAt(0)).adjust.turn!
    expect(Math.min(left, right)).toBeGreaterThanOrEqual(0.8)
    expect(Math.max(left, right)).toBeLessThan(1)
  })

  it('pushes goggles up over glasses', () => {
    const glasses = glassesOn(mapAt(0))
    const { yUnits } = adjustAt('goggles', 0, glasses).turn!
    expect(yUnits + GOGGLES_BOTTOM).toBeLessThan(glasses[0].top)
  })
})

describe('eye black', () => {
  it.each(YAWS)('puts eye black below each lid, narrower than 1.3 eyes (yaw %f)', (yaw) => {
    const map = mapAt(yaw)
    for (const [i, cheek] of adjustAt('eyeblack', yaw).paintedFace!.cheeks.entries()) {
      const { ring, width, center } = map.eyes[i]!
      expect(cheek.lidY).toBeGreaterThan(Math.max(...ring.map(({ y }) => y)) + 2)
      expect(cheek.markWidth).toBeLessThan(1.3 * width)
      expect(Math.abs(cheek.markX - center.x)).toBeLessThan(width / 2)
    }
  })

  it('draws eye black right below the lid', () => {
    const face = adjustAt('eyeblack', 0).paintedFace!
    const svg = eyeblack.decal!({ primary: '#112233', secondary: '#4488cc' }, { paintedFace: face })
    for (const { markX, lidY } of face.cheeks) {
      const [, y] = new RegExp(`translate\\(${round(markX)} (-?[\\d.]+)\\)`, 'u').exec(svg)!
      expect(Number(y) - lidY).toBeGreaterThan(4)
      expect(Number(y) - lidY).toBeLessThan(8)
    }
  })

  it('outlines eye black more on dark skin', () => {
    const team = { primary: '#112233', secondary: '#4488cc' } as const
    const rimOn = (darkness: number) =>
      Number(/stroke-width="1.3"[^>]*? opacity="([\d.]+)"/u.exec(eyeblack.decal!(team, { darkness }))![1])
    expect(rimOn(0)).toBeLessThan(0.2)
    expect(rimOn(1)).toBeGreaterThan(0.5)
  })

  it('raises the outer end of eye black more than the inner one', () => {
    for (const { rise } of adjustAt('eyeblack', 0).paintedFace!.cheeks) expect(rise.outer).toBeGreaterThan(0)
  })

  it('shortens eye black beside hair, and the other bar with it', () => {
    const map = mapAt(0)
    const edge = map.eyes[0].center.x - 4
    const { paintedFace } = fitGear('eyeblack', SHAPE, map, { isBare: (x) => x > edge }).adjust
    const [left, right] = paintedFace!.cheeks
    expect(left.markX - left.markWidth / 2).toBeGreaterThanOrEqual(edge)
    expect(right.markWidth).toBeLessThan(1.4 * left.markWidth)
  })

  it('puts eye black right below the lower rim of glasses', () => {
    const glasses = glassesOn(mapAt(0))
    for (const { lidY } of adjustAt('eyeblack', 0, glasses).paintedFace!.cheeks)
      expect(Math.abs(lidY - glasses[0].bottom)).toBeLessThan(3)
  })
})

/** The rings of a path of straight lines. */
const readRings = (path: string) =>
  path
    .split('M')
    .slice(1)
    .map((ring) =>
      ring
        .replace('Z', '')
        .split('L')
        .map((place) => {
          const [x, y] = place.split(' ').map(Number)
          return { x: x!, y: y! }
        }),
    )

describe('face paint', () => {
  it.each(YAWS)('keeps face paint on the cheeks (yaw %f)', (yaw) => {
    const map = mapAt(yaw)
    for (const [i, { innerX, outerX, lidY, mouthY }] of adjustAt('warpaint', yaw).paintedFace!.cheeks.entries()) {
      const sides = getFaceSides(map, (lidY + mouthY) / 2)
      if (i === 0) {
        expect(outerX).toBeGreaterThan(sides.left + 3)
        expect(innerX).toBeLessThan(map.noseBase[0]!.x)
      } else {
        expect(outerX).toBeLessThan(sides.right - 3)
        expect(innerX).toBeGreaterThan(map.noseBase.at(-1)!.x)
      }
    }
  })

  it.each(YAWS)('cuts face paint out of eyes and lips and ends it inside the face’s outline (yaw %f)', (yaw) => {
    const map = mapAt(yaw)
    const rings = readRings(adjustAt('warpaint', yaw).paintedFace!.clip!)
    const isPainted = ({ x, y }: { x: number; y: number }) =>
      rings.filter((ring) => contains(ring, x, y)).length % 2 === 1
    for (const eye of map.eyes) for (const place of [...eye.ring, eye.center]) expect(isPainted(place)).toBe(false)
    for (const place of [...map.lipsOut, getMiddle(map.lipsIn)]) expect(isPainted(place)).toBe(false)
    expect(isPainted(getMiddle(map.cheeks[yaw > 0 ? 0 : 1]))).toBe(true)
    const xs = rings[0]!.map(({ x }) => x)
    const points = map.points.map(({ x }) => x)
    expect(Math.min(...xs)).toBeGreaterThan(Math.min(...points) + 1)
    expect(Math.max(...xs)).toBeLessThan(Math.max(...points) - 1)
  })

  it('leaves a cheek behind the nose unpainted', () => {
    const drawn = (yaw: number) => {
      const { paintedFace } = adjustAt('warpaint', yaw)
      return warpaint.decal!({ primary: '#112233', secondary: '#4488cc' }, { paintedFace: paintedFace! })
    }
    const countMarks = (yaw: number) => drawn(yaw).split('#4488cc').length - 1
    expect(countMarks(0)).toBe(2)
    expect(countMarks(1)).toBe(1)
  })

  it.each(['#0b1c3a', '#101214'])('paints dull %s in a bright color', (dull) => {
    const face = { paintedFace: adjustAt('warpaint', 0).paintedFace! }
    const colors = warpaint.decal!({ primary: dull, secondary: '#4488cc' }, face)
    expect(colors.toLowerCase()).not.toContain(dull)
  })

  it('keeps the far star of a turned face as a star', () => {
    const { left, right } = adjustAt('stars', 0.7).turn!
    expect(Math.min(left, right)).toBeGreaterThan(0.55)
  })

  it('cuts face paint out of glasses', () => {
    const glasses = glassesOn(mapAt(0))
    const rings = readRings(adjustAt('warpaint', 0, glasses).paintedFace!.clip!)
    const { left, right, bottom } = glasses[0]
    const inLens = rings.filter((ring) => contains(ring, (left + right) / 2, bottom - 1))
    expect(inLens).toHaveLength(2)
  })
})

describe('eye black under glasses', () => {
  const lidAt = (depth: number) => {
    const map = mapAt(0)
    const lenses = map.eyes.map(({ center: { x, y } }) => ({
      left: x - 16,
      right: x + 16,
      top: y - 12,
      bottom: y + depth,
    }))
    return fitGear('eyeblack', SHAPE, map, { glasses: [lenses[0]!, lenses[1]!] }).adjust.paintedFace!.cheeks[0].lidY
  }

  it('lies below small lenses and behind large ones', () => {
    expect(lidAt(15)).toBeGreaterThan(lidAt(8))
    expect(lidAt(22)).toBeLessThan(lidAt(15))
  })
})

describe('war paint under glasses', () => {
  const topUnder = (depth: number) => {
    const map = mapAt(0)
    const [left, right] = glassesOn(map).map((lens, i) => ({ ...lens, bottom: map.eyes[i]!.center.y + depth }))
    return fitGear('warpaint', SHAPE, map, { glasses: [left!, right!] }).adjust.paintedFace!.cheeks[0].lidY
  }

  it('lies below glasses, and behind those that leave no room below', () => {
    expect(topUnder(16)).toBeGreaterThan(topUnder(10))
    expect(topUnder(26)).toBeLessThan(topUnder(10))
  })
})

describe('a mustache', () => {
  it.each(YAWS)('keeps a mustache between nose and upper lip (yaw %f)', (yaw) => {
    const { lipsOut, noseTip } = mapAt(yaw)
    const [left, right] = adjustAt('mustache', yaw).mustache!
    for (const { upper, lower } of [left, right]) {
      expect(upper[0]!.y).toBeGreaterThan(noseTip.y)
      expect(lower[0]!.y).toBeLessThan(lipsOut[5]!.y)
      for (const { x, y } of lower)
        for (const lip of lipsOut.slice(2, 9)) if (Math.abs(lip.x - x) < 0.5) expect(y).toBeLessThan(lip.y)
    }
  })

  it.each(YAWS)('ends a mustache within the face (yaw %f)', (yaw) => {
    const map = mapAt(yaw)
    const [left, right] = adjustAt('mustache', yaw).mustache!
    const face = getFaceSides(map, map.lipsOut[0]!.y)
    expect(left.upper.at(-1)!.x).toBeGreaterThan(face.left)
    expect(right.upper.at(-1)!.x).toBeLessThan(face.right + 6)
  })

  it('is darker on dark skin and darker below than above', () => {
    const shadesOn = (darkness: number) =>
      [
        ...mustache.front({ primary: '#aa0000', secondary: '#ffffff' }, { darkness }).matchAll(/stop-color="(#\w+)"/gu),
      ].map(([, color]) => toRgb(color as Hex)[0])
    const [light, dark] = [shadesOn(0), shadesOn(1)]
    expect(light[0]).toBeGreaterThan(light[2]! + 10)
    expect(dark[0]).toBeLessThan(light[0]! - 10)
  })
})

describe('findGlasses', () => {
  const grid = createGrid(2)

  it('returns null for a bare face, and for a hat above it', () => {
    const worn = createField(grid)
    expect(findGlasses(worn, grid, mapAt(0))).toBeNull()
    eachPixel(grid, (i, _x, y) => {
      if (y < -40) worn[i] = 1
    })
    expect(findGlasses(worn, grid, mapAt(0))).toBeNull()
  })

  it('returns null for a scarf that reaches the far eye', () => {
    const map = mapAt(0.4)
    const worn = createField(grid)
    eachPixel(grid, (i, x) => {
      if (x > map.eyes[1].center.x + 2) worn[i] = 1
    })
    expect(findGlasses(worn, grid, map)).toBeNull()
  })

  it('returns the lenses round the eyes', () => {
    const map = mapAt(0)
    const worn = createField(grid)
    for (const { center } of map.eyes) {
      eachPixel(grid, (i, x, y) => {
        const away = Math.hypot(x - center.x, y - center.y)
        if (away > 9 && away < 12) worn[i] = 1
      })
    }
    const [left, right] = findGlasses(worn, grid, map)!
    expect(left.bottom).toBeCloseTo(map.eyes[0].center.y + 11, -1)
    expect(right.bottom).toBeCloseTo(map.eyes[1].center.y + 11, -1)
    expect(left.left).toBeLessThan(map.eyes[0].center.x - 9)
  })
})
