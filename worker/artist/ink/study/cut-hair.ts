import { clamp } from '#worker/graphics/numbers.ts'
import { type Field, findOuterColumn, type Grid, unitX, unitY } from '../field/grid.ts'
import { KIND } from './segment-fields.ts'
import { addWaves, type Wave } from './waves.ts'

/** Returns true for a point beyond the photo's edge where hair continues. In units of head space. */
export type CutHair = (x: number, y: number) => boolean

/** A cut above this height is not through long hair. In units. */
const BELOW_Y = 30
/** Narrower locks would look like strings. */
const WIDTH_MIN = 5
/** Long hair falls behind the shoulders and tapers by this many units per unit on each side. */
const FALL = { to: 112, taper: 0.12 } as const
/** Beyond this distance from the chin the ends of long hair rise in a curve, which does not cross the sleeves. In units. */
const ENDS = { from: 40, bend: 0.015 } as const
/**
 * Ends of hair that the photo shows farther down than a card: they rise in a curve beyond this distance from the chin,
 * and are uneven. `to` leaves room for their outline. The corner of hair that is wide at the height `y` is round: it
 * rises by `rise` units per unit of width beyond `from`, up to `most`. In units.
 */
const SEEN_ENDS: {
  readonly to: number
  readonly from: number
  readonly bend: number
  readonly waves: readonly Wave[]
  readonly corner: { readonly y: number; readonly rise: number; readonly most: number }
} = {
  to: 105,
  from: 46,
  bend: 0.016,
  waves: [
    { height: 2.2, length: 13 },
    { height: 1.4, length: 7.4 },
  ],
  corner: { y: 63, rise: 1.5, most: 42 },
}
/** Shorter cuts at a side are not visible as straight lines. */
const LENGTH_MIN = 12
/** Height of the curve of hair beyond a side of the photo: a share of the cut's length, and the maximum. */
const BOW = { share: 0.13, most: 15 } as const
/**
 * Widening of hair beyond a side, measured `above` the cut, with limits for hair that hangs or curls. A `flat` outline
 * belongs to a lock on a shoulder or to another person, and does not widen. In units.
 */
const FLARE = { above: 12, least: 0.25, most: 0.9, flat: 2 } as const
/** The outline beyond a side is wavy, because hair never hangs in a straight line. */
const WAVES: readonly Wave[] = [
  { height: 2.8, length: 37 },
  { height: 1.2, length: 15 },
]
/** A cut that ends this close to the photo's lower edge continues below it. */
const CORNER_UNITS = 5
/** Minimum mask value of the head at the photo's edge, where the mask is soft. */
const NEAR_MIN = 0.25
/** Hair that reaches below this height is long. In units. */
const LONG_TO = 50
/** Gaps in a cut up to this length are bridged, in units. */
const GAP_UNITS = 3
/** Between rows of hair that reach a side, the head reaches it if it comes this close. In units. */
const AT_EDGE_UNITS = 3
/** Rows of pixels over which the edge of a tilted photo is told from its upper and lower edge. */
const EDGE_ROWS = 4
/** Half width of the throat. Hair in front of it is a shadow. */
const THROAT_HALF = 17

/** Place of an ear. Hair and an ear that the photo cuts get one curve. In units. */
const EAR = { fromX: 40, top: -24, bottom: 28 } as const

/** Returns true for a point where a face may have an ear. */
export const isAtEar = (x: number, y: number): boolean => Math.abs(x) > EAR.fromX && y > EAR.top && y < EAR.bottom

/** Run of adjacent rows or columns cut by the photo's edge. `edgeAt` returns the edge's position across the run. */
type Run = { readonly from: number; readonly to: number; readonly edgeAt: (along: number) => number }
type Spot = { readonly along: number; readonly edge: number }

/**
 * Reconstructs hair cut by the photo's lower edge and sides. It falls behind the shoulders and ends in a curve beside
 * the head.
 *
 * @param piece the soft mask of the head
 * @param isInside returns true for a pixel in the photo
 * @returns null when the photo cuts no hair there
 */
