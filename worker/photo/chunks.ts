import { joinedBytes } from '#worker/http/joined-bytes.ts'
import { latin1 } from './signature.ts'

/** Of a PNG chunk: its length and its name before, its checksum behind what it holds. */
const HEAD_BYTES = 8
const CRC_BYTES = 4

/** A piece of a file: its name, where its content begins and how many bytes it claims to have. */
export type Chunk = { readonly name: string; readonly at: number; readonly bytes: number }

/** The chunks of a PNG (its specification, section 5), as far as the file goes. */
export function* pngChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file)
  for (let at = 8; at + 12 <= file.length;) {
    const bytes = view.getUint32(at)
    yield { name: latin1(file, at + 4, at + 8), at: at + 8, bytes }
    at += 12 + bytes
  }
}

/** Bits per channel, or of an index into a palette (section 11.2.1); undefined where the file ends before it. */
export const pngBitDepth = (file: Uint8Array): number | undefined => file[24]

/**
 * A PNG without its color profile, which may be a decompression bomb and is not applied by the decoder. Any other file,
 * and a PNG without one, as it is and without a copy.
 */
export function withoutPngProfile(file: Uint8Array): Uint8Array {
  if (latin1(file, 1, 4) !== 'PNG') return file
  const profiles = [...pngChunks(file)].filter(({ name }) => name === 'iCCP')
  if (profiles.length === 0) return file
  const ends = profiles.map(({ at, bytes }) => at + bytes + CRC_BYTES)
  return joinedBytes([0, ...ends].map((from, i) => file.subarray(from, (profiles[i]?.at ?? Infinity) - HEAD_BYTES)))
}

/** The chunks of a WebP file (RFC 9649), as far as the file goes. */
export function* webpChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file)
  for (let at = 12; at + 8 <= file.length;) {
    const bytes = view.getUint32(at + 4, true)
    yield { name: latin1(file, at, at + 4), at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength)
}
