import type { FaceOval } from '#shared/domain/face-oval.ts'
import { type Detector, toFaceOval } from '#shared/vision/detector.ts'
import type { FaceScan, Pixels } from './face-finder.ts'

/** Number of samples along each side. */
const SAMPLES = 24
/** Side of the sampled square (cheek to cheek, brow to mouth), relative to the face's width. */
const CHEEKS = 0.7

/** @param isFilm true for video frames, which get only one look */
export function scanFaces(detector: Detector, pixels: Pixels, isFilm: boolean): FaceScan {
  const faces = detector.detect(pixels, { wholeOnly: isFilm }).map((found) => toFaceOval(found, pixels))
  const largest = faces.reduce<FaceOval | null>((best, face) => (best && best.s >= face.s ? best : face), null)
  return { faces, light: measureLight(pixels, largest) }
}

/** Returns the mean luma (0 to 255, Rec. 601) of a face, or of the whole picture without one. */
export function measureLight({ data, width, height }: Pixels, face: FaceOval | null): number {
  const side = (face ? face.s * CHEEKS : 1) * Math.max(width, height)
  const [centerX, centerY] = face ? [face.cx * width, face.cy * height] : [width / 2, height / 2]
  let [sum, count] = [0, 0]
  for (let row = 0; row < SAMPLES; row++)
    for (let column = 0; column < SAMPLES; column++) {
      const x = Math.floor(centerX + ((column + 0.5) / SAMPLES - 0.5) * side)
      const y = Math.floor(centerY + ((row + 0.5) / SAMPLES - 0.5) * side)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const at = (y * width + x) * 4
      sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
      count++
    }
  return count === 0 ? 255 : sum / count
}
