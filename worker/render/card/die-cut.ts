import { toRgb } from '#shared/design/color.ts'
import { CHALK } from '#shared/design/palette.ts'
import { blurField } from '#worker/graphics/box-mean.ts'
import type { Raster } from '#worker/graphics/raster.ts'

/** Size of a grid cell in pixels. The mask is computed on this grid. */
const COARSE = 4
const REACH = 1
const PASSES = 2
/**
 * Maximum sum of red, green and blue that counts as ink. The ring follows inked outlines only, not glows, sparkles or
 * motion strokes.
 */
const INK_MAX = 150
const SOLID_ALPHA = 200
/** Blurred share of ink at the ring's outer edge, some 4 pixels from the ink. */
const RING_END = 0.2
/** Decrease of that share per pixel there. */
const PER_PIXEL = 0.05
const RING = toRgb(CHALK)

/**
 * Adds a thin light ring around a cut-out figure, like the border of a die-cut sticker. The ring keeps the ink outline
 * visible on any ground, and joins head, gear and jersey into one shape.
 */
export function addRing(figure: Raster): void {
  const { width, height, data } = figure
  const [w, h] = [Math.ceil(width / COARSE) + 1, Math.ceil(height / COARSE) + 1]
  const mask = blurField(measureInk(figure, w, h), w, h, REACH, PASSES)
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
          if (near > RING_END) blendUnder(data, at, Math.min(1, (near - RING_END) / PER_PIXEL))
        }
      }
    }
  }
}

function blendUnder(data: Raster['data'], at: number, opacity: number): void {
  const own = data[at + 3]! / 255
  const added = (1 - own) * opacity
  const alpha = own + added
  for (let c = 0; c < 3; c++) data[at + c] = (data[at + c]! * own + RING[c]! * added) / alpha + 0.5
  data[at + 3] = 255 * alpha + 0.5
}

/** Returns the share of ink in the square around each grid point. */
function measureInk({ width, height, data }: Raster, w: number, h: number): Float32Array {
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
