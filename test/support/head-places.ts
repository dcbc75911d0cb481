import type { ArmorId } from '#shared/domain/armor.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import type { Pose } from '#worker/graphics/picture.ts'
import { ART, type Place, placeInside } from '#worker/artist/place.ts'

export type Spot = { readonly x: number; readonly y: number }

/** Returns the position of a head on the art, which depends on the gear. */
export function placeInArt(study: HeadStudy, gear: ArmorId = 'none'): Place {
  const { place, inside } = fitGear(gear, study.shape, study.map)
  return placeInside(place, inside)
}

/** Converts a position in the photo to head space. */
export function onHead({ x, y, unitPx, roll }: Pose, spot: Spot): Spot {
  const [dx, dy] = [(spot.x - x) / unitPx, (spot.y - y) / unitPx]
  return { x: dx * Math.cos(roll) + dy * Math.sin(roll), y: dy * Math.cos(roll) - dx * Math.sin(roll) }
}

/** Converts a position in head space to the photo. */
export function offHead({ x, y, unitPx, roll }: Pose, spot: Spot): Spot {
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  return { x: x + unitPx * (spot.x * cos - spot.y * sin), y: y + unitPx * (spot.x * sin + spot.y * cos) }
}

/** Converts a position in head space to art pixels. */
export const onArt = ({ unitPx, centerYPx }: Place, { x, y }: Spot): Spot => ({
  x: ART.headXPx + x * unitPx,
  y: centerYPx + y * unitPx,
})

/** Converts a position on the art to head space. */
export const offArt = ({ unitPx, centerYPx }: Place, { x, y }: Spot): Spot => ({
  x: (x - ART.headXPx) / unitPx,
  y: (y - centerYPx) / unitPx,
})

/** Corners and lids of the eyes. In an unmirrored image, the left eye comes first. */
const EYES = [
  [33, 133, 159, 145],
  [362, 263, 386, 374],
] as const

/** Returns the centers of both eyes. @param points the 468 landmarks of a face */
export function getEyes(points: readonly Spot[]): readonly [Spot, Spot] {
  const [one, other] = EYES.map((corners) => getMean(corners.map((i) => points[i]!)))
  return [one!, other!]
}

export const getMean = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})

export const distance = (one: Spot, other: Spot) => Math.hypot(one.x - other.x, one.y - other.y)
