import type { Grid } from './grid.ts'

/** Flood fill with 4-connectivity. @returns 1 for every allowed pixel reachable from a seed through allowed pixels. */
export function floodFrom(seeds: readonly number[], grid: Grid, isAllowed: (i: number) => boolean): Uint8Array {
  const { w, h } = grid
  const reached = new Uint8Array(w * h)
  // Each pixel enters the stack at most once.
  const open = new Int32Array(w * h)
  let count = 0
  const reach = (i: number) => {
    if (i < 0 || i >= reached.length || reached[i] || !isAllowed(i)) return
    reached[i] = 1
    open[count++] = i
  }
  for (const seed of seeds) reach(seed)
  while (count > 0) {
    const i = open[--count]!
    const x = i % w
    if (x > 0) reach(i - 1)
    if (x < w - 1) reach(i + 1)
    reach(i - w)
    reach(i + w)
  }
  return reached
}

/** Offsets of the eight neighbors of a pixel, horizontal and vertical ones first. */
const AROUND_X = [-1, 1, 0, 0, -1, 1, -1, 1] as const
const AROUND_Y = [0, 0, -1, 1, -1, -1, 1, 1] as const

/**
 * Calls `visit` for each connected component of allowed pixels. The array is reused, so `visit` must not retain it.
 *
 * @param corners true for 8-connectivity, false for 4-connectivity.
 */
export function eachPiece(
  grid: Grid,
  isAllowed: (i: number) => boolean,
  corners: boolean,
  visit: (pixels: Int32Array) => void,
): void {
  const { w, h } = grid
  const seen = new Uint8Array(w * h)
  const neighbors = corners ? 8 : 4
  // All components share one buffer, because each is visited before the next search starts.
  const found = new Int32Array(w * h)
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isAllowed(start)) continue
    seen[start] = 1
    found[0] = start
    let count = 1
    for (let next = 0; next < count; next++) {
      const at = found[next]!
      const x = at % w
      for (let n = 0; n < neighbors; n++) {
        const toX = x + AROUND_X[n]!
        const i = at + AROUND_Y[n]! * w + AROUND_X[n]!
        if (toX < 0 || toX >= w || i < 0 || i >= seen.length || seen[i] || !isAllowed(i)) continue
        seen[i] = 1
        found[count++] = i
      }
    }
    visit(found.subarray(0, count))
  }
}
