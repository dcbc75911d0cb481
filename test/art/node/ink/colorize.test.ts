import { beforeAll, describe, expect, it } from 'vitest'
import { createField, createGrid, type Field, indexAt } from '#worker/artist/ink/field/grid.ts'
import type { Place2 } from '#worker/artist/ink/field/polygon.ts'
import { colorize, isMonochrome } from '#worker/artist/ink/study/colorize.ts'
import { type FaceMap, getMiddle, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { straightFace } from './turned-face.ts'

const grid = createGrid(2)
const inside = new Uint8Array(grid.w * grid.h).fill(1)
const SKIN = 0.75

let map: FaceMap
beforeAll(async () => {
  map = mapFace(await straightFace())
})

/** Colors a gray photo of one lightness and returns the color at a place. */
function colorAt(place: Place2, lightness = SKIN, { skin = 1, worn = 0 } = {}): readonly [a: number, b: number] {
  const fill = (value: number): Field => createField(grid).fill(value)
  const planes = { lightness: fill(lightness), a: fill(0), b: fill(0), grid }
  colorize(planes, { skin: fill(skin), stubble: fill(0), worn: fill(worn) }, map, SKIN)
  const i = indexAt(grid, place.x, place.y)
  return [planes.a[i]!, planes.b[i]!]
}

const chromaAt = (...of: Parameters<typeof colorAt>) => Math.hypot(...colorAt(...of))
const getCheek = () => getMiddle(map.cheeks[0])

describe('a black-and-white photo', () => {
  it('gets skin with less color in highlights and in the dark', () => {
    const [a, b] = colorAt(getCheek())
    expect(Math.atan2(b, a)).toBeCloseTo(0.84, 1)
    expect(chromaAt(getCheek())).toBeGreaterThan(0.06)
    expect(chromaAt(getCheek(), 0.95)).toBeLessThan(0.055)
    expect(chromaAt(getCheek(), 0.3)).toBeLessThan(0.05)
  })

  it('gets redder skin in the shade than in the light', () => {
    const hues = [0.55, 0.9].map((lightness) => {
      const [a, b] = colorAt(getCheek(), lightness)
      return Math.atan2(b, a)
    })
    expect(hues[0]).toBeLessThan(hues[1]! - 0.05)
    expect(hues[1]).toBeLessThan(0.9)
  })

  it('gets hardly the color of skin in a beard through which skin shines', () => {
    const chin = { x: map.points[152]!.x, y: map.points[152]!.y - 6 }
    expect(chromaAt(chin, 0.5 * SKIN)).toBeLessThan(0.7 * chromaAt(getCheek(), 0.5 * SKIN))
  })

  it('gets lips redder than skin', () => {
    const lips = getMiddle([map.lipsOut[15]!, map.lipsIn[15]!])
    expect(colorAt(lips)[0]).toBeGreaterThan(colorAt(getCheek())[0] + 0.015)
  })

  it('gets hair with less color than skin, eyes and teeth a warm white, and worn items no color', () => {
    expect(chromaAt(getCheek(), 0.3, { skin: 0 })).toBeLessThan(0.025)
    expect(chromaAt(map.eyes[0].center)).toBeLessThan(0.03)
    expect(chromaAt(getMiddle(map.lipsIn))).toBeLessThan(0.045)
    expect(colorAt(getMiddle(map.lipsIn))[1]).toBeGreaterThan(0.035)
    expect(chromaAt(getCheek(), SKIN, { worn: 1 })).toBe(0)
  })
})

describe('the colors of a photo', () => {
  /** Returns a photo of a gray ramp. @param colorOf a pixel's color, by its lightness and index */
  function crop(colorOf: (lightness: number, i: number) => readonly [a: number, b: number]) {
    const lightness = createField(grid).map((_, i) => (i % 97) / 97)
    const colors = Array.from(lightness, colorOf)
    return {
      grid,
      inside,
      lightness,
      a: Float32Array.from(colors, ([a]) => a),
      b: Float32Array.from(colors, ([, b]) => b),
    }
  }
  const skin = [0.7, 0.03, 0.04] as const

  it('are none in gray and sepia prints', () => {
    expect(
      isMonochrome(
        crop(() => [0, 0]),
        [0.7, 0, 0],
      ),
    ).toBe(true)
    expect(
      isMonochrome(
        crop((l) => [0.08 * l * (1 - l), 0.2 * l * (1 - l)]),
        skin,
      ),
    ).toBe(true)
  })

  it('differ at the same lightness in a color photo, even in a small part', () => {
    expect(
      isMonochrome(
        crop((_, i) => (i % 10 === 0 ? [0.03, 0.04] : [0, 0])),
        skin,
      ),
    ).toBe(false)
  })
})
