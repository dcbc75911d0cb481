import { type Hex, toRgb } from '#shared/design/color.ts'
import type { Raster } from '#worker/graphics/raster.ts'
import { type Part, toStream } from './file.ts'

/** The fields of a JPEG's frame header that a PDF repeats. */
export type Frame = { readonly width: number; readonly height: number; readonly components: number }

/** Embeds a JPEG unchanged. @throws if it is not a JPEG */
export function toJpegPart(jpeg: Uint8Array, frame: Frame = readFrame(jpeg)): Part {
  return toStream(
    `/Type /XObject /Subtype /Image /Width ${frame.width} /Height ${frame.height}` +
      ` /ColorSpace /${frame.components === 1 ? 'DeviceGray' : 'DeviceRGB'} /BitsPerComponent 8 /Filter /DCTDecode`,
    jpeg,
  )
}

const RGBA = 4

/**
 * Returns a picture in one color with transparency as two objects: the color as a single pixel, and the opacity.
 *
 * @param maskAt number of the second object
 */
export async function toMaskedParts(
  { width, height, data }: Raster,
  color: Hex,
  maskAt: number,
): Promise<[Part, Part]> {
  const opacity = new Uint8Array(width * height)
  for (let i = 0, from = RGBA - 1; i < opacity.length; i++, from += RGBA) opacity[i] = data[from]!
  const toHead = (across: number, down: number, space: string) =>
    `/Type /XObject /Subtype /Image /Width ${across} /Height ${down} /ColorSpace /Device${space} /BitsPerComponent 8`
  return [
    toStream(`${toHead(1, 1, 'RGB')} /SMask ${maskAt} 0 R`, Uint8Array.from(toRgb(color))),
    toStream(`${toHead(width, height, 'Gray')} /Filter /FlateDecode`, await deflate(opacity)),
  ]
}

/** Compresses to the zlib format, which `FlateDecode` reads. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

const NOT_A_FRAME = new Set([0xc4, 0xc8, 0xcc])

/** @throws if the bytes are not a JPEG */
export function readFrame(jpeg: Uint8Array): Frame {
  for (let at = 2; jpeg[0] === 0xff && jpeg[1] === 0xd8 && at + 9 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1]!
    const word = (offset: number) => (jpeg[at + offset]! << 8) + jpeg[at + offset + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.has(marker))
      return { height: word(5), width: word(7), components: jpeg[at + 9]! }
    at += 2 + word(2)
  }
  throw new Error('not a JPEG')
}
