import type { FaceBox, FaceWindow, Matrix } from 'jsfeat'
import { type FlatCascade, flatten, windowsOf } from './cascade.ts'
import type { Jsfeat } from './load-jsfeat.ts'

/** Sizes of the window that is searched for, as multiples of the detector's own 20 pixels, each `factor` times the last. */
export type Scales = { readonly factor: number; readonly min: number; readonly max: number }

const EVERY_SIZE: Scales = { factor: 1.2, min: 1, max: Number.POSITIVE_INFINITY }

let upright: FlatCascade | null = null

/** Viola and Jones, "Rapid object detection using a boosted cascade of simple features", 2001. Copes with tilt. */
export function findByHaar({ haar, imgproc }: Jsfeat, gray: Matrix, scales = EVERY_SIZE): FaceBox[] {
  const { cols, rows } = gray
  const size = (cols + 1) * (rows + 1)
  const sums = new Int32Array(size)
  // Squares of more than 181 x 181 white pixels do not fit into 32 bits.
  const squares = new Float64Array(size)
  imgproc.compute_integral_image(gray, sums, squares)
  upright ??= flatten(haar.frontalface)
  const largest = Math.min(scales.max, Math.min(cols, rows) / upright.sidePx)
  const windows: FaceWindow[] = []
  for (let scale = scales.min; scale < largest; scale *= scales.factor) {
    windows.push(...windowsOf(upright, { sums, squares, cols, rows }, scale))
  }
  return haar.group_rectangles(windows, 1)
}

/** Abramson, Steux and Ghorayeb, "YEF real-time object detection", 2005. Finds smaller faces. */
export function findByBrightness({ bbf }: Jsfeat, gray: Matrix): FaceBox[] {
  // A pyramid of the same size is used again with the picture it was first built from, unless that is replaced.
  const pyramid = bbf.build_pyramid(gray, 24, 24, 4)
  if (pyramid.data[0] !== gray) {
    pyramid.data[0] = gray
    bbf.build_pyramid(gray, 24, 24, 4)
  }
  const windows = bbf.detect(pyramid, bbf.face_cascade)
  return bbf.group_rectangles(windows, 1)
}