export function continueHair(
  piece: Field,
  kind: Uint8Array,
  isInside: (i: number) => boolean,
  grid: Grid,
  chinX: number,
): CutHair | null {
  const isHair = (i: number) => kind[i] === KIND.hair && piece[i]! >= NEAR_MIN
  const isEar = (i: number) => {
    const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
    return kind[i] === KIND.faceSkin && piece[i]! >= NEAR_MIN && isAtEar(x, y)
  }
  const isHead = (i: number) => piece[i]! >= NEAR_MIN && kind[i] !== KIND.bodySkin
  const below = findBelow(isHair, isInside, grid).filter(({ along }) => Math.abs(along - chinX) > THROAT_HALF)
  const parts: CutHair[] = toRuns(below, WIDTH_MIN).map(extendDownward)
  const isSide = (i: number) => isHair(i) || isEar(i)
  for (const side of [-1, 1] as const)
    for (const run of toRuns(findBeside(side, isHair, isEar, isHead, isInside, grid), LENGTH_MIN))
      parts.push(extendSideways(run, side, below, measureFlare(run, side, isSide, grid)))
  if (parts.length === 0) return null
  const endAt = (x: number) => FALL.to - ENDS.bend * Math.max(0, Math.abs(x - chinX) - ENDS.from) ** 2
  return (x, y) => y < endAt(x) && parts.some((holds) => holds(x, y))
}

/**
 * Ends hair above the lower edge of the window, where it would be cut off in a straight line, in place. Wide hair gets
 * round corners.
 */
export function roundEnds(shape: Field, grid: Grid, chinX: number): void {
  const { to, from, bend, waves, corner } = SEEN_ENDS
  // The hair behind a turned head is far from its chin.
  const asideAt = (x: number) => Math.min(Math.abs(x), Math.abs(x - chinX))
  const widths = { left: measureEnds(shape, grid, asideAt, -1), right: measureEnds(shape, grid, asideAt, 1) }
  for (let column = 0; column < grid.w; column++) {
    const x = unitX(grid, column)
    const beyond = Math.max(0, asideAt(x) - from)
    const width = x < chinX ? widths.left : widths.right
    const wide = Math.max(1, width - from)
    const round = Math.min(corner.most, corner.rise * wide) * Math.min(1, beyond / wide) ** 2
    const end = to - Math.max(bend * beyond ** 2, round) + addWaves(waves, x)
    const first = Math.max(0, Math.ceil((end - grid.y0) * grid.perUnit))
    for (let row = first; row < grid.h; row++) shape[row * grid.w + column] = 0
  }
}

/** Measures how far hair at the height of the collar reaches aside, in units. */
function measureEnds(shape: Field, grid: Grid, asideAt: (x: number) => number, side: -1 | 1): number {
  let widest = 0
  for (let row = Math.max(0, Math.round((SEEN_ENDS.corner.y - grid.y0) * grid.perUnit)); row < grid.h; row++) {
    const x = unitX(grid, findOuterColumn(shape, grid, side, row))
    if (side * x > 0) widest = Math.max(widest, asideAt(x))
  }
  return widest
}

const extendDownward =
  ({ from, to, edgeAt }: Run): CutHair =>
  (x, y) => {
    if (x < from || x > to || y > FALL.to) return false
    const down = y - edgeAt(x)
    const inset = Math.min(FALL.taper * down, (to - from) / 4)
    return down > -1 && x >= from + inset && x <= to - inset
  }

/** Measures how many units per unit hair widens right above a cut at a side. */
function measureFlare({ from, edgeAt }: Run, side: -1 | 1, isHair: (i: number) => boolean, grid: Grid): number {
  const row = Math.round((from - FLARE.above - grid.y0) * grid.perUnit)
  if (row < 0) return FLARE.least
  let column = Math.round((edgeAt(from) - grid.x0) * grid.perUnit)
  while (column > 0 && column < grid.w - 1 && !isHair(row * grid.w + column)) column -= side
  const flare = (side * (edgeAt(from) - unitX(grid, column))) / FLARE.above
  return flare > FLARE.flat ? FLARE.least : clamp(flare, FLARE.least, FLARE.most)
}

