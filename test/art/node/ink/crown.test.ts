import { describe, expect, it } from 'vitest'
import { createGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { drawArch } from '#worker/artist/ink/study/arch.ts'
import { completeCrown } from '#worker/artist/ink/study/crown.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)

/** A round head in a photo that ends at a height, in units of head space, with a brim so wide above the brows. */
function createCrown({
  endsAt,
  kind = KIND.hair,
  brim = 0,
  half = 60,
  isPointed = false,
  hasLongHair = false,
}: {
  endsAt: number
  kind?: number
  brim?: number
  half?: number
  isPointed?: boolean
  hasLongHair?: boolean
}) {
  const piece = new Float32Array(grid.w * grid.h)
  const kinds = new Uint8Array(piece.length).fill(kind)
  const isInside = (i: number) => unitY(grid, Math.floor(i / grid.w)) > endsAt
  for (let i = 0; i < piece.length; i++) {
    const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
    const isBrim = y < -44 && Math.abs(x) < brim
    const isHead = isPointed ? Math.abs(x) < Math.min(half, 90 + y) : Math.hypot(x / half, y / 90) < 1
    if (isInside(i) && (isBrim || isHead)) piece[i] = 1
    if (hasLongHair && y > 0 && Math.abs(x) > 45) kinds[i] = KIND.hair
  }
  return completeCrown(piece, kinds, isInside, grid, 0)
}

/**
 * A hat with upright or sloped sides in a photo that ends above it, in a color next to a wall of another lightness. The
 * `stripes` have a third one.
 */
function createHat({
  slope = 0,
  wall,
  hat = 0.15,
  stripes = hat,
}: {
  slope?: number
  wall: number
  hat?: number
  stripes?: number
}) {
  const piece = new Float32Array(grid.w * grid.h)
  const lightness = new Float32Array(piece.length).fill(wall)
  const isInside = (i: number) => unitY(grid, Math.floor(i / grid.w)) > -74
  for (let i = 0; i < piece.length; i++) {
    const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
    if (!isInside(i) || Math.abs(x) > 48 - slope * Math.max(0, -44 - y)) continue
    piece[i] = 1
    lightness[i] = Math.abs(x) % 10 < 4 ? stripes : hat
  }
  const colors = { lightness, a: new Float32Array(piece.length), b: new Float32Array(piece.length) }
  return completeCrown(piece, new Uint8Array(piece.length).fill(KIND.others), isInside, grid, 0, colors)
}

describe('a graduation cap that the photo cuts off', () => {
  it('gets a board wider than the cap', () => {
    const cap = createHat({ wall: 0.2 })!
    expect(cap.board).not.toBeNull()
    expect([cap.holds(58, cap.board!.y), cap.holds(58, -64)]).toEqual([true, false])
  })

  it('is not any hat with sloped sides, a light color or a pattern, or before a light wall', () => {
    expect(createHat({ wall: 0.2, slope: 1 })!.board).toBeNull()
    expect(createHat({ wall: 0.7, hat: 0.7 })!.board).toBeNull()
    expect(createHat({ wall: 0.8 })!.board).toBeNull()
    expect(createHat({ wall: 0.2, stripes: 0.6 })!.board).toBeNull()
  })
})

describe('a crown that the photo cuts off', () => {
  it('completes a cut crown by an arch over the middle of the cut, which ends where the cut does', () => {
    const crown = createCrown({ endsAt: -60 })!
    expect(crown.holds(0, -75)).toBe(true)
    expect(crown.holds(0, -100)).toBe(false)
    expect(crown.holds(50, -62)).toBe(false)
    expect(crown.holds(0, -50)).toBe(false)
  })

  it('completes a crown that is level at its top and no narrower anywhere than a cone', () => {
    const crown = createCrown({ endsAt: -60 })!
    const topAt = (x: number) => {
      let y = -61
      while (crown.holds(x, y)) y -= 0.25
      return -60 - y
    }
    const middle = topAt(0)
    expect(topAt(-6)).toBeGreaterThan(0.95 * middle)
    expect(topAt(6)).toBeGreaterThan(0.95 * middle)
    for (const share of [0.25, 0.5, 0.75]) expect(topAt(44 * share)).toBeGreaterThan(1.1 * (1 - share) * middle)
  })

  it('completes short hair lower than hair that stands off the head', () => {
    const topOf = (half: number) => {
      const crown = createCrown({ endsAt: -70, half })!
      return Array.from({ length: 60 }, (_, i) => -70 - i).filter((y) => crown.holds(0, y)).length
    }
    expect(topOf(66)).toBeGreaterThan(topOf(52) + 3)
  })

  it('rounds the top of hair that falls from a parting', () => {
    const crown = createCrown({ endsAt: -70, isPointed: true })!
    expect(crown.holds(0, -73)).toBe(true)
    expect(crown.holds(0, -80)).toBe(false)
    for (const side of [-1, 1]) expect(crown.holds(side * 15, -71)).toBe(true)
  })

  it('tells a crown of hair from a bald one', () => {
    expect(createCrown({ endsAt: -60 })!.isHair).toBe(true)
    expect(createCrown({ endsAt: -60, kind: KIND.faceSkin })!.isHair).toBe(false)
    expect(createCrown({ endsAt: -60, kind: KIND.faceSkin, hasLongHair: true })!.isHair).toBe(true)
  })

  it('completes a crown that the photo cuts at the brows', () => {
    expect(createCrown({ endsAt: -22 })!.holds(0, -40)).toBe(true)
  })

  it('completes a short cut by a low arch', () => {
    const crown = createCrown({ endsAt: -86 })!
    expect(crown.holds(0, -87)).toBe(true)
    expect(crown.holds(0, -94)).toBe(false)
  })

  it('leaves a crown alone that the photo shows whole', () => {
    expect(createCrown({ endsAt: -95 })).toBeNull()
  })

  it('leaves a crown alone where the photo cuts a hand', () => {
    expect(createCrown({ endsAt: -60, kind: KIND.bodySkin })).toBeNull()
  })
})

describe('a hat that the photo cuts off', () => {
  it('completes a cut hat with a round top as wide as the head below it', () => {
    const hat = createCrown({ endsAt: -60, kind: KIND.others, brim: 80 })!
    expect(hat.isHat).toBe(true)
    expect(hat.holds(0, -68)).toBe(true)
    expect(hat.holds(0, -100)).toBe(false)
    expect(hat.holds(60, -62)).toBe(false)
  })

  it('cuts off the half of a board or a brim that stands out at the cut', () => {
    const hat = createCrown({ endsAt: -60, kind: KIND.others, brim: 80 })!
    expect(hat.drops(70, -50)).toBe(true)
    expect(hat.drops(-70, -50)).toBe(true)
    expect(hat.drops(0, -50)).toBe(false)
    expect(hat.drops(70, -20)).toBe(false)
  })

  it('keeps a brim that is wider than the cut', () => {
    const hat = createCrown({ endsAt: -86, kind: KIND.others })!
    expect(hat.drops(70, -70)).toBe(false)
  })
})

describe('drawArch', () => {
  it('is level at its top on a tilted base', () => {
    const slope = 0.3
    const arch = drawArch({ half: 50, height: 40, lean: { left: 0.2, right: 0.2 }, slope })
    const heights = Array.from({ length: 101 }, (_, k) => arch(k - 50) - slope * (k - 50))
    expect(heights[50]).toBeCloseTo(40, 1)
    expect(Math.max(...heights)).toBeLessThan(40.5)
    expect(Math.abs(heights[60]! - heights[40]!)).toBeLessThan(2)
    expect(arch(-49.9)).toBeLessThan(3)
    expect(arch(49.9)).toBeLessThan(3)
  })
})
