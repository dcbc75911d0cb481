import { describe, expect, test } from 'vitest'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { cleanPhoto } from '#worker/photo/clean-photo.ts'
import { readPhotoHeader } from '#worker/photo/read-photo-header.ts'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import {
  ANIMATED_GIF,
  HEIC,
  includesBytes,
  joinBytes,
  PDF,
  SECRETS,
  TEXT,
  truncateJpeg,
  withGiantHeader,
  withSecrets,
} from '../../../support/pictures.ts'
import { computeDigest } from '../../../support/digest.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { painted } from './drawn.ts'

const ascii = (text: string) => new TextEncoder().encode(text)

/** Four corners: red, green, blue, yellow. */
const corners = (width: number, height: number, format?: 'jpeg' | 'png' | 'webp') =>
  painted(
    width,
    height,
    (x, y) => {
      if (y < height / 2) return x < width / 2 ? [220, 30, 30] : [30, 180, 40]
      return x < width / 2 ? [30, 50, 210] : [230, 220, 40]
    },
    format,
  )

const NAMES = { '220,30,30': 'red', '30,180,40': 'green', '30,50,210': 'blue', '230,220,40': 'yellow' }

/** The colors of the four corners, row by row. */
async function readCorners(jpeg: Uint8Array, width: number, height: number) {
  const pixels = await decodeRgba(jpeg, width, height)
  const colorAt = (x: number, y: number) => {
    const i = (Math.round(y * (height - 1)) * width + Math.round(x * (width - 1))) * 4
    const distance = (name: string) =>
      Math.hypot(...name.split(',').map((channel, c) => Number(channel) - pixels[i + c]!))
    return Object.entries(NAMES).sort(([one], [other]) => distance(one) - distance(other))[0]![1]
  }
  return [colorAt(0.25, 0.25), colorAt(0.75, 0.25), colorAt(0.25, 0.75), colorAt(0.75, 0.75)]
}

/** The image with an EXIF block that sets this orientation. */
function turned(jpeg: Uint8Array, orientation: number) {
  const marked = withSecrets(jpeg)
  const at = marked.findIndex((byte, i) => byte === 0x01 && marked[i + 1] === 0x12 && marked[i + 3] === 3)
  marked[at + 9] = orientation
  return marked
}

describe('photo headers', () => {
  test.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
  ] as const)('reads type and dimensions of a %s header', async (format, type) => {
    expect(readPhotoHeader(await corners(60, 40, format))).toEqual({ type, widthPx: 60, heightPx: 40, orientation: 1 })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('reads EXIF orientation %i', (orientation) => {
    expect(readPhotoHeader(turned(portraitBytes(), orientation))).toMatchObject({ orientation, widthPx: 512 })
  })

  test('treats an unknown EXIF orientation as upright', () => {
    expect(readPhotoHeader(turned(portraitBytes(), 9))).toMatchObject({ orientation: 1 })
  })
})

