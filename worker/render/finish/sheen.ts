import { CARD } from '../card-layout.ts'
import type { Raster } from '#worker/graphics/raster.ts'

/** Bands of light that slant across the finished card: positions along the slant, and opacities of white. */
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
/** Change per pixel to the right and per pixel down along a gradient of 112 degrees across the card. */
const [ACROSS, DOWN] = [Math.sin(112 * DEGREES), -Math.cos(112 * DEGREES)]
const LENGTH = ACROSS * CARD.width + DOWN * CARD.height

/** Opacities are fixed-point numbers, so that pixels stay integers. */
const FRACTION_BITS = 16
const HALF = 2 ** (FRACTION_BITS - 1)

const createBand = (stops: (typeof BANDS)[number]) => {
  const [first, last] = [Math.ceil(stops[0]![0] * LENGTH), Math.floor(stops.at(-1)![0] * LENGTH)]
  const white = Int32Array.from({ length: last - first + 1 }, (_, i) =>
    Math.round(whiteAt(stops, (first + i) / LENGTH) * 2 ** FRACTION_BITS),
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

/**
 * Adds the sheen to a picture.
 *
 * @param left @param top its position on the card
 * @param strength of the sheen, 0 to 1
 */
export function addSheen({ width, height, data }: Raster, left = 0, top = 0, strength = 1): void {
  // Built on first use, because a Worker must start fast.
  bands ??= BANDS.map(createBand)
  for (let y = 0; y < height; y++) {
    const rowOffset = DOWN * (y + top)
    for (const { first, last, white } of bands) {
      const from = Math.max(0, Math.ceil((first - rowOffset) / ACROSS) - left)
      const to = Math.min(width - 1, Math.floor((last - rowOffset) / ACROSS) - left)
      for (let x = from, at = 4 * (y * width + from); x <= to; x++, at += 4) {
        const share = strength * white[Math.floor(ACROSS * (x + left) + rowOffset - first)]!
        data[at] = data[at]! + (((255 - data[at]!) * share + HALF) >> FRACTION_BITS)
        data[at + 1] = data[at + 1]! + (((255 - data[at + 1]!) * share + HALF) >> FRACTION_BITS)
        data[at + 2] = data[at + 2]! + (((255 - data[at + 2]!) * share + HALF) >> FRACTION_BITS)
      }
    }
  }
}
