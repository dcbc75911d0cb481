import { clamp } from '#worker/graphics/numbers.ts'
import { type Grid, indexAt } from '../field/grid.ts'
import { drawArch, getRoundHeight } from './arch.ts'
import { KIND } from './segment-fields.ts'

/** Height of a hairline above the center of a face, in units. A forehead that the photo cuts lower continues up to it. */
const HAIRLINE_Y = -58
/** Depths below the photo's edge at which the sides of a forehead are found: their place and their lean. In units. */
const DEPTH = { place: 2, lean: 8 } as const
/**
 * Narrower gaps between locks stay covered, those above the usual hairline up to `high`. Shorter locks do not divide a
 * forehead. In units.
 */
const WIDTH = { least: 7, high: 18, lock: 4 } as const
/** Limits of the lean of a side, in units across per unit up. */
const LEAN = { least: 0.6, most: 1.6 } as const
/** Minimum height of the arc as a share of its width, and the hair that stays above it, in units. */
const ARC = { least: 0.12, hair: 10 } as const
/**
 * Continues a forehead that the photo's upper edge cuts off, up to a hairline: an arc that continues both temples.
 *
 * @param lineAt returns the height of the photo's edge
 * @param topAt returns the height of the reconstructed crown
 * @returns a function that maps a point above the cut to its depth below the hairline in units, negative above it
 */
export function findForehead(
  kind: Uint8Array,
  grid: Grid,
  lineAt: (x: number) => number,
  topAt: (x: number) => number,
): (x: number, y: number) => number {
  const isSkin = (x: number, depth: number) => kind[indexAt(grid, x, lineAt(x) + depth)] === KIND.faceSkin
  const step = 1 / grid.perUnit
  const isForehead = ({ from, to }: Run) =>
    to - from >= (lineAt((from + to) / 2) < HAIRLINE_Y ? WIDTH.high : WIDTH.least)
  const runs = findRuns((x) => isSkin(x, DEPTH.place), grid).filter(isForehead)
  const arcs = runs.map(({ from, to }) => {
    /** Returns the lean of a side, along which the forehead narrows or widens below the cut. */
    const lean = (x: number, side: 1 | -1) => {
      let edge = x - side * step
      while (Math.abs(edge - x) < LEAN.most * DEPTH.lean && isSkin(edge + side * step, DEPTH.lean)) edge += side * step
      return clamp((side * (edge - x)) / (DEPTH.lean - DEPTH.place), LEAN.least, LEAN.most)
    }
    const [middle, half] = [(from + to) / 2, (to - from) / 2]
    const sides = { left: lean(from, -1), right: lean(to, 1) }
    const missing = Math.max(2 * ARC.least * half, lineAt(middle) - HAIRLINE_Y)
    const height = Math.min(missing, getRoundHeight(half, sides), lineAt(middle) - topAt(middle) - ARC.hair)
    return {
      middle,
      half,
      arch:
        height > 0
          ? drawArch({ half, height, lean: sides, slope: (lineAt(to) - lineAt(from)) / (to - from) })
          : () => 0,
    }
  })
  return (x, y) => {
    const arc = arcs.find(({ middle, half }) => Math.abs(x - middle) < half)
    if (!arc) return Number.NEGATIVE_INFINITY
    return y - lineAt(x) + arc.arch(x - arc.middle)
  }
}

type Run = { readonly from: number; to: number }

/** Returns the runs of skin across the cut, from left to right, in units. */
function findRuns(isSkin: (x: number) => boolean, grid: Grid): Run[] {
  const runs: Run[] = []
  const end = grid.x0 + grid.w / grid.perUnit
  for (let x = grid.x0; x < end; x += 1 / grid.perUnit) {
    if (!isSkin(x)) continue
    const last = runs.at(-1)
    if (last && x - last.to < WIDTH.lock) last.to = x
    else runs.push({ from: x, to: x })
  }
  return runs
}
