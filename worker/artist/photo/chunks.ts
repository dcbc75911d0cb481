import { latin1 } from './signature.ts'

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

/** The chunks of a WebP file (RFC 9649), as far as the file goes. */
export function* webpChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file)
  for (let at = 12; at + 8 <= file.length;) {
    const bytes = view.getUint32(at + 4, true)
    yield { name: latin1(file, at, at + 4), at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
}

/** How many pictures a GIF holds, counted up to `limit` (GIF89a, section 20 and following). */
export function countGifFrames(file: Uint8Array, limit: number): number {
  let frames = 0
  let at = 13 + colorTableBytes(file[10] ?? 0)
  while (at < file.length && frames < limit) {
    const kind = file[at]!
    if (kind === 0x2c) {
      frames++
      at = skipBlocks(file, at + 11 + colorTableBytes(file[at + 9] ?? 0))
    } else if (kind === 0x21) at = skipBlocks(file, at + 2)
    else break
  }
  return frames
}

const colorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function skipBlocks(file: Uint8Array, start: number): number {
  let at = start
  while (at < file.length && file[at]! > 0) at += file[at]! + 1
  return at + 1
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength)
}
