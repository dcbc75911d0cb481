import type { Matrix } from 'jsfeat'
import { clamp } from '#worker/artist/ink/numbers.ts'
import { halvedPicture, type Picture, type Pose, shrunk } from '#worker/artist/ink/picture.ts'
import type { Jsfeat } from './load-jsfeat.ts'

/** A gray copy of a picture with its contrast evened out, and the way from its pixels back to those of the picture. */
export type GrayCopy = {
  readonly matrix: Matrix
  toPicture(x: number, y: number): { x: number; y: number; scale: number }
}

/** @param longSidePx of the copy. @param roll radians: a head tilted this far to the right stands upright in the copy. */
export function grayCopy(jsfeat: Jsfeat, picture: Picture, longSidePx: number, roll: number): GrayCopy {
  const small = shrunk(picture, longSidePx)
  const scale = Math.max(small.widthPx, small.heightPx) / longSidePx
  const size = {
    w: Math.max(24, Math.round(small.widthPx / scale)),
    h: Math.max(24, Math.round(small.heightPx / scale)),
  }
  const centre: Pose = { x: small.widthPx / 2, y: small.heightPx / 2, unitPx: scale, roll }
  const back = picture.widthPx / small.widthPx
  const matrix = sample(jsfeat, small, centre, size)
  jsfeat.imgproc.equalize_histogram(matrix, matrix)
  return {
    matrix,
    toPicture(x, y) {
      const at = placeIn(centre, x - size.w / 2, y - size.h / 2)
      return { x: at.x * back, y: at.y * back, scale: scale * back }
    },
  }
}

/** The middle of the window whose contrast is evened out, as a share of its width: just the face. */
const FACE_SHARE = 0.23

/**
 * A square of `units` around a pose, upright, `sidePx` pixels wide. Its contrast is that of the face alone, so that a
 * dark face before a bright wall is seen as well as any other.
 */
export function grayWindow(jsfeat: Jsfeat, picture: Picture, pose: Pose, units: number, sidePx: number): Matrix {
  let small = picture
  let at = { ...pose, unitPx: (pose.unitPx * units) / sidePx }
  while (at.unitPx >= 2) {
    small = halvedPicture(small)
    at = { x: at.x / 2, y: at.y / 2, unitPx: at.unitPx / 2, roll: at.roll }
  }
  const matrix = sample(jsfeat, small, at, { w: sidePx, h: sidePx })
  evenOut(matrix, FACE_SHARE * sidePx)
  return matrix
}

/** Histogram equalization by the pixels within `radiusPx` of the middle. */
function evenOut({ data, cols, rows }: Matrix, radiusPx: number): void {
  const below = new Float32Array(256)
  let count = 0
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      if (Math.hypot(x - cols / 2, y - rows / 2) >= radiusPx) continue
      below[data[y * cols + x]!]!++
      count++
    }
  }
  for (let value = 1; value < 256; value++) below[value]! += below[value - 1]!
  for (let i = 0; i < cols * rows; i++) data[i] = (255 * below[data[i]!]!) / count
}

/** @param centre what stands in the middle of the copy; `unitPx` is how many pixels make one of the copy. */
function sample(jsfeat: Jsfeat, picture: Picture, centre: Pose, { w, h }: { w: number; h: number }): Matrix {
  const matrix = new jsfeat.matrix_t(w, h, jsfeat.U8_t | jsfeat.C1_t)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const from = placeIn(centre, x + 0.5 - w / 2, y + 0.5 - h / 2)
      matrix.data[i] = lightnessAt(picture, from.x - 0.5, from.y - 0.5)
    }
  }
  return matrix
}

function placeIn({ x, y, unitPx, roll }: Pose, dx: number, dy: number): { x: number; y: number } {
  const cos = Math.cos(roll) * unitPx
  const sin = Math.sin(roll) * unitPx
  return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos }
}

/** Luma of BT.601, between pixels. */
function lightnessAt({ data, widthPx, heightPx }: Picture, px: number, py: number): number {
  const x = clamp(px, 0, widthPx - 1.001)
  const y = clamp(py, 0, heightPx - 1.001)
  const u = x - Math.floor(x)
  const v = y - Math.floor(y)
  const p = (Math.floor(y) * widthPx + Math.floor(x)) * 4
  const luma = (i: number) => data[i]! * 0.299 + data[i + 1]! * 0.587 + data[i + 2]! * 0.114
  const line = widthPx * 4
  return (luma(p) * (1 - u) + luma(p + 4) * u) * (1 - v) + (luma(p + line) * (1 - u) + luma(p + line + 4) * u) * v
}
