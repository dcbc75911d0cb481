import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { stripMetadata } from '#worker/photo/strip-metadata.ts'
import { joinBytes } from '../../support/pictures.ts'

const portrait = new Uint8Array(readFileSync('test/fixtures/portrait.jpg'))
const ascii = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!)
const latin1 = (file: Uint8Array) => new TextDecoder('latin1').decode(file)

const EXIF = {
  IFD0: { Artist: 'Ann Secret', Make: 'SecretCam' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 40/1 1234/100', GPSAreaInformation: 'Secret Street' },
}
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>Secret place</rdf:RDF></x:xmpmeta>'
const picture = () => sharp(portrait).resize(64).withExif(EXIF).withXmp(XMP).withIccProfile('p3')
const toBytes = async (image: Sharp) => new Uint8Array(await image.toBuffer())
const readPixels = async (file: Uint8Array) => new Uint8Array(await sharp(file).raw().toBuffer())

const PICTURES = {
  jpeg: await toBytes(picture().jpeg()),
  'progressive jpeg': await toBytes(picture().jpeg({ progressive: true })),
  png: await toBytes(picture().png()),
  'lossy webp': await toBytes(picture().webp()),
  'lossless webp': await toBytes(picture().webp({ lossless: true })),
}
const segment = (code: number, content: string) =>
  joinBytes(Uint8Array.of(0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255), ascii(content))

describe('stripMetadata', () => {
  it.each(Object.entries(PICTURES))('removes the metadata of an image and keeps every pixel: %s', async (_, file) => {
    expect(latin1(file)).toContain('Secret')
    const stripped = stripMetadata(file)
    expect(latin1(stripped)).not.toMatch(/Secret|xmpmeta|GPS/)
    const { exif, xmp, icc, width, height } = await sharp(stripped).metadata()
    expect([exif, xmp, icc === undefined, width, height]).toEqual([undefined, undefined, false, 64, expect.any(Number)])
    expect(await readPixels(stripped)).toEqual(await readPixels(file))
    expect(stripMetadata(stripped)).toEqual(stripped)
  })

  it.each([1, 3, 6, 8])('keeps orientation %i', async (orientation) => {
    const turned = await toBytes(picture().withMetadata({ orientation }).jpeg())
    const stripped = stripMetadata(turned)
    expect((await sharp(stripped).metadata()).orientation ?? 1).toBe(orientation)
    expect(latin1(stripped)).not.toContain('Secret')
  })

  it('removes application data, comments and trailing bytes', async () => {
    const { jpeg, png } = PICTURES
    const loaded = joinBytes(
      jpeg.subarray(0, 2),
      segment(0xed, 'Photoshop 3.0 Secret'),
      segment(0xe2, 'MPF Secret'),
      segment(0xfe, 'Secret'),
      segment(0xef, 'Secret'),
      jpeg.subarray(2),
      ascii('\0\0\0\x18ftypmp42 Secret film'),
      jpeg,
    )
    expect(stripMetadata(loaded)).toEqual(stripMetadata(jpeg))
    expect(stripMetadata(joinBytes(png, ascii('Secret')))).toEqual(stripMetadata(png))
    const webp = PICTURES['lossy webp']
    expect(stripMetadata(joinBytes(webp, ascii('Secret')))).toEqual(stripMetadata(webp))
  })

  it('removes comments and XMP from a GIF, and keeps its animation', async () => {
    const gif = await toBytes(sharp(portrait).resize(32).gif())
    const loop = ascii('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0')
    const tableAt = 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0)
    const loaded = joinBytes(
      gif.subarray(0, tableAt),
      loop,
      ascii('\x21\xfe\x06Secret\0'),
      ascii('\x21\xff\x0bXMP DataXMP\x06Secret\0'),
      gif.subarray(tableAt),
      ascii('Secret'),
    )
    const stripped = stripMetadata(loaded)
    expect(latin1(stripped)).not.toContain('Secret')
    expect(latin1(stripped)).toContain('NETSCAPE2.0')
    expect(await readPixels(stripped)).toEqual(await readPixels(gif))
  })

  it.each([
    ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['avif', '\0\0\0\x18ftypavif\0\0\0\0mif1avif'],
    ['tiff', 'II*\0\x08\0\0\0'],
  ])('rejects an image whose metadata cannot be removed, with advice: %s', (_, start) => {
    expect(() => stripMetadata(ascii(start))).toThrow(/Save it as a JPEG, PNG or WebP/)
  })

  it('rejects a damaged image with metadata', () => {
    const { jpeg, png } = PICTURES
    const lengthless = joinBytes(jpeg.subarray(0, 4), Uint8Array.of(0xff, 0xff), jpeg.subarray(6))
    const open = png.subarray(0, png.length - 20)
    for (const file of [lengthless, open, ascii('\xff\xd8\xff\xe0\0\x03\0Exif\0\0')]) {
      expect(latin1(file)).toMatch(/Exif\0\0|eXIf|xmpmeta/)
      expect(() => stripMetadata(file)).toThrow()
    }
  })

  it('keeps a damaged image without metadata unchanged', () => {
    for (const start of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0\0\x10JFIF\0', 'RIFF\x24\0\0\0WEBP', 'GIF89a'])
      expect(stripMetadata(ascii(start))).toEqual(ascii(start))
  })
})

it('keeps files that are not images unchanged', () => {
  const texts = ['Exif\0\0 is a word', '%PDF-1.7 Exif\0\0', 'PK\x03\x04 Exif\0\0', '']
  for (const text of texts) expect(stripMetadata(ascii(text))).toEqual(ascii(text))
})
