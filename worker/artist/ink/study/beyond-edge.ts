import { eachPixel, type Field, type Grid, indexAt } from '../field/grid.ts'
import type { Crop } from './crop.ts'
import { KIND } from './segment-fields.ts'

/** Completed parts of a head beyond the photo's edge: crowns, hats and long hair. */

/** The photo together with the completed parts of the head: no cut is left there to be rounded. */
export function withBeyond({ grid, inside }: Crop, isBeyond: (x: number, y: number) => boolean): Uint8Array {
  const out = inside.slice()
  eachPixel(grid, (i, x, y) => {
    if (out[i] === 0 && isBeyond(x, y)) out[i] = 1
  })
  return out
}

/** Adds the completed parts of a head beyond the photo's edge, in place. */
export function addBeyond(
  piece: Field,
  isBeyond: (x: number, y: number) => boolean,
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  eachPixel(grid, (i, x, y) => {
    if (!isInside(i) && isBeyond(x, y)) piece[i] = 1
  })
}

/** Marks the completed part of a hat as a hat, in place: it is drawn like one. */
export function markHat(
  kind: Uint8Array,
  holds: (x: number, y: number) => boolean,
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  eachPixel(grid, (i, x, y) => {
    if (!isInside(i) && holds(x, y)) kind[i] = KIND.others
  })
}

/** Marks hair beyond the photo's edge as hair where it mirrors hair, in place: its strands are those of the photo. */
export function markHair(
  kind: Uint8Array,
  { holds, lineAt }: { holds: (x: number, y: number) => boolean; lineAt: (x: number) => number },
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  eachPixel(grid, (i, x, y) => {
    if (isInside(i) || !holds(x, y)) return
    const mirrored = indexAt(grid, x, 2 * lineAt(x) - y)
    if (kind[mirrored] === KIND.hair) kind[i] = KIND.hair
  })
}
