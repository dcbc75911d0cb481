import { type Hex, toRgb } from '#shared/design/color.ts'
import { HALO_SHARE } from '#shared/design/palette.ts'
import { blurField } from '#worker/graphics/box-mean.ts'
import type { Raster } from '#worker/graphics/raster.ts'

/** Size of a grid cell in pixels. The halo is blurred on this grid. */
const COARSE = 4
/** Two box blurs of this radius in cells approximate a bell curve over some 24 pixels. */
const REACH = 3
const PASSES = 2
/** Blurring leaves half of the figure's opacity at its outline, so the halo's share is doubled. */
const STRENGTH = 2 * HALO_SHARE
const OPACITY_MAX = 0.66

/** Adds a halo in one color behind a cut-out figure, in the same picture. */
export function addHalo(figure: Raster, color: Hex): void {
  const { width, height } = figure
  const [w, h] = [Math.ceil(width / COARSE) + 1, Math.ceil(height / COARSE) + 1]
  const mask = blurField(toMask(figure, w, h), w, h, REACH, PASSES)
  const rgb = toRgb(color)
  // All 75,000 cells reuse one object.
  const cell: Cell = { topLeft: 0, topRight: 0, bottomLeft: 0, bottomRight: 0 }
  for (let row = 0; row + 1 < h; row++) {
    for (let column = 0; column + 1 < w; column++) {
      const at = row * w + column
      cell.topLeft = mask[at]!
      cell.topRight = mask[at + 1]!
      cell.bottomLeft = mask[at + w]!
      cell.bottomRight = mask[at + w + 1]!
      // Skips cells far from the outline, which have no halo outside the figure and no transparency inside it.
      if (most(cell) > 0.004 && least(cell) < 0.999) blendCell(figure, column * COARSE, row * COARSE, cell, rgb)
    }
  }
}

function toMask({ width, height, data }: Raster, w: number, h: number): Float32Array {
  const mask = new Float32Array(w * h)
  for (let row = 0, i = 0; row < h; row++) {
    const line = Math.min(height - 1, row * COARSE) * width
    for (let column = 0; column < w; column++, i++) {
      mask[i] = data[4 * (line + Math.min(width - 1, column * COARSE)) + 3]! / 255
    }
  }
  return mask
}

type Cell = { topLeft: number; topRight: number; bottomLeft: number; bottomRight: number }

const most = ({ topLeft, topRight, bottomLeft, bottomRight }: Cell) =>
  Math.max(topLeft, topRight, bottomLeft, bottomRight)
const least = ({ topLeft, topRight, bottomLeft, bottomRight }: Cell) =>
  Math.min(topLeft, topRight, bottomLeft, bottomRight)

function blendCell(
  { width, height, data }: Raster,
  left: number,
  top: number,
  cell: Cell,
  rgb: readonly number[],
): void {
  const { topLeft, topRight, bottomLeft, bottomRight } = cell
  for (let y = 0; y < COARSE && top + y < height; y++) {
    const from = topLeft + ((bottomLeft - topLeft) * y) / COARSE
    const to = topRight + ((bottomRight - topRight) * y) / COARSE
    for (let x = 0; x < COARSE && left + x < width; x++) {
      const at = 4 * ((top + y) * width + left + x)
      const own = data[at + 3]! / 255
      const added = (1 - own) * Math.min(OPACITY_MAX, STRENGTH * (from + ((to - from) * x) / COARSE))
      const alpha = own + added
      if (added < 0.002) continue
      for (let c = 0; c < 3; c++) data[at + c] = (data[at + c]! * own + rgb[c]! * added) / alpha + 0.5
      data[at + 3] = 255 * alpha + 0.5
    }
  }
}
