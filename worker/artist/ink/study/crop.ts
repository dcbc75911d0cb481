import { createField, createGrid, type Field, type Grid, placeIn, WINDOW } from '../field/grid.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import { lightnessOfLinear, LINEAR, type LabPlanes, writeLab } from '../color/oklab.ts'
import { halvePicture, type Picture, type Pose } from '#worker/graphics/picture.ts'

/** A photo's gain per channel, in linear light. */
export type Gains = { readonly red: number; readonly green: number; readonly blue: number }

/** An upright photo of a head at a known scale. */
export type Planes = LabPlanes & { readonly grid: Grid }

/** `inside` is 0 beyond the picture's edge, where the planes mirror the picture so that hair can be reconstructed. */
export type Crop = Planes & { readonly inside: Uint8Array }

/**
 * Samples the picture in linear light and applies `gains`.
 *
 * @param part restricts sampling to a part of the window; the planes are 0 elsewhere
 */
export function cropHead(picture: Picture, pose: Pose, perUnit: number, gains: Gains, part?: Grid): Crop {
  const grid = createGrid(perUnit)
  const planes = { lightness: createField(grid), a: createField(grid), b: createField(grid) }
  const inside = sampleHead(picture, pose, grid, gains, part, (start, { red, green, blue }) => {
    for (let k = 0; k < red.length; k++) writeLab(planes, start + k, red[k]!, green[k]!, blue[k]!)
  })
  return { ...planes, grid, inside }
}

/** Samples only the picture's lightness. */
export function cropLightness(picture: Picture, pose: Pose, perUnit: number, gains: Gains, part?: Grid): Field {
  const grid = createGrid(perUnit)
  const out = createField(grid)
  sampleHead(picture, pose, grid, gains, part, (start, { red, green, blue }) => {
    for (let k = 0; k < red.length; k++) out[start + k] = lightnessOfLinear(red[k]!, green[k]!, blue[k]!)
  })
  return out
}

/** A row of pixels in linear light. */
type Line = { readonly red: Float64Array; readonly green: Float64Array; readonly blue: Float64Array }

/**
 * @param write called once per row with its first pixel; a call per pixel would allocate three heap numbers
 * @returns 1 for each pixel inside the picture
 */
function sampleHead(
  picture: Picture,
  pose: Pose,
  grid: Grid,
  gains: Gains,
  part: Grid | undefined,
  write: (start: number, line: Line) => void,
): Uint8Array {
  const { perUnit } = grid
  const { source, at } = nearSize(picture, pose, perUnit * 1.5)
  const whole = { left: 0, top: 0, right: grid.w, bottom: grid.h }
  const { left, top, right, bottom } = part ? placeIn(grid, part) : whole
  const inside = new Uint8Array(grid.w * grid.h)
  const { data, widthPx: w, heightPx: h } = source
  const cos = (Math.cos(at.roll) * at.unitPx) / perUnit
  const sin = (Math.sin(at.roll) * at.unitPx) / perUnit
  const length = Math.max(0, right - left)
  const red = new Float64Array(length)
  const green = new Float64Array(length)
  const blue = new Float64Array(length)
  const line: Line = { red, green, blue }
  const first = EDGE_PX - 0.5
  for (let row = top; row < bottom; row++) {
    const dy = row + 0.5 + WINDOW.y0 * perUnit
    const start = row * grid.w + left
    for (let k = 0; k < length; k++) {
      const dx = left + k + 0.5 + WINDOW.x0 * perUnit
      const px = at.x + dx * cos - dy * sin - 0.5
      const py = at.y + dx * sin + dy * cos - 0.5
      inside[start + k] = px > first && py > first && px < w - 1 - first && py < h - 1 - first ? 1 : 0
      const x = clamp(mirrorCoordinate(px, w), 0, w - 1.001)
      const y = clamp(mirrorCoordinate(py, h), 0, h - 1.001)
      const column = Math.floor(x)
      const above = Math.floor(y)
      const u = x - column
      const v = y - above
      const p = (above * w + column) * 4
      const q = p + w * 4
      // Unrolled, because a closure for the three channels would be allocated once per pixel.
      const topLeft = (1 - u) * (1 - v)
      const topRight = u * (1 - v)
      const bottomLeft = (1 - u) * v
      const bottomRight = u * v
      red[k] =
        gains.red *
        (LINEAR[data[p]!]! * topLeft +
          LINEAR[data[p + 4]!]! * topRight +
          LINEAR[data[q]!]! * bottomLeft +
          LINEAR[data[q + 4]!]! * bottomRight)
      green[k] =
        gains.green *
        (LINEAR[data[p + 1]!]! * topLeft +
          LINEAR[data[p + 5]!]! * topRight +
          LINEAR[data[q + 1]!]! * bottomLeft +
          LINEAR[data[q + 5]!]! * bottomRight)
      blue[k] =
        gains.blue *
        (LINEAR[data[p + 2]!]! * topLeft +
          LINEAR[data[p + 6]!]! * topRight +
          LINEAR[data[q + 2]!]! * bottomLeft +
          LINEAR[data[q + 6]!]! * bottomRight)
    }
    write(start, line)
  }
  return inside
}

/** Width of a photo's border that frames and resampling corrupt, in pixels. It would show as a line across a crown. */
const EDGE_PX = 1

/**
 * Mirrors a coordinate beyond the picture's edge back into the picture, in pixels from the center of the first pixel.
 */
const mirrorCoordinate = (at: number, size: number): number =>
  at < EDGE_PX - 0.5 ? 2 * EDGE_PX - 1 - at : at > size - EDGE_PX - 0.5 ? 2 * (size - EDGE_PX) - 1 - at : at

/** Halves a picture until it is near the required size. Sampling a much larger one would skip pixels. */
function nearSize(picture: Picture, pose: Pose, unitPxMax: number): { source: Picture; at: Pose } {
  let source = picture
  let at = pose
  while (at.unitPx > unitPxMax && Math.min(source.widthPx, source.heightPx) > 3) {
    source = halvePicture(source)
    at = { x: at.x / 2, y: at.y / 2, unitPx: at.unitPx / 2, roll: at.roll }
  }
  return { source, at }
}
