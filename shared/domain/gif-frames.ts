/** Counts a GIF's frames, up to `limit` (GIF89a, section 20 and following). */
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
