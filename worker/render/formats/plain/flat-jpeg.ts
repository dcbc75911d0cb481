import { type Bits, createBits, fileOf, segment, word } from './jpeg-bits.ts'

/**
 * A JPEG of plain squares of 8 x 8 pixels, written by hand: each square has one color, so of its 64 coefficients only
 * the first is not zero. It needs no renderer, no font and no memory to speak of, which is why it is what remains when
 * the renderer fails. Baseline JPEG as in ITU T.81.
 */

/** Squares in rows from the top left corner: red, green, blue of each, 0 to 255. */
export type Squares = { columns: number; rows: number; rgb: Uint8Array }

export const SQUARE_PX = 8

/** Differences of up to 11 bits: twelve categories, each with a code of 4 bits. */
const DC_LENGTHS = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as const
const DC_CATEGORIES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
/** The only thing ever said of the other 63: nothing follows. */
const AC_LENGTHS = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as const
const AC_END = [0] as const
const CHANNELS = 3

/** @param size of the picture in pixels; the squares must cover it */
export function flatJpeg(squares: Squares, size: { width: number; height: number }): Uint8Array<ArrayBuffer> {
  const { width, height } = size
  return fileOf(
    [
      ...segment(0xdb, [0, 8, ...Array.from({ length: 63 }, () => 1)]),
      ...segment(0xc0, [8, ...word(height), ...word(width), CHANNELS, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
      ...segment(0xc4, [0x00, ...DC_LENGTHS, ...DC_CATEGORIES]),
      ...segment(0xc4, [0x10, ...AC_LENGTHS, ...AC_END]),
      ...segment(0xda, [CHANNELS, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    ],
    scanOf(squares),
  )
}

function scanOf({ columns, rows, rgb }: Squares): Uint8Array {
  const bits = createBits(columns * rows * CHANNELS * 3)
  const last = [0, 0, 0]
  for (let square = 0; square < columns * rows; square++) {
    const color = yccOf(rgb[3 * square]!, rgb[3 * square + 1]!, rgb[3 * square + 2]!)
    for (let channel = 0; channel < CHANNELS; channel++) {
      writeDifference(bits, color[channel]! - last[channel]!)
      last[channel] = color[channel]!
    }
  }
  return bits.end()
}

/** Levels around zero as the first coefficient of a square: with a divisor of 8 it is the level itself. */
const yccOf = (r: number, g: number, b: number): readonly number[] => [
  Math.round(0.299 * r + 0.587 * g + 0.114 * b - 128),
  Math.round(-0.168736 * r - 0.331264 * g + 0.5 * b),
  Math.round(0.5 * r - 0.418688 * g - 0.081312 * b),
]

/** A category, the difference in as many bits as the category says, and that nothing follows. */
function writeDifference(bits: Bits, difference: number): void {
  const category = 32 - Math.clz32(Math.abs(difference))
  bits.write(category, 4)
  if (category > 0) bits.write(difference < 0 ? difference + (1 << category) - 1 : difference, category)
  bits.write(0, 1)
}
