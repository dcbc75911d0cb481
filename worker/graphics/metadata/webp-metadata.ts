import { joinedBytes } from '#worker/http/joined-bytes.ts'
import { type About, packetOf } from './metadata.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const SIMPLE_LOSSLESS = 'VP8L'
const [HAS_ALPHA, HAS_XMP] = [0x10, 0x04]

/**
 * A lossless WebP with an XMP packet behind its picture, in the extended format that has room for one (RFC 9649, 2.7).
 * The picture's own bytes stay as they are. Any other file is given back untouched.
 */
export function withWebpMetadata(file: Uint8Array<ArrayBuffer>, about: About): Uint8Array<ArrayBuffer> {
  if (wordAt(file, 0) !== 'RIFF' || wordAt(file, 8) !== 'WEBP' || wordAt(file, HEADER_BYTES) !== SIMPLE_LOSSLESS)
    return file
  const packet = new TextEncoder().encode(packetOf(about))
  const picture = file.subarray(HEADER_BYTES)
  const chunks = [chunk('VP8X', featuresOf(file)), picture, chunk('XMP ', packet)]
  const marked = joinedBytes([file.subarray(0, HEADER_BYTES), ...chunks])
  new DataView(marked.buffer).setUint32(4, marked.length - 8, true)
  return marked
}

const wordAt = (file: Uint8Array, at: number): string => String.fromCharCode(...file.subarray(at, at + 4))

/** What the file holds besides its picture, and the canvas: both sides less one, as the picture has them in 14 bits each. */
function featuresOf(file: Uint8Array<ArrayBuffer>): Uint8Array {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(HEADER_BYTES + CHUNK_HEADER_BYTES + 1, true)
  const body = new Uint8Array(10)
  body[0] = HAS_ALPHA | HAS_XMP
  for (const [at, side] of [
    [4, size & 0x3fff],
    [7, (size >> 14) & 0x3fff],
  ] as const) {
    body[at] = side & 255
    body[at + 1] = side >> 8
  }
  return body
}

/** Chunks begin at even places. */
function chunk(name: string, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(CHUNK_HEADER_BYTES + body.length + (body.length & 1))
  whole.set(new TextEncoder().encode(name))
  new DataView(whole.buffer).setUint32(4, body.length, true)
  whole.set(body, CHUNK_HEADER_BYTES)
  return whole
}
