import { createBits, fileOf, segment, word } from './bits.ts'
import { type Blocks, blocksOf, ZIGZAG } from './blocks.ts'
import { type Code, codeFor } from './huffman.ts'
import { planesOf } from './planes.ts'
import { forEachSymbol } from './symbols.ts'

/** Lightness has tables of its own; the two colors share theirs. */
const TABLES = [0, 1, 1] as const
/** Blocks of each channel in one unit of the scan, across and down. */
const SAMPLING = [0x22, 0x11, 0x11] as const
const RUNS = 16

/**
 * Writes a picture as a JPEG for a screen: the colors at half the size and codes made for this very picture. A third
 * smaller than what the renderer writes (2.16, colors at full size), at the same look.
 *
 * @param rgba straight, row by row
 * @param quality from 1 to 100, as usual for JPEGs
 */
export function encodeJpeg(
  rgba: Uint8ClampedArray,
  { width, height, quality }: { width: number; height: number; quality: number },
): Uint8Array<ArrayBuffer> {
  const divisors = divisorsFor(quality)
  const channels = planesOf(rgba, width, height).map((plane, i) => blocksOf(plane, divisors[TABLES[i]!]))
  const codes = codesOf(channels)
  const tables = [
    ...divisors.flatMap((table, i) => segment(0xdb, [i, ...ZIGZAG.map((place) => table[place]!)])),
    ...segment(0xc0, [8, ...word(height), ...word(width), 3, ...SAMPLING.flatMap((s, i) => [i + 1, s, TABLES[i]!])]),
    ...codes.flatMap(({ dc, ac }, i) => [...codeSegment(i, dc), ...codeSegment(RUNS + i, ac)]),
    ...segment(0xda, [3, ...TABLES.flatMap((table, i) => [i + 1, RUNS * table + table]), 0, 63, 0]),
  ]
  return fileOf(tables, scanOf(channels, codes))
}

type Codes = readonly { dc: Code; ac: Code }[]

const codeSegment = (id: number, { lengths, symbols }: Code) => segment(0xc4, [id, ...lengths, ...symbols])

function codesOf(channels: readonly Blocks[]): Codes {
  const counts = [0, 1].map(() => ({ dc: new Uint32Array(256), ac: new Uint32Array(256) }))
  forEachSymbol(channels, (channel, kind, symbol) => void counts[TABLES[channel]!]![kind][symbol]!++)
  return counts.map(({ dc, ac }) => ({ dc: codeFor(dc), ac: codeFor(ac) }))
}

function scanOf(channels: readonly Blocks[], codes: Codes): Uint8Array {
  const bits = createBits(channels[0]!.values.length / 4)
  forEachSymbol(channels, (channel, kind, symbol, value, width) => {
    const code = codes[TABLES[channel]!]![kind]
    bits.write(code.bits[symbol]!, code.widths[symbol]!)
    if (width > 0) bits.write(value, width)
  })
  return bits.end()
}

/** By how much each coefficient is divided before it is rounded, row by row, at a quality of 50. ITU T.81, K.1. */
const LIGHT = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]
const COLOR = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
]
const LARGEST = 255

/** @param quality from 1 to 100; at 50 the tables are as they stand, at 100 nothing is lost but fractions */
function divisorsFor(quality: number): readonly [readonly number[], readonly number[]] {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
  const scaled = (table: readonly number[]) =>
    table.map((divisor) => Math.min(LARGEST, Math.max(1, Math.round((divisor * percent) / 100))))
  return [scaled(LIGHT), scaled(COLOR)]
}
