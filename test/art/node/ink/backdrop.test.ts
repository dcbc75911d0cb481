import { describe, expect, it } from 'vitest'
import { createField, createGrid, indexAt, toHalfGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { addBackdrop, measureBackdrop, trimHair } from '#worker/artist/ink/study/backdrop.ts'
import { squaredDistances } from '#worker/artist/ink/study/rounded-cut.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(2)
const half = toHalfGrid(grid)
const ALL = () => true
const HAIR = { lightness: 0.4, a: 0.02, b: 0.05 }
const GREEN = { lightness: 0.5, a: -0.08, b: 0.08 }

type Wall = typeof HAIR

/**
 * Returns hair up to 50 units beside the middle, with a gap between two strands at x = `gap`, in front of a wall.
 *
 * @param shown the color in the gap
 */
function createPhoto(wall: Wall, gap: { at: number; half: number }, shown = wall) {
  const [shape, kind] = [createField(half), new Uint8Array(half.w * half.h)]
  const planes = { lightness: createField(half), a: createField(half), b: createField(half) }
  for (let i = 0; i < shape.length; i++) {
    const [x, y] = [unitX(half, i % half.w), unitY(half, Math.floor(i / half.w))]
    const isHair = Math.abs(x) < 50 && y > -80 && y < 60
    const isGap = Math.abs(x - gap.at) < gap.half || Math.abs(x) < 1.5
    shape[i] = isHair ? 1 : 0
    kind[i] = isHair ? KIND.hair : KIND.background
    const color = !isHair ? wall : isGap ? shown : HAIR
    for (const name of ['lightness', 'a', 'b'] as const) planes[name][i] = color[name]
  }
  return { shape, kind, planes }
}

function createHair(wall: Wall, gap: { at: number; half: number }) {
  const { shape, kind, planes } = createPhoto(wall, gap)
  return { shape, kind, backdrop: measureBackdrop(planes, kind, shape, ALL, half)!.share }
}

describe('background between the strands of hair', () => {
  const foreignAt = (wall: Wall) => {
    const { shape, kind, backdrop } = createHair(wall, { at: 46, half: 1.5 })
    const foreign = createField(half)
    const depth = squaredDistances(half, (i) => shape[i]! < 0.5)
    addBackdrop(foreign, backdrop, shape, depth, kind, half)
    return (x: number) => foreign[indexAt(half, x, 0)]!
  }

  it('is foreign near the outline', () => {
    const shareAt = foreignAt(GREEN)
    expect(shareAt(46)).toBeGreaterThan(0.9)
    expect([shareAt(40), shareAt(20), shareAt(0)]).toEqual([0, 0, 0])
  })

  it('is not told from hair in the same color', () => {
    expect(foreignAt({ lightness: 0.42, a: 0.025, b: 0.055 })(46)).toBe(0)
  })

  it('is told from hair by its lightness', () => {
    expect(foreignAt({ lightness: 0.9, a: 0.02, b: 0.05 })(46)).toBeGreaterThan(0.9)
  })

  it('is not told from light hair far from the wall', () => {
    const { shape, kind, planes } = createPhoto(GREEN, { at: 0, half: 3 })
    expect(measureBackdrop(planes, kind, shape, ALL, half)!.share[indexAt(half, 0, 0)]).toBe(0)
  })

  it('is unknown without a wall', () => {
    const plane = createField(half)
    const hair = new Uint8Array(plane.length).fill(KIND.hair)
    expect(
      measureBackdrop(
        { lightness: plane, a: plane, b: plane },
        hair,
        plane.map(() => 1),
        ALL,
        half,
      ),
    ).toBeNull()
  })
})

describe('hair that stands off', () => {
  const trimmed = (wall: Wall, gap: { at: number; half: number }) => {
    const { shape, backdrop } = createHair(wall, gap)
    const large = createField(grid)
    for (let i = 0; i < large.length; i++)
      large[i] = shape[Math.min(Math.floor(i / grid.w) >> 1, half.h - 1) * half.w + ((i % grid.w) >> 1)]!
    const isWall = trimHair(large, backdrop, grid, half, ALL)
    return (x: number) => ({ isHead: large[indexAt(grid, x, 0)] === 1, isWall: isWall(indexAt(grid, x, 0)) })
  }

  it('is cut off where the wall shows', () => {
    const at = trimmed(GREEN, { at: 50, half: 8 })
    expect(at(46)).toEqual({ isHead: false, isWall: true })
    expect(at(38)).toEqual({ isHead: true, isWall: false })
  })

  it('stays in front of a wall in the color of hair', () => {
    expect(trimmed({ lightness: 0.42, a: 0.025, b: 0.055 }, { at: 50, half: 8 })(46).isHead).toBe(true)
  })

  it('stays where it is much darker than both the rest of the hair and the wall', () => {
    const { shape, kind, planes } = createPhoto(GREEN, { at: 50, half: 8 }, { lightness: 0.1, a: 0, b: 0 })
    const backdrop = measureBackdrop(planes, kind, shape, ALL, half)!.share
    expect(backdrop[indexAt(half, 46, 0)]).toBeLessThan(0.1)
  })

  it('keeps gaps that hair encloses', () => {
    expect(trimmed(GREEN, { at: 40, half: 3 })(40).isHead).toBe(true)
  })
})
