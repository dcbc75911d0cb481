import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { paintNeck } from '#worker/artist/ink/paint/paint-neck.ts'
import { mapFace } from '#worker/artist/ink/study/face-map.ts'
import { findHairBehind, neckShape } from '#worker/artist/ink/study/neck-shape.ts'
import type { PaintOptions } from '#worker/artist/ink/paint/paint.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import type { Sharp } from 'sharp'
import { computeDigest } from '../../../support/digest.ts'
import { closeUp, inkedHead, portrait, portraitBefore, studyPhoto, toPicture } from './photos.ts'
import { straightFace, turned } from './turned-face.ts'
import { WALLS } from './walls.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

const OPTIONS = { perUnit: 2, rim: [255, 200, 60] as const }

describe('segmentation of a head', () => {
  test.each<[string, () => Promise<Sharp> | Sharp]>([
    ['as it is', portrait],
    ['close by', () => closeUp().resize(1000)],
    ['before a green wall', () => portraitBefore(WALLS.green)],
    ['before bricks', () => portraitBefore(WALLS.bricks)],
    ['before leaves', () => portraitBefore(WALLS.leaves)],
    ['before a colorful crowd', () => portraitBefore(WALLS.crowd)],
    ['in a dark photo', () => portrait().linear(0.35)],
    ['with the hair cut off by the edge', () => portrait().extract({ left: 100, top: 30, width: 260, height: 260 })],
  ])('separates a head from its surroundings: %s', async (_name, photo) => {
    const picture = await toPicture(await photo())
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
    picture = await toPicture(portrait())
    study = (await studyPhoto(picture))!
  })
  const draw = (options: PaintOptions) => inkedHead(picture, study, options)

  test('ends the drawing where a hat begins, with an outline along the cut', () => {
    const { data } = draw({ ...OPTIONS, depthAt: (_x, y) => y + 50 })
    expect(opacityAt(data, 224, 190)).toBe(0)
    expect(opacityAt(data, 224, 260)).toBe(255)
    expect(data[(200 * 448 + 224) * 4]).toBeLessThan(20)
  })

  test('draws the rim of light on the right edge only, and none without', () => {
    const { data: unlit } = draw({ perUnit: 2, rim: null })
    const { data: lit } = draw({ perUnit: 2, rim: [40, 255, 40] })
    const greenerIn = (from: number, to: number) => {
      let count = 0
      for (let i = 0; i < lit.length; i += 4) {
        const x = (i >> 2) % 448
        if (x >= from && x < to && lit[i + 1]! - unlit[i + 1]! > 12) count++
      }
      return count
    }
    expect(greenerIn(224, 448)).toBeGreaterThan(90)
    expect(greenerIn(0, 224)).toBe(0)
  })

  test('draws deterministically', async () => {
    const again = inkedHead(picture, (await studyPhoto(picture))!, OPTIONS)
    const digest = ({ data }: Picture) => computeDigest(new Uint8Array(data))
    expect(await digest(again)).toBe(await digest(draw(OPTIONS)))
  })

  test('lays paint into the skin and not over hair', () => {
    const size = { widthPx: 448, heightPx: 524 }
    const blue = new Uint8ClampedArray(448 * 524 * 4)
    for (let i = 0; i < blue.length; i += 4) blue.set([20, 40, 240, 255], i)
    const { data } = draw({ ...OPTIONS, decal: { data: blue, ...size } })
    const colorAt = (x: number, y: number) => data.slice((y * 448 + x) * 4, (y * 448 + x) * 4 + 3)
    expect(colorAt(185, 330)[2]).toBeGreaterThan(180)
    expect(colorAt(215, 170)[2]).toBeLessThan(155)
  })
})

describe('the neck', () => {
  test('shows the nape on the side that a head turns away from, and hair that ends above the collar not below its end', async () => {
    const collar = { endsY: 74, halfWidth: 30, middleX: 0 }
    const face = await straightFace()
    const ahead = neckShape(mapFace(face), collar).sidesAt(48)
    const map = mapFace(turned(face, 0.35))
    const neck = neckShape(map, collar)
    const aside = neck.sidesAt(48)
    expect(-ahead.left).toBeCloseTo(ahead.right, 0)
    expect(-aside.left).toBeGreaterThan(aside.right + 4)
    expect(-neck.sidesAt(90).left).toBeCloseTo(neck.sidesAt(90).right, 0)
    const chinX = map.points[152]!.x
    expect(neck.sidesAt(52).right).toBeLessThan(Math.max(0, chinX) + 20)

    const grid = { w: 120, h: 140, perUnit: 1, x0: -60, y0: -20 }
    const distance = Float32Array.from({ length: grid.w * grid.h }, (_, i) => {
      const [x, y] = [(i % grid.w) - 60, Math.floor(i / grid.w) - 20]
      return Math.min(x > 0 ? x - 46 : -46 - x, x > 0 ? 60 - y : 100) < 0 ? -5 : 5
    })
    const behindAt = findHairBehind(neck, { grid, distance, drawnHair: [0.3, 0, 0], hasTail: false })
    expect(behindAt(64).left).toBeLessThan(-44)
    expect(behindAt(64).right).toBeCloseTo(neck.sidesAt(64).right)
    expect(behindAt(50).right).toBeGreaterThan(neck.sidesAt(50).right + 8)
  })

  test('draws the neck in the shadow of the jaw, into the collar, without a line before the chin', async () => {
    const picture = await toPicture(portrait())
    const { portrait: drawn, map } = (await studyPhoto(picture))!
    const neck = neckShape(map, { endsY: 62, halfWidth: 33, middleX: 0 })
    expect(neck.sidesAt(40).right).toBeLessThan(31)
    expect(neck.sidesAt(62).right).toBeGreaterThan(32)

    const frame = {
      left: -60,
      top: 30,
      width: 120,
      height: 70,
      originX: 0,
      originY: 0,
      perUnit: 1,
      reachPx: 44,
    }
    const { data } = paintNeck({ ...drawn, tones: drawn.bodySkin }, drawn, neck, 100, frame)
    const redAt = (x: number, y: number) => data[((y - frame.top) * frame.width + x - frame.left) * 4]!
    const chinY = Math.round(map.points[152]!.y)
    expect(redAt(0, chinY + 3)).toBeLessThan(0.9 * redAt(0, chinY + 26))

    const inSideLight = {
      tones: drawn.bodySkin,
      neckLightness: drawn.neckLightness,
      cheekLight: { left: 1, right: 0.75 },
    }
    const shaded = paintNeck(inSideLight, drawn, neck, 100, frame).data
    const shadeAt = (x: number) => {
      const i = ((chinY + 10 - frame.top) * frame.width + x - frame.left) * 4
      return shaded[i]! / data[i]!
    }
    expect(shadeAt(20)).toBeLessThan(0.85)
    expect(shadeAt(-20)).toBeCloseTo(1, 1)

    const head = inkedHead(picture, (await studyPhoto(picture))!, { perUnit: 2, rim: null, neck })
    const below = (dy: number) => head.data[(2 * (chinY + dy + 150) * 448 + 224) * 4 + 3]!
    expect(below(-6)).toBe(255)
    expect(below(8)).toBe(0)
  })
})
