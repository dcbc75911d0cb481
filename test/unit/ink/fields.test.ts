import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxBlur, gaussBlur } from '#worker/artist/ink/blur.ts'
import { contourDistance } from '#worker/artist/ink/distance.ts'
import { exposureGains } from '#worker/artist/ink/light.ts'
import { guidedFilter } from '#worker/artist/ink/guided-filter.ts'
import { LINEAR, labOfLinear, rgbOfLab } from '#worker/artist/ink/oklab.ts'
import { halvedPicture } from '#worker/artist/ink/picture.ts'
import { skinRamps } from '#worker/artist/ink/ramps.ts'
import { eachPiece, floodFrom } from '#worker/artist/ink/regions.ts'

const grid = { w: 31, h: 23, perUnit: 1, x0: 0, y0: 0 }
const noise = Float32Array.from({ length: 31 * 23 }, (_, i) => Math.abs(Math.sin(i * 12.9898) * 43758.5453) % 1)
const step = Float32Array.from({ length: 31 * 23 }, (_, i) => (i % 31 < 15 ? 0.2 : 0.8))

/** The mean of a square the slow way, edges repeated. */
function meanAround(field: Float32Array, x: number, y: number, radius: number): number {
  let sum = 0
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      sum += field[Math.min(22, Math.max(0, y + dy)) * 31 + Math.min(30, Math.max(0, x + dx))]!
    }
  }
  return sum / (2 * radius + 1) ** 2
}

describe('blurring', () => {
  test.each([1, 3, 7])('with radius %i is the mean of each square, to the very edge', (radius) => {
    const blurred = boxBlur(noise, grid, radius)
    for (let y = 0; y < 23; y++) {
      for (let x = 0; x < 31; x++) expect(blurred[y * 31 + x]).toBeCloseTo(meanAround(noise, x, y, radius), 4)
    }
  })

  test('leaves an even field even and the field it was given as it was', () => {
    const even = new Float32Array(31 * 23).fill(0.4)
    expect(gaussBlur(even, grid, 3).every((value) => Math.abs(value - 0.4) < 1e-5)).toBe(true)
    expect(even.every((value) => value === even[0])).toBe(true)
  })

  test('with a guide keeps edges and loses noise', () => {
    const rough = step.map((value, i) => value + (noise[i]! - 0.5) * 0.04)
    const smooth = guidedFilter(step, rough, grid, 4, 1e-4)
    expect(smooth[10 * 31 + 14]! - smooth[10 * 31 + 15]!).toBeLessThan(-0.55)
    const error = (field: Float32Array) => field.reduce((sum, value, i) => sum + Math.abs(value - step[i]!), 0)
    expect(error(smooth)).toBeLessThan(error(rough) / 3)
  })
})

test('distance to an outline is positive inside, negative outside and grows by one a pixel', () => {
  const disc = Float32Array.from({ length: 61 * 61 }, (_, i) =>
    Math.hypot((i % 61) - 30, Math.floor(i / 61) - 30) < 18 ? 1 : 0,
  )
  const size = { w: 61, h: 61, perUnit: 1, x0: 0, y0: 0 }
  const distance = contourDistance(gaussBlur(disc, size, 2), size, 2)
  expect(distance[30 * 61 + 30]).toBeGreaterThan(15)
  expect(distance[30 * 61 + 30]).toBeLessThan(20)
  expect(distance[30 * 61 + 2]).toBeLessThan(-7)
  expect(distance[30 * 61 + 20]! - distance[30 * 61 + 19]!).toBeCloseTo(1, 0)
})

describe('pieces of a field', () => {
  // Two bars that touch at one corner only.
  const picture = ['##...', '##...', '..###', '.....', '#...#']
  const isOn = (i: number) => picture[Math.floor(i / 5)]![i % 5] === '#'
  const small = { w: 5, h: 5, perUnit: 1, x0: 0, y0: 0 }

  test('a flood stays in one piece and does not run round the edge', () => {
    expect([...floodFrom([0], small, isOn)].filter(Boolean)).toHaveLength(4)
    expect([...floodFrom([24], small, isOn)].filter(Boolean)).toHaveLength(1)
    expect([...floodFrom([3], small, isOn)].filter(Boolean)).toHaveLength(0)
  })

  test('corners join pieces only when asked', () => {
    const sizes = (corners: boolean) => {
      const found: number[] = []
      eachPiece(small, isOn, corners, (pixels) => found.push(pixels.length))
      return found
    }
    expect(sizes(false)[0]).toBe(4)
    expect(sizes(true)[0]).toBe(7)
  })
})

test('OKLab there and back is the same color, within two steps of a channel', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (...rgb) => {
      const [r, g, b] = rgb.map((value) => LINEAR[value]!) as [number, number, number]
      const back = rgbOfLab(labOfLinear(r, g, b))
      // The darkest channels share one step of the cube root's table.
      return back.every((value, c) => Math.abs(value - rgb[c]!) <= (Math.min(...rgb) < 24 ? 16 : 3))
    }),
  )
})

test('a ramp goes from dark to light, its shade is darker than its light, and its color stays', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.2, max: 0.95, noNaN: true }),
      fc.double({ min: 0.7, max: 1.2, noNaN: true }),
      (lightness, hue) => {
        const { lit, shade } = skinRamps([lightness, 0.06 * Math.cos(hue), 0.06 * Math.sin(hue)])
        for (const ramp of [lit, shade]) {
          const levels = ramp.map(([level]) => level)
          expect(levels).toEqual(levels.toSorted((one, other) => one - other))
        }
        for (let i = 0; i < 4; i++) expect(shade[i]![0]).toBeLessThan(lit[i]![0])
        expect(Math.atan2(lit[2][2], lit[2][1])).toBeCloseTo(hue, 5)
        if (lightness > 0.26 && lightness < 0.84) expect(Math.abs(lit[2][0] - lightness)).toBeLessThan(0.03)
      },
    ),
  )
})

describe('exposure', () => {
  const flat = (...colors: number[]) => ({
    data: Uint8ClampedArray.from({ length: 40_000 }, (_, i) => (i % 4 === 3 ? 255 : colors[(i >> 2) % colors.length]!)),
    widthPx: 100,
    heightPx: 100,
  })

  test('of a bright photo is left alone, of a dark one is raised until its white is white', () => {
    expect(exposureGains(flat(40, 120, 250)).red).toBe(1)
    const dark = exposureGains(flat(10, 40, 90)).green
    expect(dark * LINEAR[90]!).toBeCloseTo(0.8, 1)
  })

  test('has an end: a black photo is not blown up to noise', () => {
    expect(exposureGains(flat(0, 1, 2)).blue).toBe(10)
  })
})

test('a halved picture is the mean of four pixels', () => {
  const data = Uint8ClampedArray.of(0, 0, 0, 255, 40, 80, 120, 255, 100, 100, 100, 255, 60, 20, 180, 255)
  expect([...halvedPicture({ data, widthPx: 2, heightPx: 2 }).data]).toEqual([50, 50, 100, 255])
})
