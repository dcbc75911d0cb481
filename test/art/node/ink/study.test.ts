import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import type { PaintOptions } from '#worker/artist/ink/paint/paint.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import type { Sharp } from 'sharp'
import { digestOf } from '../../../support/digest.ts'
import { closeUp, inkedHead, pictureOf, portrait, portraitBefore, studyPhoto } from './photos.ts'
import { WALLS } from './walls.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

const OPTIONS = { perUnit: 2, rim: [255, 200, 60] as const }

describe('a head is told from its surroundings', () => {
  test.each<[string, () => Promise<Sharp> | Sharp]>([
    ['as it is', portrait],
    ['close by', () => closeUp().resize(1000)],
    ['before a green wall', () => portraitBefore(WALLS.green)],
    ['before bricks', () => portraitBefore(WALLS.bricks)],
    ['before leaves', () => portraitBefore(WALLS.leaves)],
    ['before a colorful crowd', () => portraitBefore(WALLS.crowd)],
    ['in a dark photo', () => portrait().linear(0.35)],
    ['with the hair cut off by the edge', () => portrait().extract({ left: 100, top: 30, width: 260, height: 260 })],
  ])('%s', async (_name, photo) => {
    const picture = await pictureOf(await photo())
    const study = await studyPhoto(picture)
    expect(study).not.toBeNull()
    const { data, widthPx, heightPx } = inkedHead(picture, study!, OPTIONS)
    const covered = data.filter((_, i) => i % 4 === 3 && data[i]! > 128).length / 4
    expect([widthPx, heightPx]).toEqual([448, 524])
    expect(covered).toBeGreaterThan(12_000)
    expect(covered).toBeLessThan(20_000)
    expect(opacityAt(data, 6, 6)).toBe(0)
    expect(opacityAt(data, 441, 6)).toBe(0)
    expect(opacityAt(data, 224, 300)).toBe(255)
  })
})

const opacityAt = (data: Picture['data'], x: number, y: number) => data[(y * 448 + x) * 4 + 3]

describe('the drawing', () => {
  let picture: Picture
  let study: HeadStudy
  beforeAll(async () => {
    picture = await pictureOf(portrait())
    study = (await studyPhoto(picture))!
  })
  const draw = (options: PaintOptions) => inkedHead(picture, study, options)

  test('ends where a hat begins, with an outline along the cut', () => {
    const { data } = draw({ ...OPTIONS, depthAt: (_x, y) => y + 50 })
    expect(opacityAt(data, 224, 190)).toBe(0)
    expect(opacityAt(data, 224, 260)).toBe(255)
    expect(data[(200 * 448 + 224) * 4]).toBeLessThan(20)
  })

  test('has its rim of light on the right edge only, and none under a helmet', () => {
    const goldAt = (rim: readonly [number, number, number] | null, from: number, to: number) => {
      const { data } = draw({ perUnit: 2, rim })
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
    const again = inkedHead(picture, (await studyPhoto(picture))!, OPTIONS)
    const digest = ({ data }: Picture) => digestOf(new Uint8Array(data))
    expect(await digest(again)).toBe(await digest(draw(OPTIONS)))
  })

  test('lays paint into the skin and not over hair', () => {
    const size = { widthPx: 448, heightPx: 524 }
    const blue = new Uint8ClampedArray(448 * 524 * 4)
    for (let i = 0; i < blue.length; i += 4) blue.set([20, 40, 240, 255], i)
    const { data } = draw({ ...OPTIONS, decal: { data: blue, ...size } })
    const colorAt = (x: number, y: number) => data.slice((y * 448 + x) * 4, (y * 448 + x) * 4 + 3)
    expect(colorAt(185, 330)[2]).toBeGreaterThan(180)
    expect(colorAt(215, 170)[2]).toBeLessThan(130)
  })
})
