import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel } from '#worker/artist/ink/field/grid.ts'
import { contains, type Place2 } from '#worker/artist/ink/field/polygon.ts'
import { measureTeeth, measureWhites } from '#worker/artist/ink/study/eye-whites.ts'

const grid = createGrid(2)
const WHITE = 0.8

/** Returns the ring of an eye. @param halfHeight half the opening between the lids, in units */
const createRing = (middleX: number, halfHeight: number): Place2[] =>
  Array.from({ length: 16 }, (_, i) => ({
    x: middleX + 8 * Math.cos((i * Math.PI) / 8),
    y: halfHeight * Math.sin((i * Math.PI) / 8),
  }))

/** Measures a face whose eyes have white corners in skin of a lightness. @param right the skin's on the right side */
function measureOn(skin: number, { halfHeight = 3.5, glasses = 0, right = skin, teeth = 0 } = {}) {
  const rings = [createRing(-20, halfHeight), createRing(20, halfHeight)] as const
  const lightness = createField(grid).fill(skin)
  eachPixel(grid, (i, x, y) => {
    if (rings.some((ring) => contains(ring, x, y))) lightness[i] = WHITE
    else if (x > 0) lightness[i] = right
  })
  const eyes = rings.map((ring) => ({ ring })) as unknown as Parameters<typeof measureWhites>[3]['eyes']
  return measureWhites(lightness, createField(grid).fill(glasses), grid, { eyes }, teeth)
}

describe('the whites of eyes', () => {
  it('measures them relative to the skin below', () => {
    expect(measureOn(0.8)).toBeCloseTo(1, 2)
    expect(measureOn(0.6)).toBeGreaterThan(1.3)
  })

  it('trusts them less behind glasses', () => {
    expect(measureOn(0.6, { glasses: 1 })).toBeLessThan(measureOn(0.6) - 0.1)
  })

  it('trusts the eye with lighter skin below it if the other skin lies in shadow', () => {
    expect(measureOn(0.8, { right: 0.5 })).toBeCloseTo(1, 2)
  })

  it('returns the same for closed eyes in any skin', () => {
    expect(measureOn(0.5, { halfHeight: 1 })).toBe(measureOn(0.8, { halfHeight: 1 }))
  })

  it('yields to lighter teeth if a smile narrows the eyes', () => {
    expect(measureOn(0.5, { halfHeight: 1, teeth: 1.4 })).toBeCloseTo(1.4, 2)
    expect(measureOn(0.8, { halfHeight: 3.5, teeth: 1.4 })).toBeCloseTo(1, 2)
    expect(measureOn(0.8, { halfHeight: 1, teeth: 0.9 })).toBe(measureOn(0.8, { halfHeight: 1 }))
  })
})

describe('the teeth', () => {
  it('are measured relative to the cheeks, unless the mouth is closed', () => {
    const lightness = createField(grid).fill(0.5)
    const [open, closed] = [5, 1].map((halfHeight) => {
      const lipsIn = createRing(0, halfHeight)
      eachPixel(grid, (i, x, y) => contains(lipsIn, x, y) && (lightness[i] = WHITE))
      return measureTeeth(lightness, [0], grid, { lipsIn })
    })
    expect(open).toBeCloseTo(1.6, 2)
    expect(closed).toBe(0)
  })

  it('are measured relative to the lit cheek if the other one lies in shadow', () => {
    const lightness = createField(grid).fill(0.5)
    for (let i = 0; i < 4; i++) lightness[i] = WHITE
    const lipsIn = createRing(0, 5)
    eachPixel(grid, (i, x, y) => contains(lipsIn, x, y) && (lightness[i] = WHITE))
    expect(measureTeeth(lightness, [0, 1, 2, 3, 4, 5, 6, 7, 8], grid, { lipsIn })).toBeCloseTo(1, 2)
  })
})
