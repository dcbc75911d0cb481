import type { Picture } from '#worker/graphics/picture.ts'
import { type CieLab, cieLabOf } from './lab.ts'

type Spot = { readonly x: number; readonly y: number }

/** Landmarks around the flat of each cheek: below the eye, beside the nose's wing, above the corner of the mouth. */
const CHEEKS = [
  [50, 205, 101],
  [280, 425, 330],
] as const
const OPAQUE = 200
/** Fewer pixels say nothing. */
const PIXELS_MIN = 12

/**
 * The mean color of both cheeks, each pixel of them counted once. Transparent pixels are left out.
 *
 * @param points the 468 landmarks of a face, in the picture's pixels
 * @returns null when too little of the cheeks is in the picture
 */
export function cheekTone(picture: Picture, points: readonly Spot[]): CieLab | null {
  const sum = [0, 0, 0]
  let count = 0
  for (const corners of CHEEKS) {
    const triangle = corners.map((i) => points[i]!) as [Spot, Spot, Spot]
    eachPixelIn(triangle, picture, (at) => {
      if (picture.data[at + 3]! < OPAQUE) return
      const lab = cieLabOf(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!)
      for (const c of [0, 1, 2]) sum[c]! += lab[c]!
      count++
    })
  }
  return count < PIXELS_MIN ? null : [sum[0]! / count, sum[1]! / count, sum[2]! / count]
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

/** On the same side of all three edges. */
function isInside(corners: readonly [Spot, Spot, Spot], x: number, y: number): boolean {
  const sides = corners.map((from, i) => {
    const to = corners[(i + 1) % 3]!
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
