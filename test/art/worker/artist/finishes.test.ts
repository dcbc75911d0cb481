import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Picture } from '#worker/graphics/picture.ts'
import { ART } from '#worker/artist/place.ts'
import { type Box, draw, measureShare, type Player, readPixels } from './drawn.ts'
import { part, portrait, repainted, toJpeg } from './heads.ts'

vi.setConfig({ testTimeout: 90_000 })

const HEAD: Box = { left: 270, top: 0, right: 730, bottom: 490 }
const isDuckYellow = (r: number, g: number, b: number, a: number) =>
  a > 250 && Math.hypot(r - 255, g - 207, b - 36) < 40

let photo: Picture
beforeAll(async () => {
  photo = await portrait()
})

const drawn = async (picture: Picture, player: Player = {}) => draw(player, [await toJpeg(picture)])

/** Averages each pixel over the square around it. */
function blurred(picture: Picture, radius: number): Picture {
  const { data, widthPx, heightPx } = picture
  return repainted(picture, (x, y) => {
    const sum: [number, number, number] = [0, 0, 0]
    for (let v = -radius; v <= radius; v++) {
      for (let u = -radius; u <= radius; u++) {
        const [px, py] = [Math.min(widthPx - 1, Math.max(0, x + u)), Math.min(heightPx - 1, Math.max(0, y + v))]
        for (const c of [0, 1, 2] as const) sum[c] += data[(py * widthPx + px) * 4 + c]! / (2 * radius + 1) ** 2
      }
    }
    return sum
  })
}

/** The lit cheek and the eye above it: skin in both finishes. */
const CHEEK: Box = { left: 424, top: 280, right: 515, bottom: 402 }

/** The roughness of the cheek away from strokes and edges: paint is smooth, a photo has texture. */
function measureRoughness(pixels: Uint8ClampedArray): number {
  const steps: number[] = []
  for (let y = CHEEK.top; y < CHEEK.bottom; y += 2) {
    for (let x = CHEEK.left; x < CHEEK.right; x += 2) {
      const at = 4 * (y * ART.widthPx + x) + 1
      steps.push(Math.abs(2 * pixels[at]! - pixels[at - 8]! - pixels[at + 8]!))
    }
  }
  return steps.sort((one, other) => one - other)[Math.floor(0.75 * steps.length)]!
}

/** The share of cheek pixels that differ between two images. */
function differ(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let [count, all] = [0, 0]
  for (let y = CHEEK.top; y < CHEEK.bottom; y++) {
    for (let x = CHEEK.left; x < CHEEK.right; x++, all++) {
      const at = 4 * (y * ART.widthPx + x) + 1
      if (Math.abs(one[at]! - other[at]!) > 8) count++
    }
  }
  return count / all
}

describe('finishes', () => {
  test('keeps a blurred photo as a dressed cutout, with a notice', async () => {
    const card = await drawn(blurred(photo, 5), { armor: 'duck' })
    const pixels = await readPixels(card.bytes)

    expect(card).toMatchObject({ finish: 'photo', notices: ['blurred'] })
    expect(measureShare(pixels, HEAD, isDuckYellow)).toBeGreaterThan(0.06)
    expect(measureShare(pixels, { left: 0, top: 0, right: 150, bottom: 440 }, (_r, _g, _b, a) => a > 0)).toBe(0)
  })

  test('inks a photo cropped at the hair with a completed crown, with a notice', async () => {
    expect(await drawn(part(photo, 60, 52, 340, 340))).toMatchObject({ finish: 'ink', notices: ['cut-off'] })
  })

  test('inks a face with a phone in front of the mouth, with a notice', async () => {
    const withPhone = repainted(photo, (x, y, color) =>
      x >= 205 && x < 250 && y >= 125 && y < 200 ? [24, 24, 28] : color,
    )
    expect(await drawn(withPhone)).toMatchObject({ finish: 'ink', notices: ['covered'] })
  })

  test('keeps a sharp photo and its texture when the visitor asks for the photo finish', async () => {
    const [kept, inked] = [await draw({ finish: 'photo' }), await draw()]
    expect([kept.finish, inked.finish]).toEqual(['photo', 'ink'])
    const [one, other] = [await readPixels(kept.bytes), await readPixels(inked.bytes)]
    expect(measureRoughness(one)).toBeGreaterThan(1.2 * measureRoughness(other))
    expect(differ(one, other)).toBeGreaterThan(0.4)
  })
})
