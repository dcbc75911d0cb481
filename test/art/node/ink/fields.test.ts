import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxBlur, gaussBlur } from '#worker/artist/ink/field/blur.ts'
import { contourDistance } from '#worker/artist/ink/field/distance.ts'
import { exposureGains } from '#worker/artist/ink/study/light.ts'
import { guidedFilter } from '#worker/artist/ink/field/guided-filter.ts'
import { type Lab, LINEAR, labOfLinear, rgbOfLab } from '#worker/artist/ink/color/oklab.ts'
import { halvePicture } from '#worker/graphics/picture.ts'
import {
  castCorrection,
  measureIris,
  measureOlive,
  measurePurple,
  toSkinPaint,
} from '#worker/artist/ink/color/skin-paint.ts'
import { eachPiece, floodFrom } from '#worker/artist/ink/field/regions.ts'

const grid = { w: 31, h: 23, perUnit: 1, x0: 0, y0: 0 }
const noise = Float32Array.from({ length: 31 * 23 }, (_, i) => Math.abs(Math.sin(i * 12.9898) * 43758.5453) % 1)
const step = Float32Array.from({ length: 31 * 23 }, (_, i) => (i % 31 < 15 ? 0.2 : 0.8))
/** Light without a cast on a photo in color. */
const DAYLIGHT = { isColorless: false, purple: 0 }

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
  test.each([1, 3, 7])('blurs with radius %i to the mean of each square, to the very edge', (radius) => {
    const blurred = boxBlur(noise, grid, radius)
    for (let y = 0; y < 23; y++) {
      for (let x = 0; x < 31; x++) expect(blurred[y * 31 + x]).toBeCloseTo(meanAround(noise, x, y, radius), 4)
    }
  })

  test('leaves an even field even when it blurs, and its input unchanged', () => {
    const even = new Float32Array(31 * 23).fill(0.4)
    expect(gaussBlur(even, grid, 3).every((value) => Math.abs(value - 0.4) < 1e-5)).toBe(true)
    expect(even.every((value) => value === even[0])).toBe(true)
  })

  test('keeps edges and loses noise in a guided blur', () => {
    const rough = step.map((value, i) => value + (noise[i]! - 0.5) * 0.04)
    const smooth = guidedFilter(step, rough, grid, 4, 1e-4)
    expect(smooth[10 * 31 + 14]! - smooth[10 * 31 + 15]!).toBeLessThan(-0.55)
    const error = (field: Float32Array) => field.reduce((sum, value, i) => sum + Math.abs(value - step[i]!), 0)
    expect(error(smooth)).toBeLessThan(error(rough) / 3)
  })
})

test('measures distance to an outline, positive inside, negative outside, growing by one a pixel', () => {
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

  test('floods one piece without running round the edge', () => {
    expect([...floodFrom([0], small, isOn)].filter(Boolean)).toHaveLength(4)
    expect([...floodFrom([24], small, isOn)].filter(Boolean)).toHaveLength(1)
    expect([...floodFrom([3], small, isOn)].filter(Boolean)).toHaveLength(0)
  })

  test('joins pieces at corners only when asked', () => {
    const sizes = (corners: boolean) => {
      const found: number[] = []
      eachPiece(small, isOn, corners, (pixels) => found.push(pixels.length))
      return found
    }
    expect(sizes(false)[0]).toBe(4)
    expect(sizes(true)[0]).toBe(7)
  })
})

