import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Picture } from '#worker/graphics/picture.ts'
import { findOffenders } from '../../../support/offenders.ts'
import {
  type Change,
  changed,
  findPose,
  isHeadAt,
  laidOn,
  onHead,
  part,
  portrait,
  repainted,
  studyFace,
  widthAt,
} from './heads.ts'

vi.setConfig({ testTimeout: 60_000 })

const DEGREES = 180 / Math.PI
const ROLL_ERROR_DEGREES = 4
const PLACE_ERROR_UNITS = 5
const SIZE_ERROR = 0.08

let photo: Picture
beforeAll(async () => {
  photo = await portrait()
})

/** Returns the errors in a detected head's pose, or an empty list. */
async function faults(picture: Picture, change: Change): Promise<string[]> {
  const { pose } = changed(photo, change)
  const found = await findPose(picture)
  if (!found) return ['no head']
  const away = Math.hypot(found.x - pose.x, found.y - pose.y) / pose.unitPx
  const larger = Math.abs(found.unitPx / pose.unitPx - 1)
  const turned = Math.abs(Math.sin((found.roll - pose.roll) / 2)) * 2 * DEGREES
  return [
    ...(away > PLACE_ERROR_UNITS ? [`${away.toFixed(1)} units away`] : []),
    ...(larger > SIZE_ERROR ? [`${(larger * 100).toFixed(0)} % off in size`] : []),
    ...(turned > ROLL_ERROR_DEGREES ? [`${turned.toFixed(1)} degrees off`] : []),
  ]
}

describe('head detection in altered photos', () => {
  test('detects a head upright at any roll', async () => {
    const offenders = await findOffenders([-90, -45, -20, 20, 45, 90, 180], String, async (degrees) => {
      const change = { roll: degrees / DEGREES, widthPx: 600, heightPx: 600 }
      expect(await faults(changed(photo, change).picture, change)).toEqual([])
    })
    expect(offenders).toEqual([])
  })

  test.each<[string, Change]>([
    ['in an unaltered photo', {}],
    ['in a mirrored photo', { mirrored: true }],
    ['in a small photo', { scale: 0.42 }],
    ['in a large photo', { scale: 2.4 }],
    ['that is 70 pixels wide in a photo of 1280', { scale: 0.7, widthPx: 1280, heightPx: 960 }],
  ])('detects a head %s', async (_name, change) => {
    expect(await faults(changed(photo, change).picture, change)).toEqual([])
  })

  test('detects a head that fills the photo', async () => {
    const near = part(photo, 140, 10, 175, 190)
    const found = await findPose(near)
    expect(Math.hypot(found!.x - 85, found!.y - 98)).toBeLessThan(PLACE_ERROR_UNITS)
  })

  test.each<[string, (value: number) => number]>([
    ['underexposed', (value) => value * 0.35],
    ['overexposed', (value) => value * 1.5],
    ['low contrast', (value) => value * 0.6 + 50],
  ])('detects a head in altered lighting: %s', async (_name, light) => {
    const lit = repainted(photo, (_x, _y, [r, g, b]) => [light(r), light(g), light(b)])
    expect(await faults(lit, {})).toEqual([])
  })

  test('detects a blurred head', async () => {
    const blurred = repainted(photo, (x, y) => {
      const sum: [number, number, number] = [0, 0, 0]
      for (let v = -2; v <= 2; v++) {
        for (let u = -2; u <= 2; u++) {
          const i = (Math.min(511, Math.max(0, y + v)) * 512 + Math.min(511, Math.max(0, x + u))) * 4
          for (const c of [0, 1, 2] as const) sum[c] += photo.data[i + c]! / 25
        }
      }
      return sum
    })
    expect(await faults(blurred, {})).toEqual([])
  })

  test('detects a head in front of a colorful crowd', async () => {
    const busy = repainted(photo, (x, y, [r, g, b]) => {
      const isWall = y < 190 && Math.min(r, g, b) > 138 && Math.max(r, g, b) - Math.min(r, g, b) < 26
      if (!isWall && !(y < 190 && (x < 125 || x > 330))) return [r, g, b]
      const tile = (x >> 4) * 7 + (y >> 5) * 13
      return [(tile * 37) % 256, (tile * 91) % 256, (tile * 53) % 256]
    })
    expect(await faults(busy, {})).toEqual([])
  })
})

describe('main face selection in a group', () => {
  const wall: Picture = { data: new Uint8ClampedArray(1200 * 600 * 4).fill(150), widthPx: 1200, heightPx: 600 }
  const getHead = (scale: number) => {
    const { picture } = changed(photo, { scale })
    return part(
      picture,
      Math.round(115 * scale),
      0,
      Math.floor(220 * scale),
      Math.min(picture.heightPx, Math.floor(240 * scale)),
    )
  }

  test('picks the middle one of equally large heads', async () => {
    const group = [20, 490, 960].reduce((ground, left) => laidOn(ground, getHead(1), left, 180), wall)
    expect(Math.abs((await findPose(group))!.x - 600)).toBeLessThan(10)
  })

  test('picks a much larger head at the side over smaller ones in the middle', async () => {
    const small = [200, 490].reduce((ground, left) => laidOn(ground, getHead(0.9), left, 200), wall)
    const face = await findPose(laidOn(small, getHead(2), 740, 60))
    expect(face!.x).toBeGreaterThan(900)
    expect(face!.unitPx).toBeGreaterThan(1.8)
  })
})

describe('hair segmentation', () => {
  test('ends short hair at its edge, and excludes the neck', async () => {
    const study = (await studyFace(photo))!
    expect(widthAt(study, 75)).toBe(0)
    for (const [x, y] of [
      [160, 160],
      [300, 160],
      [228, 190],
    ] as const) {
      expect(isHeadAt(study, ...onHead(study.pose, x, y))).toBe(false)
    }
  })

  test("excludes a shirt in the hair's color", async () => {
    const shirt = repainted(photo, (x, y, color) => (y > 176 && Math.abs(x - 228) < 110 ? [132, 106, 60] : color))
    const study = (await studyFace(shirt))!
    expect(widthAt(study, 80)).toBe(0)
  })
})
