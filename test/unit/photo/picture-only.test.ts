import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createPhotoBuffer, PHOTO_HELD_MAX_BYTES } from '#worker/photo/photo-buffer.ts'
import { readPhotoHeader } from '#worker/photo/read-photo-header.ts'
import { HEIC, joined, PDF } from '../../support/pictures.ts'

const MiB = 1024 * 1024
const portrait = new Uint8Array(readFileSync('test/fixtures/portrait.jpg'))
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const picture = () => sharp(portrait).resize(64)
const plain = new Uint8Array(await picture().jpeg().toBuffer())
const jpeg = new Uint8Array(await picture().jpeg({ progressive: true }).toBuffer())
const turned = new Uint8Array(
  await picture().withMetadata({ orientation: 6, icc: 'p3' }).jpeg({ quality: 70 }).toBuffer(),
)
const png = new Uint8Array(await picture().png().toBuffer())
const webp = new Uint8Array(await picture().webp().toBuffer())

/** What is held of a photo that arrives in pieces of these sizes. */
function held(photo: Uint8Array, size = () => photo.length): Uint8Array {
  const buffer = createPhotoBuffer()
  for (let at = 0; at < photo.length;) {
    const piece = photo.slice(at, at + size())
    buffer.write(piece)
    at += piece.length
    // A network's buffer is used again.
    piece.fill(0)
  }
  expect(buffer.size).toBe(photo.length)
  return buffer.finish()
}

const segment = (code: number, content: Uint8Array) => {
  const length = content.length + 2
  return joined(Uint8Array.of(0xff, code, length >> 8, length & 255), content)
}
const chunk = (name: string, content: Uint8Array) => {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, content.length)
  return joined(length, ascii(name), content, new Uint8Array(4))
}
const after = (photo: Uint8Array, at: number, ...parts: Uint8Array[]) =>
  joined(photo.subarray(0, at), ...parts, photo.subarray(at))

const JUNK = ascii('FFD9 \xff\xd9 \xff\xda GPS')
const loaded = joined(
  after(
    jpeg,
    2,
    segment(0xe1, joined(ascii('http://ns.adobe.com/xap/1.0/'), JUNK)),
    segment(0xe2, joined(ascii('MPF\0'), JUNK)),
    segment(0xed, JUNK),
    segment(0xfe, JUNK),
    segment(0xe1, ascii('ab')),
  ),
  ascii('\0\0\0\x18ftypmp42 a film'),
  jpeg,
)

const PHOTOS: readonly (readonly [name: string, photo: Uint8Array, kept: Uint8Array])[] = [
  ['a plain JPEG', plain, plain],
  ['a progressive JPEG', jpeg, jpeg],
  ['a JPEG that is turned and has a color profile', turned, turned],
  ['a JPEG with all that cameras write around it', loaded, jpeg],
  ['a JPEG with fill bytes', after(jpeg, 2, Uint8Array.of(0xff, 0xff, 0xff)), jpeg],
  ['a PNG', png, png],
  [
    'a PNG with words, a place and a film behind it',
    joined(after(png, 33, chunk('tEXt', JUNK), chunk('eXIf', JUNK)), JUNK),
    png,
  ],
  ['a WebP', webp, webp],
  ['a WebP with something behind it', joined(webp, JUNK), webp],
  ['a JPEG that breaks its grammar', after(jpeg, 2, ascii('words')), after(jpeg, 2, ascii('words'))],
  ['a PDF', PDF, PDF],
  ['a HEIC photo', HEIC, HEIC],
  ['a word', ascii('word'), ascii('word')],
  ['nothing', new Uint8Array(0), new Uint8Array(0)],
]

describe('what is held of a photo is its picture:', () => {
  test.each(PHOTOS)('%s', (_, photo, kept) => {
    expect(held(photo)).toEqual(kept)
    expect(held(photo, () => 1)).toEqual(kept)
    let seed = 1
    expect(held(photo, () => 1 + ((seed = (seed * 16_807) % 2_147_483_647) % 300))).toEqual(kept)
  })

  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ])('a %s that is cut off anywhere stays one that cannot be read', (_, photo) => {
    for (let length = 12; length < photo.length - 1; length += 97)
      expect(() => readPhotoHeader(held(photo.subarray(0, length)))).toThrow()
  })

  test('it decodes to the same pixels, the same way up', async () => {
    const pixels = (bytes: Uint8Array) => sharp(bytes).rotate().raw().toBuffer()
    expect(await pixels(held(after(turned, 2, segment(0xfe, JUNK))))).toEqual(await pixels(turned))
    expect(readPhotoHeader(held(turned)).orientation).toBe(6)
  })
})

describe('a photo of 20 MB', () => {
  test('that is mostly a film is held as what it shows', () => {
    const film = joined(jpeg, new Uint8Array(20 * MiB - jpeg.length).fill(7))
    expect(held(film, () => 64 * 1024)).toEqual(jpeg)
  })

  test('that is no photo is held in part', () => {
    expect(held(joined(HEIC, new Uint8Array(20 * MiB)), () => 64 * 1024)).toHaveLength(MiB)
  })

  test('that is all picture is refused before more than 16 MiB of it are in memory', () => {
    const buffer = createPhotoBuffer()
    const piece = new Uint8Array(128 * 1024)
    buffer.write(jpeg.subarray(0, jpeg.length - 2))
    expect(() => {
      while (buffer.size < 20 * MiB) buffer.write(piece)
    }).toThrow('This picture has too many pixels. Choose a smaller one.')
    expect(buffer.size).toBeGreaterThan(15 * MiB)
    expect(buffer.size).toBeLessThan(16 * MiB)
  })

  test(
    'of 4 million pixels of noise in 8 bits is held whole, whatever it was written by',
    { timeout: 30_000 },
    async () => {
      const [width, height] = [2000, 2000]
      const noise = new Uint8Array(width * height * 4)
      for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536))
      const raw = sharp(noise, { raw: { width, height, channels: 4 } })
      const worst = [
        await raw.clone().png({ compressionLevel: 0 }).toBuffer(),
        await raw.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      ]
      for (const photo of worst) {
        expect(photo.length).toBeLessThan(PHOTO_HELD_MAX_BYTES)
        expect(held(new Uint8Array(photo), () => 1 << 16).length).toBe(photo.length)
      }
    },
  )
})
