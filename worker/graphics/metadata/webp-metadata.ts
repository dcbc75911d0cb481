import { concatBytes } from '#worker/http/concat-bytes.ts'
import { type FileMetadata, createPacket } from './metadata.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The two kinds of image chunk in the simple format. */
const [LOSSLESS, LOSSY] = ['VP8L', 'VP8 ']
const [HAS_ALPHA, HAS_XMP] = [0x10, 0x04]

/**
 * Adds an XMP packet to a WebP by converting it to the extended format (RFC 9649, section 2.7). The image data do not
 * change. Returns any other file unchanged.
 */
export function withWebpMetadata(file: Uint8Array<ArrayBuffer>, about: FileMetadata): Uint8Array<ArrayBuffer> {
  const kind = wordAt(file, HEADER_BYTES)
  if (wordAt(file, 0) !== 'RIFF' || wordAt(file, 8) !== 'WEBP' || (kind !== LOSSLESS && kind !== LOSSY)) return file
  const packet = new TextEncoder().encode(createPacket(about))
  const picture = file.subarray(HEADER_BYTES)
  const chunks = [chunk('VP8X', toFeatures(file)), picture, chunk('XMP ', packet)]
  const marked = concatBytes([file.subarray(0, HEADER_BYTES), ...chunks])
  new DataView(marked.buffer).setUint32(4, marked.length - 8, true)
  return marked
}

const wordAt = (file: Uint8Array, at: number): string => String.fromCharCode(...file.subarray(at, at + 4))

/** Creates the `VP8X` body: flags, then canvas width and height minus one, in 24 bits each. */
function toFeatures(file: Uint8Array<ArrayBuffer>): Uint8Array {
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

/** Reads width and height minus one, 14 bits each, after a signature byte (RFC 9649, section 3.4). */
function losslessSides(file: Uint8Array<ArrayBuffer>): [width: number, height: number] {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(HEADER_BYTES + CHUNK_HEADER_BYTES + 1, true)
  return [(size & SIDE) + 1, ((size >> 14) & SIDE) + 1]
}

/** Reads width and height, 14 bits each and a 2-bit scale, after frame tag and start code (RFC 6386, section 9.1). */
function lossySides(file: Uint8Array<ArrayBuffer>): [width: number, height: number] {
  const view = new DataView(file.buffer, file.byteOffset + HEADER_BYTES + CHUNK_HEADER_BYTES + 6)
  return [view.getUint16(0, true) & SIDE, view.getUint16(2, true) & SIDE]
}

/** Creates a chunk, padded to an even length. */
function chunk(name: string, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(CHUNK_HEADER_BYTES + body.length + (body.length & 1))
  whole.set(new TextEncoder().encode(name))
  new DataView(whole.buffer).setUint32(4, body.length, true)
  whole.set(body, CHUNK_HEADER_BYTES)
  return whole
}
