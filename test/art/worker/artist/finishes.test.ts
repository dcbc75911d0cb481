import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Picture } from '#worker/graphics/picture.ts'
import { type Box, draw, type Player, pixelsOf, shareOf } from './drawn.ts'
import { jpegOf, part, portrait, repainted } from './heads.ts'

vi.setConfig({ testTimeout: 90_000 })

const HEAD: Box = { left: 270, top: 0, right: 730, bottom: 490 }
const FACE: Box = { left: 439, top: 231, right: 561, bottom: 429 }
const isDuckYellow = (r: number, g: number, b: number, a: number) =>
  a > 250 && Math.hypot(r - 255, g - 207, b - 36) < 40
const isWarm = (r: number, g: number, b: number, a: number) => a > 250 && r - b > 14 && r >= g && g >= b

let photo: Picture
beforeAll(async () => {
  photo = await portrait()
})

const drawn = async (picture: Picture, player: Player = {}) => draw(player, [await jpegOf(picture)])

/** Each pixel the mean of a square around it. */
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

describe('what a photo is made into', () => {
  test('one out of focus stays a photo of the head, cut out and dressed, and is called blurred', async () => {
    const card = await drawn(blurred(photo, 5), { armor: 'duck' })
    const pixels = await pixelsOf(card.bytes)

    expect(card).toMatchObject({ finish: 'photo', notices: ['blurred'] })
    expect(shareOf(pixels, HEAD, isDuckYellow)).toBeGreaterThan(0.06)
    expect(shareOf(pixels, { left: 0, top: 0, right: 150, bottom: 440 }, (_r, _g, _b, a) => a > 0)).toBe(0)
  })

  test('one in black and white is inked in the tone of an old print, and nothing is said about it', async () => {
    const grey = repainted(photo, (_x, _y, [r, g, b]) => {
      const light = 0.3 * r + 0.59 * g + 0.11 * b
      return [light, light, light]
    })
    const card = await drawn(grey)

    expect(card).toMatchObject({ finish: 'ink', notices: [] })
    expect(shareOf(await pixelsOf(card.bytes), FACE, isWarm)).toBeGreaterThan(0.5)
  })

  test('one that ends at the forehead stands in a window, and is called cut off', async () => {
    const card = await drawn(part(photo, 60, 72, 340, 340))
    expect(card).toMatchObject({ finish: 'window', notices: ['cut-off'] })
  })

  test('one that ends at the hair is inked with a completed crown or under a hat, and is called cut off', async () => {
    const cut = part(photo, 60, 52, 340, 340)
    expect(await drawn(cut)).toMatchObject({ finish: 'ink', notices: ['cut-off'] })
    expect(await drawn(cut, { armor: 'tophat' })).toMatchObject({ finish: 'ink', notices: ['cut-off'] })
  })
})
