import { CARD } from '../card-layout.ts'
import type { Raster } from '#worker/graphics/raster.ts'

/** Light that slides over the finished card from its top left: places on the slant, and how white they are. */
const BANDS = [
  [
    [0.3, 0],
    [0.38, 0.13],
    [0.46, 0.03],
    [0.47, 0],
  ],
  [
    [0.62, 0],
    [0.66, 0.07],
    [0.72, 0],
  ],
] as const

const DEGREES = Math.PI / 180
/** Steps of one pixel to the right and one down along a gradient of 112 degrees over the card. */
const [ACROSS, DOWN] = [Math.sin(112 * DEGREES), -Math.cos(112 * DEGREES)]
const LENGTH = ACROSS * CARD.width + DOWN * CARD.height

/** Shares of white are kept as so many parts of a whole: pixels stay whole numbers then. */
const WHOLE_BITS = 16
const HALF = 2 ** (WHOLE_BITS - 1)

const createBand = (stops: (typeof BANDS)[number]) => {
  const [first, last] = [Math.ceil(stops[0]![0] * LENGTH), Math.floor(stops.at(-1)![0] * LENGTH)]
  const white = Int32Array.from({ length: last - first + 1 }, (_, i) =>
    Math.round(whiteAt(stops, (first + i) / LENGTH) * 2 ** WHOLE_BITS),
  )
  return { first, last, white }
}

let bands: readonly ReturnType<typeof createBand>[] | null = null

function whiteAt(stops: readonly (readonly [number, number])[], place: number): number {
  const next = Math.max(
    1,
    stops.findIndex(([at]) => at >= place),
  )
  const [[from, one], [to, other]] = [stops[next - 1]!, stops[next]!]
  return one + ((other - one) * (place - from)) / (to - from)
}

/** Lays the sheen over a picture. @param left @param top where on the card it lies */
export function laySheen({ width, height, data }: Raster, left = 0, top = 0): void {
  // Made for the first card: a Worker must start fast.
  bands ??= BANDS.map(createBand)
  for (let y = 0; y < height; y++) {
    const fallen = DOWN * (y + top)
    for (const { first, last, white } of bands) {
      const from = Math.max(0, Math.ceil((first - fallen) / ACROSS) - left)
      const to = Math.min(width - 1, Math.floor((last - fallen) / ACROSS) - left)
      for (let x = from, at = 4 * (y * width + from); x <= to; x++, at += 4) {
        const share = white[Math.floor(ACROSS * (x + left) + fallen - first)]!
        data[at] = data[at]! + (((255 - data[at]!) * share + HALF) >> WHOLE_BITS)
        data[at + 1] = data[at + 1]! + (((255 - data[at + 1]!) * share + HALF) >> WHOLE_BITS)
        data[at + 2] = data[at + 2]! + (((255 - data[at + 2]!) * share + HALF) >> WHOLE_BITS)
      }
    }
  }
}
