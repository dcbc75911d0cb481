import type { Picture } from '#worker/graphics/picture.ts'

/** A frame is at most this share of a side wide, and at least as many pixels can be one. */
const WIDTH = { share: 0.02, px: 2 } as const
/** Brightness range of a frame's line, which JPEG blurs, and the share of its pixels within it. */
const PLAIN = { range: 14, share: 0.97 } as const
/** A frame ends where this share of a line differs by this much within `lines`. A wall changes more slowly. */
const ENDS = { lines: 3, difference: 48, share: 0.3 } as const

/**
 * Replaces a thin plain frame at the sides of a photo with the line of the photo next to it, in place. The drawing would
 * continue the frame's color into the hair that the photo cuts off.
 */
export function coverFrame({ data, widthPx, heightPx }: Picture): void {
  const [column, row] = [4, 4 * widthPx]
  const last = 4 * widthPx * heightPx - row
  const across = { along: column, length: widthPx, depth: heightPx }
  const down = { along: row, length: heightPx, depth: widthPx }
  coverSide(data, { ...across, start: 0, inward: row })
  coverSide(data, { ...across, start: last, inward: -row })
  coverSide(data, { ...down, start: 0, inward: column })
  coverSide(data, { ...down, start: row - column, inward: -column })
}

/** A side of a photo as offsets in its data: its first pixel, and the steps along the side and inward. */
type Side = {
  readonly start: number
  readonly along: number
  readonly length: number
  readonly inward: number
  readonly depth: number
}

function coverSide(data: Picture['data'], { start, along, length, inward, depth }: Side): void {
  const brightnessAt = (line: number, n: number) => {
    const i = start + line * inward + n * along
    return (data[i]! + 2 * data[i + 1]! + data[i + 2]!) / 4
  }
  const share = (is: (n: number) => boolean) => {
    let count = 0
    for (let n = 0; n < length; n++) if (is(n)) count++
    return count / length
  }
  const plain = brightnessAt(0, length >> 1)
  const isPlain = (line: number) => share((n) => Math.abs(brightnessAt(line, n) - plain) <= PLAIN.range) >= PLAIN.share
  const most = Math.max(WIDTH.px, Math.round(WIDTH.share * depth))
  let width = 0
  while (width <= most && isPlain(width)) width++
  if (width === 0 || width > most || width + ENDS.lines >= depth) return
  // The lines next to a frame are a mixture of both, and JPEG darkens them beside white.
  const first = width - 1 + ENDS.lines
  if (share((n) => Math.abs(brightnessAt(first, n) - plain) > ENDS.difference) < ENDS.share) return
  for (let n = 0; n < length; n++) {
    const from = start + first * inward + n * along
    for (let line = 0; line < first; line++)
      for (let c = 0; c < 3; c++) data[start + line * inward + n * along + c] = data[from + c]!
  }
}
