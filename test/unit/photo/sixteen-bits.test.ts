import { readFileSync } from 'node:fs'
import { deflateSync, inflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { pngChunks } from '#worker/photo/chunks.ts'
import { decodeSixteenBits, readSixteenBits } from '#worker/photo/sixteen-bits.ts'
import { joined } from '../../support/pictures.ts'

const portrait = sharp(readFileSync('test/fixtures/portrait.jpg'))
const [WIDTH, HEIGHT] = [150, 101]
/** A portrait whose left side fades away; every low byte counts. */
const faded = (await portrait.clone().resize(WIDTH, HEIGHT, { fit: 'fill' }).removeAlpha().raw().toBuffer()).reduce(
  (pixels, byte, i) => {
    const at = Math.floor(i / 3)
    pixels[at * 4 + (i % 3)] = byte * 257 - (byte > 0 ? (i * 37) % 128 : 0)
    pixels[at * 4 + 3] = Math.min(65_535, (at % WIDTH) * 1000)
    return pixels
  },
  new Uint16Array(WIDTH * HEIGHT * 4),
)
const rgba = () => sharp(faded, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } }).toColourspace('rgb16')
const KINDS: Readonly<Record<string, () => Sharp>> = {
  RGBA: rgba,
  RGB: () => rgba().removeAlpha(),
  'grey with opacity': () => rgba().toColourspace('grey16'),
  grey: () => rgba().removeAlpha().toColourspace('grey16'),
}
const COLOR_TYPES: Readonly<Record<string, number>> = { grey: 0, RGB: 2, 'grey with opacity': 4, RGBA: 6 }

const png = async (picture: Sharp, options = {}) => new Uint8Array(await picture.png(options).toBuffer())

async function decode(file: Uint8Array, size?: { widthPx: number; heightPx: number }) {
  const header = readSixteenBits(file)!
  return decodeSixteenBits(file, header, size ?? header)
}

/** The file at 8 bits and then on white, by other means. */
async function expected(file: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info }).flatten({ background: '#fff' }).toColourspace('srgb').ensureAlpha().raw().toBuffer()
}

const farthest = (one: Uint8ClampedArray, other: Uint8Array) => {
  expect(one.length).toBe(other.length)
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0)
}

const meanOf = (pixels: ArrayLike<number>, channel: number) =>
  Array.from(pixels).reduce((sum, value, i) => (i % 4 === channel ? sum + value : sum), 0) / (pixels.length / 4)

/** The file with other pixels in it, packed again into one chunk. Its check sums are as wrong as those of any chunk. */
function withData(file: Uint8Array, change: (packed: Buffer) => Uint8Array): Uint8Array {
  const chunks = [...pngChunks(file)]
  const data = chunks.filter(({ name }) => name === 'IDAT')
  const packed = change(Buffer.concat(data.map(({ at, bytes }) => file.subarray(at, at + bytes))))
  const length = new Uint8Array(8)
  new DataView(length.buffer).setUint32(0, packed.length)
  length.set(new TextEncoder().encode('IDAT'), 4)
  return joined(file.subarray(0, data[0]!.at - 8), length, packed, new Uint8Array(4), file.subarray(file.length - 12))
}

/** The file with every row filtered in this way, or each in another one. */
function filtered(file: Uint8Array, channels: number, filterOf: (y: number) => number): Uint8Array {
  return withData(file, (packed) => {
    const bpp = channels * 2
    const stride = 1 + WIDTH * bpp
    const plain = inflateSync(packed)
    const out = new Uint8Array(plain.length)
    for (let y = 0; y < HEIGHT; y++) {
      expect(plain[y * stride]).toBe(0)
      out[y * stride] = filterOf(y)
      for (let i = 1; i < stride; i++) {
        const at = y * stride + i
        const left = i > bpp ? plain[at - bpp]! : 0
        const up = y > 0 ? plain[at - stride]! : 0
        const upLeft = y > 0 && i > bpp ? plain[at - stride - bpp]! : 0
        const guess = left + up - upLeft
        const [paeth] = [left, up, upLeft].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))
        out[at] = plain[at]! - [0, left, up, Math.floor((left + up) / 2), paeth!][filterOf(y)]!
      }
    }
    return deflateSync(out)
  })
}

describe.each(Object.entries(KINDS))('a PNG of 16 bits, %s,', (kind, picture) => {
  test('has the colors it has at 8 bits, on white', async () => {
    const plain = await png(picture())
    expect([plain[24], plain[25]]).toEqual([16, COLOR_TYPES[kind]])
    const wanted = await expected(plain)
    expect(farthest(await decode(plain), wanted)).toBeLessThanOrEqual(1)
    expect(farthest(await decode(await png(picture(), { adaptiveFiltering: true })), wanted)).toBeLessThanOrEqual(1)
  })

  test.each([1, 2, 3, 4, 5])('is the same by filter %i as by none', async (filter) => {
    const plain = await png(picture(), { adaptiveFiltering: false })
    const channels = readSixteenBits(plain)!.channels
    const file = filtered(plain, channels, (y) => (filter === 5 ? (y * 3) % 5 : filter))
    expect(await decode(file)).toEqual(await decode(plain))
  })
})

