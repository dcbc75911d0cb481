import { describe, expect, test, vi } from 'vitest'
import { rgbOfLab } from '#worker/artist/ink/oklab.ts'
import { paintHead } from '#worker/artist/ink/paint.ts'
import type { Picture } from '#worker/artist/ink/picture.ts'
import type { Sharp } from 'sharp'
import { closeUp, photoOf, pictureOf, portrait, studyOf } from './photos.ts'

vi.setConfig({ testTimeout: 60_000 })

const OPTIONS = { perUnit: 2, rim: [255, 200, 60] as const }

/** Puts the head of the portrait before another wall: the photo's own wall is light and gray. */
async function before(wall: (x: number, y: number) => readonly [number, number, number]): Promise<Sharp> {
  const picture = await pictureOf(portrait())
  const { data, widthPx } = picture
  for (let i = 0; i < data.length; i += 4) {
    const [x, y] = [(i >> 2) % widthPx, Math.floor((i >> 2) / widthPx)]
    const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!]
    const isWall = y < 190 && Math.min(r, g, b) > 138 && Math.max(r, g, b) - Math.min(r, g, b) < 26
    const isFlag = y < 190 && (x < 125 || x > 330)
    if (isWall || isFlag) data.set(wall(x, y), i)
  }
  return photoOf(picture)
}

const hash = (x: number, y: number) => {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453
  return value - Math.floor(value)
}

describe('a head is told from its surroundings', () => {
  test.each<[string, () => Promise<Sharp> | Sharp]>([
    ['as it is', portrait],
    ['close by', () => closeUp().resize(1000)],
    ['before a green wall', () => before(() => [40, 120, 60])],
    [
      'before bricks',
      () =>
        before((x, y) =>
          y % 14 < 2 || (x + (Math.floor(y / 14) % 2) * 14) % 28 < 2 ? [205, 195, 190] : [150, 70, 55],
        ),
    ],
    [
      'before a colorful crowd',
      () =>
        before((x, y) => [hash(x >> 4, y >> 5) * 255, hash(y >> 5, x >> 4) * 255, hash((x >> 4) + 7, y >> 5) * 255]),
    ],
    ['in a dark photo', () => portrait().linear(0.35)],
    ['with the hair cut off by the edge', () => portrait().extract({ left: 100, top: 30, width: 260, height: 260 })],
  ])('%s', async (_name, photo) => {
    const study = await studyOf(await photo())
    expect(study).not.toBeNull()
    const { data, widthPx, heightPx } = paintHead(study!.portrait, OPTIONS)
    const covered = data.filter((_, i) => i % 4 === 3 && data[i]! > 128).length / 4
    expect([widthPx, heightPx]).toEqual([448, 524])
    expect(covered).toBeGreaterThan(12_000)
    expect(covered).toBeLessThan(20_000)
    expect(opacityAt(data, 6, 6)).toBe(0)
    expect(opacityAt(data, 441, 6)).toBe(0)
    expect(opacityAt(data, 224, 300)).toBe(255)
  })

  test('and when it cannot be told, it is not shown', async () => {
    expect(await studyOf(portrait().linear(0.15, 150))).toBeNull()
  })
})

const opacityAt = (data: Picture['data'], x: number, y: number) => data[(y * 448 + x) * 4 + 3]

describe('the drawing', () => {
  test('ends where a hat begins, with an outline along the cut', async () => {
    const { portrait: studied } = (await studyOf(portrait()))!
    const { data } = paintHead(studied, { ...OPTIONS, depthAt: (_x, y) => y + 50 })
    expect(opacityAt(data, 224, 190)).toBe(0)
    expect(opacityAt(data, 224, 260)).toBe(255)
    expect(data[(200 * 448 + 224) * 4]).toBeLessThan(20)
  })

  test('has its rim of light on the right edge only, and none under a helmet', async () => {
    const { portrait: studied } = (await studyOf(portrait()))!
    const goldAt = (rim: readonly [number, number, number] | null, from: number, to: number) => {
      const { data } = paintHead(studied, { perUnit: 2, rim })
      let count = 0
      for (let i = 0; i < data.length; i += 4) {
        const x = (i >> 2) % 448
        if (x >= from && x < to && Math.hypot(data[i]! - 40, data[i + 1]! - 255, data[i + 2]! - 40) < 60) count++
      }
      return count
    }
    expect(goldAt([40, 255, 40], 224, 448)).toBeGreaterThan(150)
    expect(goldAt([40, 255, 40], 0, 224)).toBe(0)
    expect(goldAt(null, 0, 448)).toBe(0)
  })

  test('is the same for the same photo', async () => {
    const [one, other] = [await studyOf(portrait()), await studyOf(portrait())]
    expect(paintHead(one!.portrait, OPTIONS).data).toEqual(paintHead(other!.portrait, OPTIONS).data)
  })

  test('lays paint into the skin and not over hair', async () => {
    const { portrait: studied } = (await studyOf(portrait()))!
    const size = { widthPx: 448, heightPx: 524 }
    const blue = new Uint8ClampedArray(448 * 524 * 4)
    for (let i = 0; i < blue.length; i += 4) blue.set([20, 40, 240, 255], i)
    const { data } = paintHead(studied, { ...OPTIONS, decal: { data: blue, ...size } })
    const colorAt = (x: number, y: number) => data.slice((y * 448 + x) * 4, (y * 448 + x) * 4 + 3)
    expect(colorAt(185, 330)[2]).toBeGreaterThan(180)
    expect(colorAt(215, 170)[2]).toBeLessThan(130)
    expect(rgbOfLab(studied.hairColor)[2]).toBeLessThan(130)
  })
})
