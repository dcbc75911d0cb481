import type { FaceOval } from '#shared/domain/face-oval.ts'
import { type Detector, ovalOf } from '#shared/vision/detector.ts'
import type { Pixels, Sight } from './face-finder.ts'

/** How many places along each side are looked at. */
const PLACES = 24
/** From cheek to cheek and brow to mouth, of a face that is 1 wide from ear to ear. */
const CHEEKS = 0.7

/** @param isFilm looks once, because the next picture comes soon */
export function sightOf(detector: Detector, pixels: Pixels, isFilm: boolean): Sight {
  const faces = detector.detect(pixels, { wholeOnly: isFilm }).map((found) => ovalOf(found, pixels))
  const largest = faces.reduce<FaceOval | null>((best, face) => (best && best.s >= face.s ? best : face), null)
  return { faces, light: lightOf(pixels, largest) }
}

/** Mean luma (0 to 255, Rec. 601) of a face, of the whole picture without one. */
export function lightOf({ data, width, height }: Pixels, face: FaceOval | null): number {
  const side = (face ? face.s * CHEEKS : 1) * Math.max(width, height)
  const [centreX, centreY] = face ? [face.cx * width, face.cy * height] : [width / 2, height / 2]
  let [sum, count] = [0, 0]
  for (let row = 0; row < PLACES; row++)
    for (let column = 0; column < PLACES; column++) {
      const x = Math.floor(centreX + ((column + 0.5) / PLACES - 0.5) * side)
      const y = Math.floor(centreY + ((row + 0.5) / PLACES - 0.5) * side)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const at = (y * width + x) * 4
      sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
      count++
    }
  return count === 0 ? 255 : sum / count
}
