import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeJpeg } from '#worker/graphics/jpeg/encode.ts'

type Picture = { width: number; height: number; rgba: Uint8ClampedArray }

async function photo(width: number, height: number): Promise<Picture> {
  const portrait = sharp(readFileSync('test/fixtures/portrait.jpg')).resize(width, height, { fit: 'fill' })
  return { width, height, rgba: new Uint8ClampedArray(await portrait.ensureAlpha().raw().toBuffer()) }
}

/** How far a decoded file is from the picture: the root of the mean square of what is between their channels. */
async function distance(jpeg: Uint8Array, { width, height, rgba }: Picture): Promise<number> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3])
  let sum = 0
  for (let i = 0; i < data.length; i++) sum += (data[i]! - rgba[Math.floor(i / 3) * 4 + (i % 3)]!) ** 2
  return Math.sqrt(sum / data.length)
}

describe('a JPEG for screens', () => {
  test.each([
    [256, 358],
    [33, 17],
    [1, 1],
  ])('of %i x %i pixels comes back from another decoder as it was, nearly', async (width, height) => {
    const picture = await photo(width, height)
    expect(await distance(encodeJpeg(picture.rgba, { ...picture, quality: 90 }), picture)).toBeLessThan(12)
  })

  test('is as light as one of libjpeg with the same tables, and as near', async () => {
    const picture = await photo(384, 538)
    const ours = encodeJpeg(picture.rgba, { ...picture, quality: 40 })
    const raw = sharp(picture.rgba, { raw: { width: 384, height: 538, channels: 4 } }).removeAlpha()
    const theirs = await raw.jpeg({ quality: 40, chromaSubsampling: '4:2:0', optimizeCoding: true }).toBuffer()
    expect(ours.length).toBeLessThan(theirs.length * 1.02)
    expect(await distance(ours, picture)).toBeLessThan((await distance(theirs, picture)) * 1.03)
  })

  test('is lighter the lower its quality, and holds noise and plain color alike', async () => {
    const [width, height] = [64, 64]
    let seed = 7
    const noise = Uint8ClampedArray.from(
      { length: 4 * width * height },
      () => (seed = (seed * 48271) % 2147483647) % 256,
    )
    const flat = new Uint8ClampedArray(4 * width * height).fill(200)
    const weigh = (rgba: Uint8ClampedArray) =>
      [100, 60, 20, 5].map((quality) => encodeJpeg(rgba, { width, height, quality }).length)
    expect(weigh(noise)).toEqual(weigh(noise).toSorted((a, b) => b - a))
    expect(
      await distance(encodeJpeg(noise, { width, height, quality: 100 }), { width, height, rgba: noise }),
    ).toBeLessThan(90)
    const plain = encodeJpeg(flat, { width, height, quality: 50 })
    expect(await distance(plain, { width, height, rgba: flat })).toBeLessThan(2)
  })
})