describe('invalid photos', () => {
  const STILL_GIF = joinBytes(ANIMATED_GIF.subarray(0, 55), Uint8Array.of(0x3b))
  const AVIF = joinBytes(Uint8Array.of(0, 0, 0, 20), ascii('ftypavif\0\0\0\0avif'), new Uint8Array(500))
  const animatedWebp = joinBytes(
    ascii('RIFF\u001E\0\0\0WEBPVP8X\u000A\0\0\0\u0002'),
    new Uint8Array(9),
    ascii('ANIM\u0006\0\0\0'),
    new Uint8Array(6),
  )

  test.each([
    ['a renamed PDF', PDF, 'IMAGE_UNSUPPORTED'],
    ['text', TEXT, 'IMAGE_UNSUPPORTED'],
    ['an empty file', new Uint8Array(), 'IMAGE_UNSUPPORTED'],
    ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'IMAGE_UNSUPPORTED'],
    ['an animated GIF', ANIMATED_GIF, 'IMAGE_ANIMATED'],
    ['a still GIF', STILL_GIF, 'IMAGE_UNSUPPORTED'],
    ['an animated WebP', animatedWebp, 'IMAGE_ANIMATED'],
    ['a HEIC', HEIC, 'IMAGE_HEIC'],
    ['an AVIF', AVIF, 'IMAGE_HEIC'],
    ['30,000 x 30,000 pixels', withGiantHeader(portraitBytes()), 'IMAGE_TOO_LARGE'],
    ['a truncated JPEG', truncateJpeg(portraitBytes()), 'IMAGE_UNREADABLE'],
    ['only the first bytes of a JPEG', portraitBytes().slice(0, 12), 'IMAGE_UNREADABLE'],
  ])('rejects before decoding: %s', (_name, bytes, code) => {
    expect(() => readPhotoHeader(bytes)).toThrow(expect.objectContaining({ code }))
  })

  test('rejects an animated PNG before decoding', async () => {
    const png = await corners(20, 20, 'png')
    const moving = joinBytes(
      png.slice(0, 33),
      Uint8Array.of(0, 0, 0, 8),
      ascii('acTL'),
      Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
      png.slice(33),
    )
    expect(() => readPhotoHeader(moving)).toThrow(expect.objectContaining({ code: 'IMAGE_ANIMATED' }))
  })

  test('rejects a 16-bit PNG before decoding, with or without alpha', async () => {
    const png = await corners(20, 20, 'png')
    expect(png[24]).toBe(8)
    for (const colorType of [0, 2, 4, 6]) {
      const deep = png.slice()
      deep.set([16, colorType], 24)
      expect(() => readPhotoHeader(deep)).toThrow(
        expect.objectContaining({ code: 'IMAGE_UNSUPPORTED', message: REFUSAL.sixteenBits }),
      )
    }
  })

  test('rejects a truncated PNG or WebP before decoding', async () => {
    for (const format of ['png', 'webp'] as const) {
      const whole = await corners(64, 64, format)
      const cut = whole.slice(0, whole.length - 20)
      expect(() => readPhotoHeader(cut)).toThrow(expect.objectContaining({ code: 'IMAGE_UNREADABLE' }))
    }
  })

  test('rejects a JPEG without image data in the decoder', async () => {
    const whole = portraitBytes()
    const scan = whole.findLastIndex((byte, i) => byte === 0xff && whole[i + 1] === 0xda)
    const hollow = joinBytes(whole.slice(0, scan + 4), Uint8Array.of(0xff, 0xd9))
    await expect(cleanPhoto(hollow)).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' })
  })
})

describe('photo sanitizing', () => {
  test.each([
    [1, ['red', 'green', 'blue', 'yellow']],
    [2, ['green', 'red', 'yellow', 'blue']],
    [3, ['yellow', 'blue', 'green', 'red']],
    [4, ['blue', 'yellow', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'yellow']],
    [6, ['blue', 'red', 'yellow', 'green']],
    [7, ['yellow', 'green', 'blue', 'red']],
    [8, ['green', 'yellow', 'red', 'blue']],
  ])('stores a photo with EXIF orientation %i upright', async (orientation, expected) => {
    const clean = await cleanPhoto(turned(await corners(64, 32), orientation))
    const [width, height] = orientation > 4 ? [32, 64] : [64, 32]
    expect(readPhotoHeader(clean)).toEqual({
      type: 'image/jpeg',
      widthPx: width,
      heightPx: height,
      orientation: 1,
    })
    expect(await readCorners(clean, width, height)).toEqual(expected)
  })

  test('strips all camera metadata from a photo', async () => {
    const secret = withSecrets(portraitBytes())
    const clean = await cleanPhoto(secret)
    for (const part of Object.values(SECRETS)) {
      expect(includesBytes(secret, part)).toBe(true)
      expect(includesBytes(clean, part)).toBe(false)
    }
  })

  test('converts a PNG or WebP to a JPEG of the same image', async () => {
    for (const format of ['png', 'webp'] as const) {
      const clean = await cleanPhoto(await corners(64, 48, format))
      expect(readPhotoHeader(clean)).toMatchObject({ type: 'image/jpeg', widthPx: 64, heightPx: 48 })
      expect(await readCorners(clean, 64, 48)).toEqual(['red', 'green', 'blue', 'yellow'])
    }
  })

  test('fills the transparent parts of a PNG with white', async () => {
    const size = { width: 400, height: 300 }
    const half = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H200V300H0Z"/></svg>'
    const images = [{ src: 'half', data: ascii(half) }]
    const png = await render({ type: 'image', src: 'half', style: size }, { ...size, format: 'png', images })
    const pixels = await decodeRgba(await cleanPhoto(png), 400, 300)
    const isWhite = (x: number) => pixels.subarray(4 * (150 * 400 + x), 4 * (150 * 400 + x) + 4).every((c) => c > 250)
    expect([100, 220, 300, 399].map(isWhite)).toEqual([false, true, true, true])
  })

  test('scales a photo down to at most 1536 pixels, keeping its aspect ratio', async () => {
    const clean = await cleanPhoto(await corners(1700, 850))
    expect(readPhotoHeader(clean)).toMatchObject({ widthPx: 1536, heightPx: 768 })
  })

  test('produces the same bytes for the same photo', async () => {
    expect(await computeDigest(await cleanPhoto(portraitBytes()))).toBe(
      await computeDigest(await cleanPhoto(portraitBytes())),
    )
  })
})