test('converts to OKLab and back within two steps of a channel', () => {
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

describe('the drawn skin', () => {
  const skins = fc.tuple(
    fc.double({ min: 0.2, max: 0.95, noNaN: true }),
    fc.double({ min: 0.02, max: 0.2, noNaN: true }),
    fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  )
  const toLab = (lightness: number, chroma: number, hue: number): Lab => [
    lightness,
    chroma * Math.cos(hue),
    chroma * Math.sin(hue),
  ]

  test('raises a skin’s lightness by no more than 5 L*, and keeps a hue that skin has', () => {
    fc.assert(
      fc.property(skins, (skin) => {
        const paint = toSkinPaint(toLab(...skin), DAYLIGHT)
        const overexposed = Math.max(0, skin[0] - 0.89)
        expect(paint[0]).toBeGreaterThanOrEqual(skin[0] - 0.31 * overexposed - 1e-9)
        expect(paint[0]).toBeLessThan(skin[0] * 1.066)
        const hue = Math.atan2(paint[2], paint[1])
        expect(hue).toBeGreaterThan(0.48)
        expect(hue).toBeLessThan(1.16)
      }),
    )
  })

  test('gives pale skin in cold light more color than in daylight, and a warmer hue', () => {
    const [cold, warm] = [0.4, 0.8].map((hue) => toSkinPaint(toLab(0.84, 0.03, hue), DAYLIGHT))
    expect(Math.hypot(cold![1], cold![2])).toBeGreaterThan(Math.hypot(warm![1], warm![2]) + 0.005)
    expect(Math.atan2(cold![2], cold![1])).toBeGreaterThan(0.64)
  })

  test('keeps half of an olive cast on skin', () => {
    const hues = [0.9, 1.07].map((hue) => {
      const paint = toSkinPaint(toLab(0.6, 0.06, hue), DAYLIGHT)
      return Math.atan2(paint[2], paint[1])
    })
    expect(hues[0]).toBeCloseTo(0.9, 5)
    expect(hues[1]).toBeCloseTo(1, 2)
  })

  test('takes only blue and green for an iris that keeps its color, and not below a green lamp', () => {
    const skin = toLab(0.8, 0.05, 0.6)
    const paint = toLab(0.8, 0.055, 0.75)
    expect(measureIris(0.5, -0.01, skin, paint)).toBe(1)
    expect(measureIris(0.2, -0.01, skin, paint)).toBe(0)
    expect(measureIris(0.5, 0.012, skin, paint)).toBe(0)
    expect(measureIris(0.5, -0.01, toLab(0.8, 0.14, 2), paint)).toBe(0)
  })

  test('darkens the skin of a light black-and-white photo', () => {
    expect(toSkinPaint(toLab(0.95, 0.05, 0.92), { isColorless: true, purple: 0 })[0]).toBeLessThan(0.87)
  })

  test('raises no skin that is dark, or light and warm', () => {
    for (const [lightness, chroma] of [
      [0.35, 0.05],
      [0.55, 0.05],
      [0.72, 0.07],
    ] as const)
      expect(toSkinPaint(toLab(lightness, chroma, 0.95), DAYLIGHT)[0]).toBe(lightness)
  })
})

describe('the cast of the light on the rest of a head', () => {
  const correct = (skin: Lab, purple = 0) =>
    castCorrection(skin, toSkinPaint(skin, { isColorless: false, purple }), purple)

  test('warms hair and teeth beside skin that cold light makes mauve', () => {
    const [a, b] = correct([0.77, 0.035, -0.003])
    expect(a).toBeGreaterThan(0)
    expect(b).toBeGreaterThan(0.015)
  })

  test('makes hair no greener than blond hair, and does not redden green hair', () => {
    expect(measureOlive([0.03, 0.04], -0.04)).toBeCloseTo(0.02)
    expect(measureOlive([0.03, 0.04], -0.01)).toBe(0)
    expect(measureOlive([-0.03, 0.04], 0)).toBe(0)
    expect(measureOlive([-0.03, 0.04], -0.01)).toBeCloseTo(0.01)
  })

  test('leaves daylight and flushed skin alone', () => {
    for (const skin of [
      [0.74, 0.05, 0.055],
      [0.78, 0.065, 0.029],
    ] as const) {
      const [a, b] = correct(skin)
      expect(Math.hypot(a, b)).toBeLessThan(0.002)
    }
  })

  test('removes purple light that skin and hair show alike, but keeps dyed hair and pink skin', () => {
    const skin: Lab = [0.56, 0.055, 0.004]
    expect(measurePurple(skin, [0.56, 0.04, 0.006])).toBe(1)
    expect(measurePurple(skin, [0.34, 0.11, 0.05])).toBe(0)
    expect(measurePurple(skin, [0.4, 0.025, 0.03])).toBe(0)
    expect(measurePurple([0.6, 0.055, 0.025], [0.56, 0.04, 0.006])).toBeLessThan(0.1)
    const [a, b] = correct(skin, 1)
    expect(a).toBeLessThan(-0.01)
    expect(b).toBeGreaterThan(correct(skin)[1] + 0.01)
  })

  test('removes the color of a stage lamp', () => {
    expect(correct([0.6, 0.15, -0.12])[1]).toBeGreaterThan(0.1)
  })
})

describe('exposure', () => {
  const flat = (...colors: number[]) => ({
    data: Uint8ClampedArray.from({ length: 40_000 }, (_, i) => (i % 4 === 3 ? 255 : colors[(i >> 2) % colors.length]!)),
    widthPx: 100,
    heightPx: 100,
  })

  test('leaves the exposure of a bright photo alone, and raises a dark one until its white is white', () => {
    expect(exposureGains(flat(40, 120, 250)).red).toBe(1)
    const dark = exposureGains(flat(10, 40, 90)).green
    expect(dark * LINEAR[90]!).toBeCloseTo(0.8, 1)
  })

  test('limits the exposure, so that a black photo does not become noise', () => {
    expect(exposureGains(flat(0, 1, 2)).blue).toBe(10)
  })
})

test('halves a picture to the mean of four pixels', () => {
  const data = Uint8ClampedArray.of(0, 0, 0, 255, 40, 80, 120, 255, 100, 100, 100, 255, 60, 20, 180, 255)
  expect([...halvePicture({ data, widthPx: 2, heightPx: 2 }).data]).toEqual([50, 50, 100, 255])
})
