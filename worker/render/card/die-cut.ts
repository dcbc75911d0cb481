import { toRgb } from '#shared/design/color.ts'
import { CHALK } from '#shared/design/palette.ts'
import { blurred } from '#worker/graphics/box-mean.ts'
import type { Raster } from '#worker/graphics/raster.ts'

/** The figure is looked at on a grid of this many pixels a step. */
const COARSE = 4
const REACH = 1
const PASSES = 2
/** Only what has an outline of ink is cut round: glows, sparkles and strokes of motion are not. */
const INK_MAX = 150
const SOLID_ALPHA = 200
/** After blurring, this much of the ink is left where the ring ends, some 4 pixels beyond it. */
const RING_END = 0.2
/** Decrease over one pixel there. */
const PER_PIXEL = 0.05
const RING = toRgb(CHALK)

/**
 * Lays a thin light ring under a cut-out figure, in the same picture, as scissors leave it round a sticker: its outline
 * of ink is seen on any ground, and head, gear and jersey become one thing.
 */
export function layRing(figure: Raster): void {
  const { width, height, data } = figure
  const [w, h] = [Math.ceil(width / COARSE) + 1, Math.ceil(height / COARSE) + 1]
  const mask = blurred(inkShare(figure, w, h), w, h, REACH, PASSES)
  for (let row = 0; row + 1 < h; row++) {
    for (let column = 0; column + 1 < w; column++) {
      const i = row * w + column
      const a = mask[i]!
      const b = mask[i + 1]!
      const c = mask[i + w]!
      const d = mask[i + w + 1]!
      if (Math.max(a, b, c, d) < RING_END || Math.min(a, b, c, d) > 0.999) continue
      for (let v = 0; v < COARSE && row * COARSE + v < height; v++) {
        for (let u = 0; u < COARSE && column * COARSE + u < width; u++) {
          const at = 4 * ((row * COARSE + v) * width + column * COARSE + u)
          if (data[at + 3] === 255) continue
          const x = u / COARSE
          const y = v / COARSE
          const near = (a * (1 - x) + b * x) * (1 - y) + (c * (1 - x) + d * x) * y
          if (near > RING_END) layUnder(data, at, Math.min(1, (near - RING_END) / PER_PIXEL))
        }
      }
    }
  }
}

function layUnder(data: Raster['data'], at: number, opacity: number): void {
  const own = data[at + 3]! / 255
  const lent = (1 - own) * opacity
  const alpha = own + lent
  for (let c = 0; c < 3; c++) data[at + c] = (data[at + c]! * own + RING[c]! * lent) / alpha + 0.5
  data[at + 3] = 255 * alpha + 0.5
}

/** Ink share of the square around each point of the grid. */
function inkShare({ width, height, data }: Raster, w: number, h: number): Float32Array {
  const share = new Float32Array(w * h)
  for (let y = 0; y < height; y++) {
    const row = ((y + COARSE / 2) >> 2) * w
    for (let x = 0, at = 4 * y * width; x < width; x++, at += 4) {
      if (data[at + 3]! < SOLID_ALPHA || data[at]! + data[at + 1]! + data[at + 2]! > INK_MAX) continue
      share[row + ((x + COARSE / 2) >> 2)]! += 1 / COARSE ** 2
    }
  }
  return share
}
