import { eachPixel, type Field, type Grid, indexAt } from '../field/grid.ts'
import type { Crop } from './crop.ts'
import type { Crown } from './crown.ts'
import { KIND } from './segment-fields.ts'

/** Reconstructed parts of a head beyond the photo's edge: crowns, hats and long hair. */

/** Returns the photo's mask extended by the reconstructed parts. The edge between the two is not rounded. */
export function withBeyond({ grid, inside }: Crop, isBeyond: (x: number, y: number) => boolean): Uint8Array {
  const out = inside.slice()
  eachPixel(grid, (i, x, y) => {
    if (out[i] === 0 && isBeyond(x, y)) out[i] = 1
  })
  return out
}

/** Adds the reconstructed parts beyond the photo's edge to the head, in place. */
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

/** Labels the reconstructed part of a hat as a hat so that it is drawn like one, in place. */
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

/**
 * Labels a crown beyond the photo's edge as hair or skin, in place: all of it above hair, a bald one only where it
 * mirrors hair. A thin strip of hair would mirror the forehead. The forehead below the hairline is skin.
 */
export function markCrown(
  kind: Uint8Array,
  { holds, isHair, lineAt, foreheadAt }: Pick<Crown, 'holds' | 'isHair' | 'lineAt' | 'foreheadAt'>,
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  eachPixel(grid, (i, x, y) => {
    if (isInside(i) || !holds(x, y)) return
    const isUnderHair = isHair || kind[indexAt(grid, x, 2 * lineAt(x) - y)] === KIND.hair
    kind[i] = isUnderHair && foreheadAt(x, y) <= 0 ? KIND.hair : KIND.faceSkin
  })
}