/** @param flare units per unit by which the hair widens above the cut */
function extendSideways({ from, to, edgeAt }: Run, side: -1 | 1, below: readonly Spot[], flare: number): CutHair {
  const isAtCorner = below.some(
    ({ along, edge }) => Math.abs(along - edgeAt(to)) < CORNER_UNITS && edge - to < CORNER_UNITS,
  )
  // Hair that continues below the photo or hangs on a shoulder gets no narrower beside the photo.
  const end = isAtCorner || to > BELOW_Y ? 2 * FALL.to - from : to
  const height = Math.min(BOW.most, BOW.share * (end - from))
  const bend = (along: number, slope: number) => height * (1 - Math.exp((-slope * along) / height))
  return (x, y) => {
    if (y < from || y > Math.min(end, FALL.to)) return false
    const beyond = side * (x - edgeAt(Math.min(y, to)))
    const room = Math.min(bend(y - from, flare), bend(end - y, FLARE.most))
    return beyond > -1 && beyond < room * (1 + addWaves(WAVES, y - from) / height)
  }
}

/** Returns the photo's lower edge under hair, from left to right. */
function findBelow(isHair: (i: number) => boolean, isInside: (i: number) => boolean, grid: Grid): Spot[] {
  const spots: Spot[] = []
  for (let column = 0; column < grid.w; column++) {
    let row = grid.h - 1
    while (row >= 0 && !isInside(row * grid.w + column)) row--
    if (row < 0 || row === grid.h - 1 || unitY(grid, row) < BELOW_Y || !isHair(row * grid.w + column)) continue
    spots.push({ along: unitX(grid, column), edge: unitY(grid, row) })
  }
  return spots
}

/**
 * Returns a side of the photo next to the head, from its uppermost to its lowest hair or ear. The net misses some of the
 * hair between. Short hair below an ear is the nape's.
 */
function findBeside(
  side: -1 | 1,
  isHair: (i: number) => boolean,
  isEar: (i: number) => boolean,
  isHead: (i: number) => boolean,
  isInside: (i: number) => boolean,
  grid: Grid,
): Spot[] {
  const spots: Spot[] = []
  const sure: number[] = []
  let lowestEar: number | null = null
  const outermost = side < 0 ? 0 : grid.w - 1
  for (let row = EDGE_ROWS; row < grid.h - EDGE_ROWS; row++) {
    let column = outermost
    while (column >= 0 && column < grid.w && !isInside(row * grid.w + column)) column -= side
    if (column < 0 || column >= grid.w || column === outermost) continue
    const at = row * grid.w + column
    const isLevel = [-1, 1].some((way) => isInside(at + way * EDGE_ROWS * grid.w + 2 * side))
    if (isLevel || !(isHead(at) || isHead(at - side * AT_EDGE_UNITS * grid.perUnit))) continue
    if (isEar(at)) lowestEar = spots.length
    if (isEar(at) || isHair(at)) sure.push(spots.length)
    spots.push({ along: unitY(grid, row), edge: unitX(grid, column) })
  }
  const [first, lowest] = [sure[0], sure.at(-1)]
  if (first === undefined || lowest === undefined) return []
  const isNape = lowestEar !== null && spots[lowest]!.along < LONG_TO
  return spots.slice(first, 1 + (isNape ? lowestEar! : lowest))
}

/** Groups spots into runs of at least the given length. */
function toRuns(spots: readonly Spot[], least: number): Run[] {
  const runs: Spot[][] = []
  for (const spot of spots) {
    const last = runs.at(-1)
    if (last && spot.along - last.at(-1)!.along <= GAP_UNITS) last.push(spot)
    else runs.push([spot])
  }
  return runs
    .map((run) => ({ first: run[0]!, last: run.at(-1)! }))
    .filter(({ first, last }) => last.along - first.along >= least)
    .map(({ first, last }) => {
      const slope = (last.edge - first.edge) / (last.along - first.along)
      return { from: first.along, to: last.along, edgeAt: (along) => first.edge + slope * (along - first.along) }
    })
}
