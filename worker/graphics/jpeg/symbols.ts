import type { Blocks } from './blocks.ts'

/** What is written of a block: how its mean differs from the last one's, and runs of zeros with what ends them. */
export type Kind = 'dc' | 'ac'

/** @param value the bits that follow the symbol's code, `width` of them */
export type Visit = (channel: number, kind: Kind, symbol: number, value: number, width: number) => void

const AREA = 64
const LONGEST_RUN = 15
const SIXTEEN_ZEROS = 0xf0
const NOTHING_FOLLOWS = 0

/**
 * Everything the scan of a picture says, in order: units of 2 x 2 blocks of lightness and one of each color. ITU T.81,
 * F.1.2.
 */
export function forEachSymbol(channels: readonly Blocks[], visit: Visit): void {
  const [light, ...colors] = channels as [Blocks, ...Blocks[]]
  const last = channels.map(() => 0)
  const block = (channel: number, { columns, values }: Blocks, row: number, column: number) => {
    const start = (row * columns + column) * AREA
    const mean = values[start]!
    say(channel, 'dc', 0, mean - last[channel]!)
    last[channel] = mean
    let run = 0
    for (let i = 1; i < AREA; i++) {
      const value = values[start + i]!
      if (value === 0) {
        run++
        continue
      }
      for (; run > LONGEST_RUN; run -= LONGEST_RUN + 1) visit(channel, 'ac', SIXTEEN_ZEROS, 0, 0)
      say(channel, 'ac', run, value)
      run = 0
    }
    if (run > 0) visit(channel, 'ac', NOTHING_FOLLOWS, 0, 0)
  }
  const say = (channel: number, kind: Kind, run: number, value: number) => {
    const width = 32 - Math.clz32(Math.abs(value))
    visit(channel, kind, (run << 4) | width, value < 0 ? value + (1 << width) - 1 : value, width)
  }

  for (let row = 0; row < light.rows; row += 2)
    for (let column = 0; column < light.columns; column += 2) {
      for (const [down, across] of UNIT) block(0, light, row + down, column + across)
      for (const [i, color] of colors.entries()) block(i + 1, color, row / 2, column / 2)
    }
}

const UNIT = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const
