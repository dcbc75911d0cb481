import { AppError } from '#shared/client/errors.ts'
import { joinedBytes } from '#worker/http/joined-bytes.ts'

/** Bytes as characters 0 to 255. */
export const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCodePoint(...bytes.subarray(from, to))

/** Bytes around the data of a PNG chunk: its length and name before, its checksum after. */
const HEAD_BYTES = 8
const CRC_BYTES = 4

/** A piece of a file: its name, where its content begins and how many bytes it claims to have. */
export type Chunk = { readonly name: string; readonly at: number; readonly bytes: number }

/** Encoders write a photo in a few thousand at most. */
const CHUNKS_MAX = 20_000

/** @throws AppError `IMAGE_UNREADABLE` */
function requireFew(chunks: number): void {
  if (chunks > CHUNKS_MAX) throw new AppError('IMAGE_UNREADABLE')
}

/** The chunks of a PNG (its specification, section 5), as far as the file goes. */
export function* pngChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file)
  for (let at = 8, seen = 0; at + 12 <= file.length;) {
    requireFew(++seen)
    const bytes = view.getUint32(at)
    yield { name: latin1(file, at + 4, at + 8), at: at + 8, bytes }
    at += 12 + bytes
  }
}

/** Bits per channel, or of an index into a palette (section 11.2.1); undefined where the file ends before it. */
export const pngBitDepth = (file: Uint8Array): number | undefined => file[24]

/** Chunks that a decoder needs beside the critical ones, and those of an animation (section 11). */
const PNG_KEPT = new Set(['tRNS', 'acTL', 'cHRM', 'gAMA', 'pHYs', 'sBIT', 'sRGB', 'cICP'])
const isPngPicture = (name: string) => /^[A-Z]/.test(name) || PNG_KEPT.has(name)
const GAPS_MAX = 1000

/**
 * A PNG without what no card shows: texts, which may be compressed, and the color profile, of which 306 KB unpack to
 * 300 MB inside the decoder, whose WebAssembly memory never shrinks again. Any other file as it is, without a copy.
 *
 * @throws AppError `IMAGE_UNREADABLE` when it is cut in too many pieces
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
  return from === 0 ? file : joinedBytes([...parts, file.subarray(from)])
}

/** The chunks of a WebP file (RFC 9649), as far as the file goes. */
export function* webpChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file)
  for (let at = 12, seen = 0; at + 8 <= file.length;) {
    requireFew(++seen)
    const bytes = view.getUint32(at + 4, true)
    yield { name: latin1(file, at, at + 4), at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength)
}
