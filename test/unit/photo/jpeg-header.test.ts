import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readJpegHeader } from '#worker/photo/jpeg-header.ts'
import { readPhotoHeader } from '#worker/photo/read-photo-header.ts'
import { joinBytes } from '../../support/pictures.ts'

const MiB = 1024 * 1024
const portrait = new Uint8Array(readFileSync('test/fixtures/portrait.jpg'))
const small = () => sharp(portrait).resize(64, 48, { fit: 'fill' })
const jpeg = new Uint8Array(await small().jpeg({ progressive: true }).toBuffer())
const START = jpeg.subarray(0, 2)
const segment = (code: number, content: Uint8Array) =>
  joinBytes(Uint8Array.of(0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255), content)
const after = (...parts: Uint8Array[]) => joinBytes(START, ...parts, jpeg.subarray(2))
const FILLED = new Uint8Array(65_533).fill(0xff)

/** A file that counts reads of its bytes. */
function counted(file: Uint8Array) {
  const seen = { looks: 0 }
  const proxy = new Proxy(file, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) seen.looks++
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { proxy, seen }
}

describe('readJpegHeader', () => {
  it.each([1, 3, 6, 8])('reads size and orientation %d', async (orientation) => {
    const photo = new Uint8Array(await small().withMetadata({ orientation }).jpeg().toBuffer())
    expect(readJpegHeader(photo)).toMatchObject({ width: 64, height: 48, orientation })
  })

  it('reads an orientation from big-endian EXIF data, and ignores damaged data', () => {
    const tiff = Uint8Array.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0])
    const exif = (content: Uint8Array) => after(segment(0xe1, joinBytes(new TextEncoder().encode('Exif\0\0'), content)))
    expect(readJpegHeader(exif(tiff)).orientation).toBe(5)
    for (let length = 0; length < 20; length++)
      expect(readJpegHeader(exif(tiff.subarray(0, length))).orientation).toBeUndefined()
  })

  it('skips a megabyte of metadata by its lengths', () => {
    const photo = after(...Array.from({ length: 16 }, () => segment(0xe1, FILLED)))
    const { proxy, seen } = counted(photo)
    expect(readJpegHeader(proxy)).toMatchObject({ width: 64, height: 48 })
    expect(seen.looks).toBeLessThan(300)
  })

  it('skips fill bytes before a marker', () => {
    expect(readJpegHeader(after(new Uint8Array(60_000).fill(0xff)))).toMatchObject({ width: 64, height: 48 })
  })

  it.each([
    ['zeros after its start', joinBytes(START, Uint8Array.of(0xff), new Uint8Array(15 * MiB))],
    ['endless fill bytes', joinBytes(START, new Uint8Array(15 * MiB).fill(0xff))],
    ['empty segments', after(...Array.from({ length: 5000 }, () => segment(0xfe, new Uint8Array(0))))],
    ['segments without length', joinBytes(START, Uint8Array.of(0xff, 0xe0, 0, 0), new Uint8Array(MiB))],
    ['text between its segments', after(new TextEncoder().encode('words'))],
    ['no frame header', joinBytes(START, jpeg.subarray(jpeg.indexOf(0xda) - 1))],
  ])('stops early on %s', (_, file) => {
    const { proxy, seen } = counted(file)
    expect(() => readJpegHeader(proxy)).toThrow(expect.objectContaining({ code: 'IMAGE_UNREADABLE' }))
    expect(seen.looks).toBeLessThan(140_000)
  })
})

describe('readPhotoHeader', () => {
  it('reads a JPEG with trailing data, and rejects one truncated anywhere', () => {
    expect(readPhotoHeader(joinBytes(jpeg, new Uint8Array(MiB).fill(7)))).toMatchObject({ widthPx: 64, heightPx: 48 })
    for (let length = 12; length < jpeg.length - 1; length += 97)
      expect(() => readPhotoHeader(jpeg.subarray(0, length))).toThrow()
  })

  it('stops early on a JPEG of zeros', () => {
    const { proxy, seen } = counted(joinBytes(jpeg.subarray(0, 20), new Uint8Array(15 * MiB)))
    expect(() => readPhotoHeader(proxy)).toThrow(expect.objectContaining({ code: 'IMAGE_UNREADABLE' }))
    expect(seen.looks).toBeLessThan(140_000)
  })
})
