import { type Field, getHalfIndex, type Grid, toHalfGrid } from '../field/grid.ts'
import { KIND } from './segment-fields.ts'

/** Heights between which an object in front of hair may leave a dent in its outline, in units. */
const ROWS = { from: -88, to: 24 } as const
/** A dent is at least `depth` deep in units. The object covers at least `least` square units of it. */
const DENT = { depth: 6, least: 150 } as const
/** Hair bulges at most this far beyond a straight line across the dent, in units. */
const BULGE = 13
/** The net takes the edge of an object for hair up to this deep, in units. */
const EDGE_UNITS = 9
/** Share of the other side's width that the bridged side reaches. */
const MIRROR = 0.97
/** Blur of the bridged outline along its height, in units. */
const BLUR_UNITS = 6
/** The two sides of a head that is turned farther are not alike. In radians. */
const YAW_MAX = 0.4

/**
 * Bridges the dent in the outline of hair behind an object that is not worn, such as a leaf or a phone, in place. The
 * bridged outline mirrors the other side, near the straight line across the dent.
 *
 * @param kind at half size. The object becomes hair.
 * @param hidden set to 1 where an object hides hair, at half size
 * @param isObject returns true for a pixel at half size of an object in front of the hair
 */
export function bridgeDents(
  shape: Field,
  grid: Grid,
  yaw: number,
  kind: Uint8Array,
  hidden: Field,
  isObject: (i: number) => boolean,
): void {
  if (Math.abs(yaw) > YAW_MAX) return
  const rowAt = (y: number) => Math.min(grid.h, Math.max(0, Math.round((y - grid.y0) * grid.perUnit)))
  const [first, end] = [rowAt(ROWS.from), rowAt(ROWS.to)]
  const middle = Math.round(-grid.x0 * grid.perUnit)
  const half = toHalfGrid(grid)
  const room = Math.round(EDGE_UNITS * grid.perUnit)
  const readSide = (side: -1 | 1) =>
    Array.from({ length: end - first }, (_, n) => {
      let column = side < 0 ? 0 : grid.w - 1
      while (column !== middle && shape[(first + n) * grid.w + column] === 0) column -= side
      return Math.abs(column - middle)
    })
  const sides = { left: readSide(-1), right: readSide(1) }
  for (const [own, other, side] of [
    [sides.left, sides.right, -1],
    [sides.right, sides.left, 1],
  ] as const) {
    const bridged = bridge(own, other, grid.perUnit)
    if (!bridged) continue
    let covered = 0
    own.forEach((edge, n) => {
      for (let off = edge; off < bridged[n]!; off++)
        if (isObject(getHalfIndex(half, middle + side * off, first + n))) covered++
    })
    if (covered < DENT.least * grid.perUnit ** 2) continue
    own.forEach((edge, n) => {
      if (bridged[n]! < edge + 1) return
      for (let off = Math.max(0, edge - room); off < bridged[n]!; off++) {
        const [column, row] = [middle + side * off, first + n]
        if (column < 0 || column >= grid.w) break
        shape[row * grid.w + column] = 1
        const at = getHalfIndex(half, column, row)
        if (kind[at] === KIND.faceSkin) continue
        kind[at] = KIND.hair
        hidden[at] = 1
      }
    })
  }
}

/** Returns the outline of a side without its dent, null without a dent. Outlines are distances from the middle. */
function bridge(own: readonly number[], other: readonly number[], perUnit: number): number[] | null {
  const hull = upperHull(own)
  const deepest = Math.max(...hull.map((value, n) => value - own[n]!))
  if (deepest < DENT.depth * perUnit) return null
  const goal = own.map((value, n) => {
    const dent = hull[n]! - value
    const bulge = BULGE * perUnit * Math.min(1, (2 * dent) / deepest)
    return Math.max(value, Math.min(MIRROR * other[n]!, hull[n]! + bulge))
  })
  const reach = Math.round(BLUR_UNITS * perUnit)
  return goal.map((_, n) => {
    const near = goal.slice(Math.max(0, n - reach), n + reach + 1)
    return Math.max(own[n]!, near.reduce((sum, value) => sum + value, 0) / near.length)
  })
}

/** Returns the upper convex hull of values at equal distances. */
function upperHull(values: readonly number[]): number[] {
  const corners: number[] = []
  const isBelow = (from: number, at: number, to: number) =>
    (values[at]! - values[from]!) * (to - from) <= (values[to]! - values[from]!) * (at - from)
  values.forEach((_, n) => {
    while (corners.length > 1 && isBelow(corners.at(-2)!, corners.at(-1)!, n)) corners.pop()
    corners.push(n)
  })
  const hull = [...values]
  for (let k = 1; k < corners.length; k++) {
    const [from, to] = [corners[k - 1]!, corners[k]!]
    for (let n = from; n < to; n++) hull[n] = values[from]! + ((values[to]! - values[from]!) * (n - from)) / (to - from)
  }
  return hull
}
