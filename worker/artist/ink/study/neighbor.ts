/** Another face in the photo: its center in head space, in units, and its size relative to ours. */
export type Neighbor = { readonly x: number; readonly y: number; readonly size: number }

/** A point belongs to another face below this share of our distance. Each distance is in units of its own face. */
const NEARER = 0.92

/** Returns true if a point is nearer to another face than to ours, in units of each face. */
export function belongsToNeighbor(x: number, y: number, neighbors: readonly Neighbor[]): boolean {
  if (neighbors.length === 0) return false
  const own = NEARER * Math.hypot(x, y)
  return neighbors.some((one) => Math.hypot(x - one.x, y - one.y) / one.size < own)
}