describe('a smaller picture of it', () => {
  test.each([
    ['a third', 50, 33],
    ['a bit less', 149, 100],
    ['one pixel', 1, 1],
  ])('of %s is as light as the whole', async (_what, widthPx, heightPx) => {
    const file = await png(KINDS['RGB']!())
    const small = await decode(file, { widthPx, heightPx })
    const whole = await decode(file)
    expect(small.length).toBe(widthPx * heightPx * 4)
    for (let c = 0; c < 4; c++) expect(Math.abs(meanOf(small, c) - meanOf(whole, c))).toBeLessThan(0.6)
  })

  test('looks like one made by other means', async () => {
    const file = await png(KINDS['RGB']!())
    const small = await decode(file, { widthPx: 50, heightPx: 33 })
    const other = sharp(file).resize(50, 33, { fit: 'fill', kernel: 'linear' }).toColourspace('srgb')
    const differences = (await other.ensureAlpha().raw().toBuffer()).map((value, i) => Math.abs(value - small[i]!))
    expect(meanOf(differences, 1)).toBeLessThan(4)
  })

  test('keeps what is where', async () => {
    const half = { width: 30, height: 30, channels: 3, background: '#fff' } as const
    const flag = sharp({ create: { ...half, background: '#000' } }).extend({ right: 30, background: '#fff' })
    const file = await png(sharp(await flag.png().toBuffer()).toColourspace('rgb16'))
    const small = await decode(file, { widthPx: 12, heightPx: 5 })
    const row = Array.from({ length: 12 }, (_, x) => (x < 6 ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat()
    expect([...small]).toEqual(Array.from({ length: 5 }, () => row).flat())
  })
})

test.each([
  [150, 1],
  [1, 61],
  [1, 1],
])('one of %i x %i pixels is a picture too', async (width, height) => {
  const file = await png(rgba().extract({ left: 0, top: 40, width, height }))
  expect(file[24]).toBe(16)
  expect(farthest(await decode(file), await expected(file))).toBeLessThanOrEqual(1)
})

describe('what is damaged', async () => {
  const whole = await png(rgba())

  test.each([0.01, 0.5, 0.99])('because only %d of its pixels came is no picture', async (share) => {
    const cut = withData(whole, (packed) => packed.subarray(0, packed.length * share))
    await expect(decode(cut)).rejects.toThrow()
  })

  test.each<[string, (packed: Buffer) => Uint8Array]>([
    ['there is nothing', () => new Uint8Array(0)],
    ['bytes are wrong', (packed) => packed.map((byte, i) => (i > packed.length / 2 ? byte ^ 0x55 : byte))],
    ['its check sum is wrong', (packed) => packed.map((byte, i) => (i === packed.length - 1 ? byte ^ 1 : byte))],
    ['it is not packed', (packed) => inflateSync(packed)],
    ['a row is missing', (packed) => deflateSync(inflateSync(packed).subarray(0, -(1 + WIDTH * 8)))],
    ['a byte is missing', (packed) => deflateSync(inflateSync(packed).subarray(0, -1))],
    ['a byte is too much', (packed) => deflateSync(joined(inflateSync(packed), Uint8Array.of(0)))],
    ['no filter has its number', (packed) => deflateSync(inflateSync(packed).fill(5, 0, 1))],
  ])('because %s is no picture', async (_what, change) => {
    await expect(decode(withData(whole, change))).rejects.toThrow()
  })

  test('would be one without the damage', async () => {
    expect(await decode(withData(whole, (packed) => packed))).toEqual(await decode(whole))
  })
})

describe('what the decoder gets as it is', () => {
  test.each([
    ['a PNG of 8 bits', () => portrait.clone().resize(64).png()],
    ['a PNG with a palette', () => portrait.clone().resize(64).png({ palette: true })],
    ['a JPEG', () => portrait.clone().resize(64).jpeg()],
    ['a small interlaced PNG of 16 bits', () => rgba().png({ progressive: true })],
  ])('is %s', async (_what, make) => {
    expect(readSixteenBits(new Uint8Array(await make().toBuffer()))).toBeNull()
  })

  test('is no interlaced PNG of 16 bits with more than 1.5 million pixels', async () => {
    const of = (width: number) => sharp({ create: { width, height: 1000, channels: 3, background: '#345' } })
    const file = async (width: number) => png(of(width).toColourspace('rgb16'), { progressive: true })
    expect(readSixteenBits(await file(1500))).toBeNull()
    const large = await file(1501)
    expect(() => readSixteenBits(large)).toThrow(expect.objectContaining({ code: 'IMAGE_TOO_LARGE' }))
  })
})
