import type { Picture } from '#worker/graphics/picture.ts'
import { type CieLab, toCieLab } from './lab.ts'

type Spot = { readonly x: number; readonly y: number }

/** Landmarks around the flat part of each cheek: below the eye, beside the nostril, above the corner of the mouth. */
const CHEEKS = [
  [50, 205, 101],
  [280, 425, 330],
] as const
const OPAQUE = 200
/** Too few pixels to be meaningful. */
const PIXELS_MIN = 12

/**
 * Returns the mean color of both cheeks. Counts each pixel once and ignores transparent ones.
 *
 * @param points the 468 landmarks of a face, in the image's pixels
 * @returns null if too little of the cheeks is in the image
 */
export function cheekTone(picture: Picture, points: readonly Spot[]): CieLab | null {
  const pixels = CHEEKS.flatMap((corners) => colorsIn(corners, picture, points))
  return pixels.length < PIXELS_MIN ? null : getMean(pixels)
}

/** Returns the mean color of each cheek that is sufficiently visible. */
export const cheekTones = (picture: Picture, points: readonly Spot[]): CieLab[] =>
  CHEEKS.map((corners) => colorsIn(corners, picture, points))
    .filter((pixels) => pixels.length >= PIXELS_MIN)
    .map(getMean)

function colorsIn(corners: readonly number[], picture: Picture, points: readonly Spot[]): CieLab[] {
  const colors: CieLab[] = []
  eachPixelIn(corners.map((i) => points[i]!) as [Spot, Spot, Spot], picture, (at) => {
    if (picture.data[at + 3]! >= OPAQUE)
      colors.push(toCieLab(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!))
  })
  return colors
}

function getMean(colors: readonly CieLab[]): CieLab {
  const of = (c: 0 | 1 | 2) => colors.reduce((sum, color) => sum + color[c], 0) / colors.length
  return [of(0), of(1), of(2)]
}

function eachPixelIn(corners: readonly [Spot, Spot, Spot], picture: Picture, see: (at: number) => void): void {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const { widthPx, heightPx } = picture
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(heightPx - 1, Math.max(...ys)); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= Math.min(widthPx - 1, Math.max(...xs)); x++) {
      if (isInside(corners, x + 0.5, y + 0.5)) see((y * widthPx + x) * 4)
    }
  }
}

/** True if a point is on the same side of all three edges of a triangle. */
function isInside(corners: readonly [Spot, Spot, Spot], x: number, y: number): boolean {
  const sides = corners.map((from, i) => {
    const to = corners[(i + 1) % 3]!
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
