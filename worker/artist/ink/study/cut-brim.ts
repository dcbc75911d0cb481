import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import type { CutHair } from './cut-hair.ts'
import { WORN } from './worn-items.ts'

/** A side of the photo cuts a brim over this length. A longer cut goes through a crown. In units. */
const CUT = { least: 8, most: 46, lowest: 0 } as const
/** Length of the tip of a brim beyond the photo, as a share of the cut, and its maximum in units. */
const TIP = { share: 0.5, most: 15 } as const
/** The net's classes end up to this many pixels before the photo does. */
const NET_EDGE = 2
/** Minimum mask value of the head at the photo's edge, where the mask is soft. */
const NEAR_MIN = 0.25
/** The photo counts as complete up to this far around a tip, so its edge is not rounded again. In units. */
const AROUND = 4

/** The tips of brims beyond the photo, and their surroundings. */
export type CutBrim = { readonly holds: CutHair; readonly isNear: CutHair }

/**
 * Reconstructs the tip of a brim that a side of the photo cuts. It is half an ellipse.
 *
 * @param piece the soft mask of the head
 * @param worn see `wornPieces`
 * @returns null when the photo cuts no brim
 */
export function continueBrim(
  piece: Field,
  worn: Uint8Array,
  isInside: (i: number) => boolean,
  grid: Grid,
): CutBrim | null {
  if (!worn.includes(WORN.hat)) return null
  const tips = ([-1, 1] as const).flatMap((side) => findTip(side, piece, worn, isInside, grid) ?? [])
  if (tips.length === 0) return null
  const within = (room: number) => (x: number, y: number) => tips.some((tip) => tip(x, y, room))
  return { holds: within(0), isNear: within(AROUND) }
}

/** Returns a function for the points of a brim's tip, which is larger by some room; null where no brim is cut. */
function findTip(
  side: -1 | 1,
  piece: Field,
  worn: Uint8Array,
  isInside: (i: number) => boolean,
  grid: Grid,
): ((x: number, y: number, room: number) => boolean) | null {
  const cut: { x: number; y: number }[] = []
  const outermost = side < 0 ? 0 : grid.w - 1
  for (let row = NET_EDGE; row < grid.h && unitY(grid, row) < CUT.lowest; row++) {
    let column = outermost
    while (column >= 0 && column < grid.w && !isInside(row * grid.w + column)) column -= side
    if (column === outermost || column < 0 || column >= grid.w) continue
    const at = row * grid.w + column - side * NET_EDGE
    // The upper edge of a tilted photo is no side.
    if (!isInside(at - NET_EDGE * grid.w)) continue
    if (worn[at] === WORN.hat && piece[at]! >= NEAR_MIN) cut.push({ x: unitX(grid, column), y: unitY(grid, row) })
  }
  const [first, last] = [cut[0], cut.at(-1)]
  if (!first || !last) return null
  const length = last.y - first.y
  if (length < CUT.least || length > CUT.most) return null
  const slope = (last.x - first.x) / length
  const middle = (first.y + last.y) / 2
  const tip = Math.min(TIP.most, TIP.share * length)
  return (x, y, room) => {
    const beyond = side * (x - first.x - slope * (y - first.y))
    return (
      beyond > -1 - room && (Math.max(0, beyond) / (tip + room)) ** 2 + ((y - middle) / (length / 2 + room)) ** 2 < 1
    )
  }
}
