import type { Place2 } from '../ink/field/polygon.ts'
import type { FaceMap } from '../ink/study/face-map.ts'
import {
  BAND_TOP_Y,
  BELOW_TOP,
  BROW_Y,
  type HeadShape,
  type Row,
  type Sides,
  STRAP_Y,
} from '../ink/study/head-shape.ts'

/** Landmarks from brow to jaw. One of them is the edge of a face that turns away. */
const FLANKS = [
  70, 46, 156, 139, 130, 226, 35, 143, 34, 227, 116, 111, 117, 123, 50, 187, 147, 177, 215, 213, 192, 138, 300, 276,
  383, 368, 359, 446, 265, 372, 264, 447, 345, 340, 346, 352, 280, 411, 376, 401, 435, 433, 416, 367,
] as const
/** Maximum vertical distance between neighboring landmarks, in units. */
const APART = 5

/** Returns the left and right edge of a face at a height, in units, excluding its nose. */
export function getFaceSides({ oval, points }: Pick<FaceMap, 'oval' | 'points'>, y: number): Sides {
  const xs = FLANKS.flatMap((n) => (Math.abs(points[n]!.y - y) < APART ? [points[n]!.x] : []))
  for (let i = 0, j = oval.length - 1; i < oval.length; j = i++) {
    const [one, other] = [oval[i]!, oval[j]!]
    if (one.y > y === other.y > y) continue
    xs.push(one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y))
  }
  return { left: Math.min(...xs), right: Math.max(...xs) }
}

/** Returns the visible outline of a face, excluding its nose. */
export const getFaceOutline = ({ oval, points }: Pick<FaceMap, 'oval' | 'points'>): Place2[] =>
  convexHull([...oval, ...FLANKS.map((n) => points[n]!)])

/**
 * Returns the convex hull of points (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979).
 */
function convexHull(places: readonly Place2[]): Place2[] {
  const sorted = places.toSorted((one, other) => one.x - other.x || one.y - other.y)
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function halfHull(sorted: readonly Place2[]): Place2[] {
  const chain: Place2[] = []
  for (const place of sorted) {
    while (chain.length > 1 && !turnsLeft(chain.at(-2)!, chain.at(-1)!, place)) chain.pop()
    chain.push(place)
  }
  return chain.slice(0, -1)
}

const turnsLeft = (a: Place2, b: Place2, c: Place2) => (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)

/** Returns the extent of head and hair at a height, between the heights that were measured. */
export function getHairSides(shape: HeadShape, y: number): Sides {
  const rows = shape.rows?.length ? shape.rows : toRows(shape)
  const above = rows.findIndex((row) => row.y <= y)
  if (above <= 0) return above === 0 ? rows[0]! : rows.at(-1)!
  const [lower, upper] = [rows[above - 1]!, rows[above]!]
  const share = (lower.y - y) / (lower.y - upper.y)
  const between = (one: number, other: number) => one + share * (other - one)
  return { left: between(lower.left, upper.left), right: between(lower.right, upper.right) }
}

const toRows = ({ hairTop, strap, brow, bandTop, crown }: HeadShape): readonly Row[] => [
  { y: STRAP_Y, ...strap },
  { y: BROW_Y, ...brow },
  { y: BAND_TOP_Y, ...bandTop },
  ...(BELOW_TOP - hairTop < BAND_TOP_Y ? [{ y: BELOW_TOP - hairTop, ...crown }] : []),
]
