import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { CREATOR_TOOL, readXmp, withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'

const photo = new Uint8Array(readFileSync('test/fixtures/portrait.jpg'))
const plain = new Uint8Array(
  await sharp({ create: { width: 16, height: 24, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer(),
)

const xmpBySharp = async (jpeg: Uint8Array) => (await sharp(jpeg).metadata()).xmp?.toString('utf8') ?? ''

describe.each([
  ['a bare JPEG', plain],
  ['a photo with segments of its own', photo],
])('%s', (_kind, jpeg) => {
  const written = withMetadata(jpeg, { title: 'Ace & <Co> #12', source: 'computed' })

  test('writes creator, source and tool as XMP that another reader finds', async () => {
    const xmp = await xmpBySharp(written)
    expect(xmp).toContain(
      '<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/composite</Iptc4xmpExt:DigitalSourceType>',
    )
    expect(xmp).toContain('Ace &amp; &lt;Co&gt; #12')
    expect(xmp).toContain(`<xmp:CreatorTool>${CREATOR_TOOL}</xmp:CreatorTool>`)
    expect(xmp).toBe(readXmp(written))
  })

  test('keeps every pixel', async () => {
    const [before, after] = await Promise.all([jpeg, written].map((bytes) => sharp(bytes).raw().toBuffer()))
    expect(after!.equals(before!)).toBe(true)
  })

  test('replaces existing metadata', async () => {
    const again = withMetadata(written, { title: 'Queen', source: 'trained' })
    expect(readArtMetadata(again).source).toBe('trained')
    expect(await xmpBySharp(again)).not.toContain('Ace')
    expect(Buffer.from(again).toString('latin1').split('http://ns.adobe.com/xap/1.0/\0')).toHaveLength(2)
  })
})

test('distinguishes trained models from algorithms with the IPTC vocabulary', () => {
  const [computed, trained] = (['computed', 'trained'] as const).map((source) =>
    withMetadata(plain, { title: 'x', source }),
  )
  expect(readXmp(computed!)).toContain('digitalsourcetype/composite<')
  expect(readXmp(trained!)).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia<')
  expect([computed!, trained!, plain].map((file) => readArtMetadata(file).source)).toEqual([
    'computed',
    'trained',
    'trained',
  ])
})

test.each(['日本語 🏈', '\u0000\u0007bell', '\ud83c', ']]>', '"quoted"', ''])(
  'escapes the title %j as valid XML',
  async (title) => {
    const xmp = await xmpBySharp(withMetadata(plain, { title, source: 'computed' }))
    const inside = /<rdf:li xml:lang="x-default">([^<]*)<\/rdf:li>/.exec(xmp)
    expect(inside).not.toBeNull()
    // oxlint-disable-next-line no-control-regex -- what XML 1.0 has no place for
    expect(xmp).not.toMatch(/[\u0000-\u0008\ud800-\udfff](?![\udc00-\udfff])/u)
  },
)

test('rejects a file that is not a JPEG', () => {
  expect(() => withMetadata(new Uint8Array([1, 2, 3]), { title: 'x', source: 'computed' })).toThrow('not a JPEG')
})

test('marks a lossy WebP like a JPEG, and keeps its pixels', async () => {
  const toPhoto = sharp(photo).resize(301, 203).webp({ quality: 60 })
  const before = Uint8Array.from(await toPhoto.toBuffer())
  const after = withWebpMetadata(before, { title: 'Card', source: 'computed' })
  expect(readArtMetadata(after).source).toBe('computed')
  expect(await sharp(after).metadata()).toMatchObject({ width: 301, height: 203, hasAlpha: false })
  expect((await sharp(after).metadata()).xmp?.toString('utf8')).toContain('digitalsourcetype/composite<')
  const [one, other] = await Promise.all([before, after].map((file) => sharp(file).raw().toBuffer()))
  expect(other!.equals(one!)).toBe(true)
})

describe('a lossless WebP', () => {
  const drawing = async () => {
    const background = { r: 51, g: 102, b: 153, alpha: 0.5 }
    const webp = await sharp({ create: { width: 301, height: 203, channels: 4, background } })
      .webp({ lossless: true })
      .toBuffer()
    return Uint8Array.from(webp)
  }

  test('marks a lossless WebP like a JPEG, and keeps its pixels, including transparent ones', async () => {
    const before = await drawing()
    const after = withWebpMetadata(before, { title: 'Art', source: 'computed' })
    expect((await sharp(after).metadata()).xmp?.toString('utf8')).toContain('digitalsourcetype/composite<')
    expect(readArtMetadata(after).source).toBe('computed')
    const [one, other] = await Promise.all([before, after].map((file) => sharp(file).ensureAlpha().raw().toBuffer()))
    expect(other!.equals(one!)).toBe(true)
    expect(await sharp(after).metadata()).toMatchObject({ width: 301, height: 203, hasAlpha: true })
  })

  test('keeps a lossless WebP with other chunks, or a file that is not WebP, unchanged', async () => {
    const marked = withWebpMetadata(await drawing(), { title: 'Art', source: 'computed' })
    expect(withWebpMetadata(marked, { title: 'Art', source: 'trained' })).toEqual(marked)
    const jpeg = Uint8Array.from(plain)
    expect(withWebpMetadata(jpeg, { title: 'Art', source: 'trained' })).toEqual(jpeg)
  })
})
