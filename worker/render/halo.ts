import type { Raster } from './raster.ts'

/** The halo is blurred on a grid of this many pixels a step. */
const COARSE = 4
/** Two passes of a box this many steps to either side fall off like a bell over some 24 pixels. */
const REACH = 3
const PASSES = 2
const STRENGTH = 1.2
const MOST = 0.66

/** How strongly a halo shows round a cut-out figure: 0 to 1 for each pixel. */
export function haloOf({ width, height, data }: Raster): Float32Array {
  const [w, h] = [Math.ceil(width / COARSE) + 1, Math.ceil(height / COARSE) + 1]
  let mask = new Float32Array(w * h)
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      const [x, y] = [Math.min(width - 1, column * COARSE), Math.min(height - 1, row * COARSE)]
      mask[row * w + column] = data[4 * (y * width + x) + 3]! / 255
    }
  }
  for (let pass = 0; pass < PASSES; pass++) mask = averaged(averaged(mask, w, h, 1), w, h, w)

  const out = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const [row, down] = [Math.floor(y / COARSE), (y % COARSE) / COARSE]
    for (let x = 0; x < width; x++, i++) {
      const at = row * w + Math.floor(x / COARSE)
      const right = (x % COARSE) / COARSE
      const upper = mask[at]! + (mask[at + 1]! - mask[at]!) * right
      const lower = mask[at + w]! + (mask[at + w + 1]! - mask[at + w]!) * right
      const near = upper + (lower - upper) * down
      if (near > 0.002) out[i] = Math.min(MOST, STRENGTH * near)
    }
  }
  return out
}

/** The mean over a row (`step` 1) or a column (`step` the width). */
function averaged(mask: Float32Array, w: number, h: number, step: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(mask.length)
  const [lines, length, stride] = step === 1 ? [h, w, w] : [w, h, 1]
  for (let line = 0; line < lines; line++) {
    const start = line * stride
    let sum = 0
    for (let i = -REACH; i < length + REACH; i++) {
      const [enters, leaves] = [i + REACH, i - REACH - 1]
      if (enters < length && enters >= 0) sum += mask[start + enters * step]!
      if (leaves >= 0) sum -= mask[start + leaves * step]!
      if (i >= 0 && i < length) out[start + i * step] = sum / (2 * REACH + 1)
    }
  }
  return out
}
