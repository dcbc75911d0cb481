import { clamp } from '#worker/graphics/numbers.ts'
import type { HalfMustache } from '../gear/gear.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { FaceMap } from '../ink/study/face-map.ts'
import { getFaceSides } from './sides.ts'

/** Distance from the upper lip, and from the nose, in units. */
const GAP = { lip: 1.4, nose: -2 } as const
/**
 * Curled end: its reach beyond the corner of the mouth, its height above it, its distance from the edge of the face,
 * and the minimum width of a half, in units.
 */
const END = { beyond: 5, above: 3.8, inside: 3, least: 9 } as const
/** Thickness in the middle in units, and its gain halfway to the end. */
const THICK = { least: 7.5, most: 11, gain: 0.4 } as const
const STATIONS = 9

/** Returns both halves of a mustache between nose and upper lip. Its lower edge follows the lip, which stays visible. */
export function shapeMustache(map: FaceMap): readonly [left: HalfMustache, right: HalfMustache] {
  const { lipsOut } = map
  return [shapeHalf(map, -1, lipsOut.slice(0, 6).toReversed()), shapeHalf(map, 1, lipsOut.slice(5, 11))]
}

/** @param whole the upper lip from its middle to a corner, which a turned head hides */
function shapeHalf(map: FaceMap, side: -1 | 1, whole: readonly Place2[]): HalfMustache {
  const reach = whole.map(({ x }) => side * x)
  const lip = whole.slice(0, Math.max(1, reach.indexOf(Math.max(...reach))) + 1)
  const nose = map.noseBase[3]!
  const [middle, corner] = [lip[0]!, lip.at(-1)!]
  const x0 = middle.x
  const face = getFaceSides(map, corner.y)
  const room = side === -1 ? x0 - face.left : face.right - x0
  const width = Math.max(END.least, Math.min(side * (corner.x - x0) + END.beyond, room - END.inside))
  const end = { x: x0 + side * width, y: corner.y - GAP.lip - END.above }
  const thick = clamp(middle.y - GAP.lip - nose.y - GAP.nose, THICK.least, THICK.most)
  const stations = Array.from({ length: STATIONS }, (_, i) => i / (STATIONS - 1))
  const lower = stations.map((t) => {
    const x = x0 + (end.x - x0) * t
    return { x, y: lowerAt(x, side, lip, end) }
  })
  const upper = lower.map(({ x, y }, i) => {
    const t = stations[i]!
    return { x, y: y - thick * (1 + THICK.gain * Math.sin(Math.PI * t)) * (1 - t ** 2.6) }
  })
  return { upper, lower }
}

/** Returns the height of the lower edge: above the lip, and beyond its corner in a curl up to the end. */
function lowerAt(x: number, side: -1 | 1, lip: readonly Place2[], end: Place2): number {
  const corner = lip.at(-1)!
  const beyond = side * (x - corner.x)
  if (beyond >= 0) {
    const share = beyond / Math.max(0.1, side * (end.x - corner.x))
    return corner.y - GAP.lip + (end.y - corner.y + GAP.lip) * Math.min(1, share) ** 1.6
  }
  const next = lip.findIndex((place) => side * (place.x - x) > 0)
  if (next <= 0) return lip[0]!.y - GAP.lip
  const [from, to] = [lip[next - 1]!, lip[next]!]
  const share = (x - from.x) / (to.x - from.x || 1)
  return from.y + share * (to.y - from.y) - GAP.lip
}
