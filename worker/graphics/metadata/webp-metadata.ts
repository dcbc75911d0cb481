import { joinedBytes } from '#worker/http/joined-bytes.ts'
import { type About, packetOf } from './metadata.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The two kinds of picture that a file in the simple format holds. */
const [LOSSLESS, LOSSY] = ['VP8L', 'VP8 ']
const [HAS_ALPHA, HAS_XMP] = [0x10, 0x04]

/**
 * A WebP with an XMP packet behind its picture, in the extended format that has room for one (RFC 9649, 2.7).
 * The picture's own bytes stay as they are. Any other file is given back untouched.
 */
export function withWebpMetadata(file: Uint8Array<ArrayBuffer>, about: About): Uint8Array<ArrayBuffer> {
  const kind = wordAt(file, HEADER_BYTES)
  if (wordAt(file, 0) !== 'RIFF' || wordAt(file, 8) !== 'WEBP' || (kind !== LOSSLESS && kind !== LOSSY)) return file
  const packet = new TextEncoder().encode(packetOf(about))
  const picture = file.subarray(HEADER_BYTES)
  const chunks = [chunk('VP8X', featuresOf(file)), picture, chunk('XMP ', packet)]
  const marked = joinedBytes([file.subarray(0, HEADER_BYTES), ...chunks])
  new DataView(marked.buffer).setUint32(4, marked.length - 8, true)
  return marked
}

const wordAt = (file: Uint8Array, at: number): string => String.fromCharCode(...file.subarray(at, at + 4))

/** The flags of the file's other chunks, and the canvas: both sides less one, in 24 bits each. */
function featuresOf(file: Uint8Array<ArrayBuffer>): Uint8Array {
  const isLossy = wordAt(file, HEADER_BYTES) === LOSSY
  const body = new Uint8Array(10)
  body[0] = isLossy ? HAS_XMP : HAS_ALPHA | HAS_XMP
  for (const [i, side] of (isLossy ? lossySides : losslessSides)(file).entries()) {
    body[4 + 3 * i] = (side - 1) & 255
    body[5 + 3 * i] = (side - 1) >> 8
  }
  return body
}

const SIDE = 0x3fff

/** Behind a byte of signature, 14 bits for each side less one (RFC 9649, 3.4). */
function losslessSides(file: Uint8Array<ArrayBuffer>): [width: number, height: number] {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(HEADER_BYTES + CHUNK_HEADER_BYTES + 1, true)
  return [(size & SIDE) + 1, ((size >> 14) & SIDE) + 1]
}

/** Behind the frame's tag and start code, 16 bits for each side, two of them its scale (RFC 6386, 9.1). */
function lossySides(file: Uint8Array<ArrayBuffer>): [width: number, height: number] {
  const view = new DataView(file.buffer, file.byteOffset + HEADER_BYTES + CHUNK_HEADER_BYTES + 6)
  return [view.getUint16(0, true) & SIDE, view.getUint16(2, true) & SIDE]
}

/** Chunks begin at even places. */
function chunk(name: string, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(CHUNK_HEADER_BYTES + body.length + (body.length & 1))
  whole.set(new TextEncoder().encode(name))
  new DataView(whole.buffer).setUint32(4, body.length, true)
  whole.set(body, CHUNK_HEADER_BYTES)
  return whole
}
