import { AppError } from '#shared/client/errors.ts'
import { concatBytes } from '#worker/http/concat-bytes.ts'

/** Decodes bytes as Latin-1. */
export const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCodePoint(...bytes.subarray(from, to))

/** Sizes of a PNG chunk's length and name, and of its checksum. */
const HEAD_BYTES = 8
const CRC_BYTES = 4

/** A chunk of a file: its name, the offset of its data and the number of bytes that it claims. */
export type Chunk = { readonly name: string; readonly at: number; readonly bytes: number }

/** Encoders write a few thousand chunks at most. */
const CHUNKS_MAX = 20_000

/** @throws AppError `IMAGE_UNREADABLE` */
function requireFew(chunks: number): void {
  if (chunks > CHUNKS_MAX) throw new AppError('IMAGE_UNREADABLE')
}

/** Yields the chunks of a PNG (PNG specification, section 5), even of a truncated file. */
export function* pngChunks(file: Uint8Array): Generator<Chunk> {
  const view = toDataView(file)
  for (let at = 8, seen = 0; at + 12 <= file.length;) {
    requireFew(++seen)
    const bytes = view.getUint32(at)
    yield { name: latin1(file, at + 4, at + 8), at: at + 8, bytes }
    at += 12 + bytes
  }
}

/** Returns the bits per channel or palette index (section 11.2.1), or undefined if the file is too short. */
export const pngBitDepth = (file: Uint8Array): number | undefined => file[24]

/** Ancillary chunks that a decoder needs, and the one of an animation (section 11). */
const PNG_CHUNKS = new Set(['tRNS', 'acTL', 'cHRM', 'gAMA', 'pHYs', 'sBIT', 'sRGB', 'cICP'])
const isPngPicture = (name: string) => /^[A-Z]/.test(name) || PNG_CHUNKS.has(name)
const GAPS_MAX = 1000

/**
 * Removes chunks from a PNG that do not affect a card: text, which may be compressed, and the color profile. 306 KB of
 * profile can decompress to 300 MB in the decoder, whose WebAssembly memory never shrinks. Returns any other file
 * unchanged, without a copy.
 *
 * @throws AppError `IMAGE_UNREADABLE` if there are too many such chunks
 */
export function pngPictureOnly(file: Uint8Array): Uint8Array {
  if (latin1(file, 1, 4) !== 'PNG') return file
  const parts: Uint8Array[] = []
  let from = 0
  for (const { name, at, bytes } of pngChunks(file)) {
    if (isPngPicture(name)) continue
    if (at - HEAD_BYTES > from) parts.push(file.subarray(from, at - HEAD_BYTES))
    if (parts.length > GAPS_MAX) throw new AppError('IMAGE_UNREADABLE')
    from = at + bytes + CRC_BYTES
  }
  return from === 0 ? file : concatBytes([...parts, file.subarray(from)])
}

/** Yields the chunks of a WebP file (RFC 9649), even of a truncated file. */
export function* webpChunks(file: Uint8Array): Generator<Chunk> {
  const view = toDataView(file)
  for (let at = 12, seen = 0; at + 8 <= file.length;) {
    requireFew(++seen)
    const bytes = view.getUint32(at + 4, true)
    yield { name: latin1(file, at, at + 4), at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
}

function toDataView(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength)
}
