import { type Field, findOuterColumn, type Grid } from '../field/grid.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'

/** The outline of hair is smoothed below this height, at first partly. Above it the outline is too level. In units. */
const FROM_Y = -48
/**
 * Shorter runs of hair stay as they are. Each run changes gradually over `fade` from its ends, except where hair ends
 * below `hangsY`. In units.
 */
const RUN = { least: 16, fade: 7, hangsY: 40 } as const
/** Bites up to twice the `reach` in height are filled and knobs are cut off, up to these depths. In units. */
const BITE = { reach: 32, depth: 12 } as const
const KNOB = { reach: 9, depth: 9 } as const
/** Bites with more than this share of wall are filled up to this depth, in units. */
const WALL = { share: 0.5, depth: 1 } as const
/** Blur of the outline along its height, in units. */
const BLUR_UNITS = 3
/** Curls between these values keep up to this share of their own outline. */
const CURLY = { from: 0.35, to: 0.75, share: 0.4 } as const
/** Maximum height of an ear, and how deep it lies within the outline of the hair `beside` it to count as a bite. In units. */
const EAR = { most: 24, depth: 6, beside: 32 } as const
/** Depth at which the material of the outline is looked up, in units. */
const INSIDE_UNITS = 2

/**
 * Smooths both sides of hair, in place: fills bites that a background in the colors of hair leaves, and cuts off knobs.
 *
 * @param shape 1 inside the head, 0 outside
 * @param isSide returns true for a pixel of hair or background. Ears and hats keep their outline.
 * @param isFixed returns true for a pixel that has to stay
 * @param isWall returns true for a pixel that is surely no hair
 */
export function smoothSides(
  shape: Field,
  grid: Grid,
  curls: number,
  isSide: (column: number, row: number) => boolean,
  isFixed: (i: number) => boolean,
  isWall: (i: number) => boolean,
): void {
  const strength = 1 - CURLY.share * smoothstep(CURLY.from, CURLY.to, curls)
  const px = (units: number) => Math.round(units * grid.perUnit)
  const first = Math.max(0, px(FROM_Y - grid.y0))
  for (const side of [-1, 1] as const) {
    const edges = findEdges(shape, grid, side)
    const columnAt = (edge: number) => (side < 0 ? grid.w - edge : edge - 1)
    const isSmooth = edges.map(
      (edge, row) => row >= first && edge > 0 && isSide(clamp(columnAt(edge - px(INSIDE_UNITS)), 0, grid.w - 1), row),
    )
    bridgeEars(isSmooth, edges, grid.perUnit)
    for (let from = first; from < grid.h; from++) {
      if (!isSmooth[from]) continue
      let to = from
      while (to < grid.h && isSmooth[to]) to++
      if (to - from >= px(RUN.least)) {
        const own = edges.slice(from, to)
        const hangs = to > px(RUN.hangsY - grid.y0)
        const smooth = smoothEdge(own, grid.perUnit)
        const depths = limitBites(own, smooth, grid.perUnit, (edge, row) =>
          isWall((from + row) * grid.w + columnAt(edge)),
        )
        for (let row = from; row < to; row++) {
          const edge = own[row - from]!
          const toEnd = Math.min(row - from, hangs ? Infinity : to - row) / grid.perUnit
          const share = strength * smoothstep(0, RUN.fade, toEnd)
          const next = Math.round(
            edge + share * clamp(smooth[row - from]! - edge, -KNOB.depth * grid.perUnit, depths[row - from]!),
          )
          for (let at = edge; at < Math.min(next, grid.w); at++) shape[row * grid.w + columnAt(at + 1)] = 1
          for (let at = Math.max(0, next); at < edge; at++) {
            const i = row * grid.w + columnAt(at + 1)
            if (!isFixed(i)) shape[i] = 0
          }
        }
      }
      from = to
    }
  }
}

/** Returns the depth up to which a bite is filled in every row, in pixels. Bites that show the wall stay open. */
function limitBites(
  edges: readonly number[],
  smooth: readonly number[],
  perUnit: number,
  isWallAt: (edge: number, row: number) => boolean,
): number[] {
  const depths = edges.map((edge, row) => {
    let [walls, all] = [0, 0]
    for (let at = edge + 1; at <= smooth[row]!; at++, all++) if (isWallAt(at, row)) walls++
    return (walls > WALL.share * all ? WALL.depth : BITE.depth) * perUnit
  })
  const reach = Math.round(BLUR_UNITS * perUnit)
  return depths.map((_, row) => {
    const near = depths.slice(Math.max(0, row - reach), row + reach + 1)
    return near.reduce((sum, depth) => sum + depth, 0) / near.length
  })
}

/** Joins the runs above and below an ear that lies deep in a bite, in place. */
function bridgeEars(isSmooth: boolean[], edges: readonly number[], perUnit: number): void {
  const reach = EAR.beside * perUnit
  let last = -1
  isSmooth.forEach((is, row) => {
    if (!is) return
    const [from, to] = [last + 1, row]
    last = row
    if (from === 0 || from === to || to - from > EAR.most * perUnit) return
    const outermost = Math.max(...edges.slice(from, to))
    const above = Math.max(...edges.slice(Math.max(0, from - reach), from))
    const below = Math.max(...edges.slice(to, to + reach))
    if (outermost < Math.min(above, below) - EAR.depth * perUnit) isSmooth.fill(true, from, to)
  })
}

/** Returns the position of the outermost pixel of every row, counted from the opposite side. 0 in an empty row. */
function findEdges(shape: Field, grid: Grid, side: -1 | 1): number[] {
  return Array.from({ length: grid.h }, (_, row) => {
    const column = findOuterColumn(shape, grid, side, row)
    return side < 0 ? grid.w - column : column + 1
  })
}

/** Returns an edge without bites and knobs (a closing and an opening along it), blurred. It is extended at both ends. */
function smoothEdge(edge: readonly number[], perUnit: number): number[] {
  const [bite, knob] = [BITE.reach, KNOB.reach].map((units) => Math.round(units * perUnit)) as [number, number]
  const sigma = BLUR_UNITS * perUnit
  const blur = Math.ceil(2.5 * sigma)
  const room = 2 * bite + 2 * knob + blur
  const values = [...Array<number>(room).fill(edge[0]!), ...edge, ...Array<number>(room).fill(edge.at(-1)!)]
  const closed = slide(slide(values, bite, Math.max), bite, Math.min)
  const opened = slide(slide(closed, knob, Math.min), knob, Math.max)
  return edge.map((_, at) => {
    let [sum, weights] = [0, 0]
    for (let off = -blur; off <= blur; off++) {
      const weight = Math.exp(-0.5 * (off / sigma) ** 2)
      sum += weight * opened[at + room + off]!
      weights += weight
    }
    return sum / weights
  })
}

/** Returns the minimum or maximum of the values within `reach` of each value. */
const slide = (values: readonly number[], reach: number, pick: (...values: number[]) => number): number[] =>
  values.map((_, at) => pick(...values.slice(Math.max(0, at - reach), at + reach + 1)))
