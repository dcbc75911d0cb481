import { createField, type Field, type Grid, unitX, unitY } from './grid.ts'

/** Point of head space, in units. */
export type Place2 = { readonly x: number; readonly y: number }

/**
 * Returns each pixel's signed distance to a closed polygon in units, positive inside. Computed within `reach` units of
 * the polygon; pixels farther out get `-reach`.
 */
export function toDistanceField(ring: readonly Place2[], grid: Grid, reach: number): Field {
  const out = createField(grid).fill(-reach)
  eachNear(ring, grid, reach, (i, x, y) => {
    const distance = distanceTo(ring, x, y, true)
    out[i] = contains(ring, x, y) ? distance : -Math.min(reach, distance)
  })
  return out
}

/** Visits every pixel within `reach` units of the points' bounding box, with its index and head-space coordinates. */
export function eachNear(
  places: readonly Place2[],
  grid: Grid,
  reach: number,
  visit: (i: number, x: number, y: number) => void,
): void {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const column = (x: number) => Math.floor((x - grid.x0) * grid.perUnit)
  const row = (y: number) => Math.floor((y - grid.y0) * grid.perUnit)
  const [left, right] = [Math.max(0, column(Math.min(...xs) - reach)), column(Math.max(...xs) + reach)]
  const [top, bottom] = [Math.max(0, row(Math.min(...ys) - reach)), row(Math.max(...ys) + reach)]
  for (let py = top; py <= bottom && py < grid.h; py++) {
    const y = unitY(grid, py)
    for (let px = left; px <= right && px < grid.w; px++) visit(py * grid.w + px, unitX(grid, px), y)
  }
}

/** Returns the distance of a point to a polyline, or to the polygon if `closed`. */
export function distanceTo(places: readonly Place2[], x: number, y: number, closed = false): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = closed ? 0 : 1; i < places.length; i++) {
    const from = places[i === 0 ? places.length - 1 : i - 1]!
    const to = places[i]!
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)
    const t = along < 0 ? 0 : along > 1 ? 1 : along
    const [ex, ey] = [x - from.x - t * dx, y - from.y - t * dy]
    least = Math.min(least, ex * ex + ey * ey)
  }
  return Math.sqrt(least)
}

/** Tests whether a polygon contains a point (Shimrat, "Algorithm 112: position of point relative to polygon", 1962). */
export function contains(ring: readonly Place2[], x: number, y: number): boolean {
  let isInside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i]!, ring[j]!]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside
  }
  return isInside
}

/** Returns the area of a polygon, in square units. */
export function computeArea(ring: readonly Place2[]): number {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += ring[j]!.x * ring[i]!.y - ring[i]!.x * ring[j]!.y
  return Math.abs(sum) / 2
}
