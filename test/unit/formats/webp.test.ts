import '../../support/node-hooks.ts'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

const { encodeWebp } = await import('#worker/graphics/webp.ts')

type Picture = { width: number; height: number; rgba: Uint8ClampedArray }

async function photo(width: number, height: number): Promise<Picture> {
  const portrait = sharp(readFileSync('test/fixtures/portrait.jpg')).resize(width, height, { fit: 'fill' })
  return { width, height, rgba: new Uint8ClampedArray(await portrait.ensureAlpha().raw().toBuffer()) }
}

/** The root mean square error between a decoded file and the image. */
async function distance(file: Uint8Array, { width, height, rgba }: Picture): Promise<number> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3])
  let sum = 0
  for (let i = 0; i < data.length; i++) sum += (data[i]! - rgba[Math.floor(i / 3) * 4 + (i % 3)]!) ** 2
  return Math.sqrt(sum / data.length)
}

describe('a WebP for screens', () => {
  test.each([
    [256, 358],
    [33, 17],
    [1, 1],
  ])('encodes %i x %i pixels that another decoder reads nearly unchanged', async (width, height) => {
    const picture = await photo(width, height)
    expect(await distance(await encodeWebp(picture.rgba, { ...picture, quality: 90 }), picture)).toBeLessThan(12)
  })

  test('is a quarter smaller than an equally faithful JPEG by libjpeg', async () => {
    const picture = await photo(384, 538)
    const ours = await encodeWebp(picture.rgba, { ...picture, quality: 60 })
    const near = await distance(ours, picture)
    const raw = sharp(picture.rgba, { raw: { width: 384, height: 538, channels: 4 } }).removeAlpha()
    const jpegs = await Promise.all(
      [30, 40, 50, 60, 70, 80, 90].map((quality) => raw.clone().jpeg({ quality, optimizeCoding: true }).toBuffer()),
    )
    const distances = await Promise.all(jpegs.map((jpeg) => distance(jpeg, picture)))
    const asNear = jpegs[distances.findIndex((far) => far <= near)]!
    expect(ours.length).toBeLessThan(asNear.length * 0.75)
  })

  test('gets smaller at lower quality', async () => {
    const picture = await photo(256, 358)
    const files = await Promise.all([90, 60, 30, 5].map((quality) => encodeWebp(picture.rgba, { ...picture, quality })))
    const weights = files.map((file) => file.length)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
    expect(new Set(weights).size).toBe(4)
  })
})
