import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { isBlank } from '#worker/photo/blank.ts'

const PORTRAIT = 'test/fixtures/portrait.jpg'

async function isBlankPhoto(image: Sharp): Promise<boolean> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return isBlank({ data: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height })
}

const wall = (noise: number) => {
  const [width, height] = [640, 480]
  const level = (i: number) => 20 + noise * (((i * 2_654_435_761) % 1000) / 1000 - 0.5)
  return sharp(
    Uint8Array.from({ length: 3 * width * height }, (_, i) => level(i)),
    { raw: { width, height, channels: 3 } },
  )
}

describe('blank photos', () => {
  test.each([0, 4, 10])('detects a dark wall with noise of %i levels as blank', async (noise) => {
    expect(await isBlankPhoto(wall(noise))).toBe(true)
  })

  test('detects a photo of a few pixels as blank', async () => {
    expect(await isBlankPhoto(sharp(PORTRAIT).resize(31))).toBe(true)
    expect(await isBlankPhoto(sharp(PORTRAIT).resize(40))).toBe(false)
  })
})

describe('photos with content', () => {
  test.each([
    ['a portrait', sharp(PORTRAIT)],
    ['a foggy portrait', sharp(PORTRAIT).linear(0.1, 180)],
    ['a dark portrait', sharp(PORTRAIT).linear(0.08, 0)],
    ['a blurred portrait', sharp(PORTRAIT).blur(40)],
    [
      'a black and a white half',
      sharp({ create: { width: 90, height: 60, channels: 3, background: '#000' } }).extend({
        right: 90,
        background: '#fff',
      }),
    ],
  ])('accepts %s as not blank', async (_what, image) => {
    expect(await isBlankPhoto(image)).toBe(false)
  })
})
