import { crc32, deflateSync } from 'node:zlib'
import init from '@takumi-rs/wasm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanPhoto, decodePhoto } from '#worker/photo/clean-photo.ts'
import { pngPictureOnly } from '#worker/photo/chunks.ts'
import { joinBytes } from '../../support/pictures.ts'

const MiB = 1024 * 1024
const ascii = (text: string) => new TextEncoder().encode(text)

const uint32 = (value: number) => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
function chunk(name: string, content: Uint8Array) {
  const named = joinBytes(ascii(name), content)
  return joinBytes(uint32(content.length), named, uint32(crc32(named)))
}

const pixels = Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7 + Math.floor(i / 192) * 13) & 255)
const png = new Uint8Array(
  await sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer(),
)
const HEADER_END = 33
const profile = (unpackedBytes: number) =>
  chunk('iCCP', joinBytes(ascii('x\0\0'), deflateSync(new Uint8Array(unpackedBytes), { level: 9 })))
const withProfiles = (...profiles: Uint8Array[]) =>
  joinBytes(png.subarray(0, HEADER_END), ...profiles, png.subarray(HEADER_END))

/** The decoder's WebAssembly memory, which grows and never shrinks. */
async function decoderBytes(): Promise<number> {
  const { memory } = (await init()) as unknown as { memory: WebAssembly.Memory }
  return memory.buffer.byteLength
}

describe('a PNG whose color profile unpacks to 300 MB', () => {
  const bomb = withProfiles(profile(300 * MiB))

  test('decodes a PNG with a decompression bomb as its profile in no more memory than without it', async () => {
    expect(bomb.length).toBeLessThan(400_000)
    const plain = await decodePhoto(png, 64)
    const before = await decoderBytes()
    expect((await decodePhoto(bomb, 64)).data).toEqual(plain.data)
    await cleanPhoto(bomb)
    expect((await decoderBytes()) - before).toBeLessThan(MiB)
  })

  test('removes the color profile and texts before decoding', () => {
    expect(pngPictureOnly(bomb)).toEqual(png)
    const text = chunk('zTXt', joinBytes(ascii('x\0\0'), deflateSync(new Uint8Array(MiB))))
    expect(pngPictureOnly(withProfiles(text, profile(10), text))).toEqual(png)
    expect(pngPictureOnly(png)).toBe(png)
  })

  test.each([
    ['chunks', () => Array.from({ length: 25_000 }, () => chunk('IDAT', new Uint8Array(0)))],
    ['gaps', () => Array.from({ length: 2500 }, (_, i) => chunk(i % 2 === 0 ? 'tEXt' : 'IDAT', new Uint8Array(0)))],
  ])('rejects a PNG with too many %s', async (_, between) => {
    await expect(decodePhoto(withProfiles(...between()), 64)).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' })
  })
})

test('removes several profiles from a PNG, one of them truncated', async () => {
  const plain = await decodePhoto(png, 64)
  expect((await decodePhoto(withProfiles(profile(MiB), profile(10)), 64)).data).toEqual(plain.data)
  const cutOff = joinBytes(withProfiles(profile(MiB)).subarray(0, HEADER_END + 100))
  await expect(decodePhoto(cutOff, 64)).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' })
})
