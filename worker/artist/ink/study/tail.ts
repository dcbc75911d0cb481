import { clamp } from '#worker/graphics/numbers.ts'
import { eachPixel, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { earBottomAt, type FaceMap } from './face-map.ts'
import { KIND } from './segment-fields.ts'

/** A ponytail of a turned head, in units of head space. */
export type Tail = {
  /** Returns true for a point below the ear where the tail replaces all hair. */
  readonly replaces: (x: number, y: number) => boolean
  /** Returns true for a point of the drawn tail. */
  readonly holds: (x: number, y: number) => boolean
}

/** Minimum yaw of a head that shows its ponytail, in radians. */
const YAW_MIN = 0.3
/**
 * A tail starts this far from the chin and continues at least `length` below the ear. Its mean width is within `width`.
 * Rows without hair up to `gap` are bridged. Heads with `least` square units of loose hair,
 * lower than `below` the ear and nearer to the face, have no tail. In units.
 */
const TAIL = { aside: 44, length: 38, width: [7, 26], gap: 3, loose: { below: 8, least: 160 } } as const
/** The drawn tail: where its round top starts above the ear's lower end, its lowest point, and its width. In units. */
const DRAWN = { above: 12, to: 98, least: 13, most: 21 } as const
/** Hair this close to the ring of the face may be a beard, in units. */
const FACE_ROOM = 2.5
/** Distance of the tail from the side of the window, and radius of the smoothing of its course, in units. */
const ROOM = { side: 5, smooth: 7 } as const
/** Exponent of the taper, and the bend of its tip toward the neck in units. */
const TIP = { taper: 2.6, bend: 7 } as const

/** A row of a tail: its middle and its width, in units. */
type Slice = { readonly x: number; readonly width: number }

/**
 * Finds the ponytail behind a turned head. The repairs of the outline would cut such narrow hair to a stub. A tail keeps
 * the photo's course and ends in a tip.
 *
 * @returns null without a ponytail
 */
export function findTail(kind: Uint8Array, oval: Field, map: FaceMap, grid: Grid): Tail | null {
  if (Math.abs(map.yaw) < YAW_MIN) return null
  const back = map.yaw > 0 ? -1 : 1
  const chinX = map.points[152]!.x
  const top = earBottomAt(map, back * TAIL.aside)
  const isLow = (x: number, y: number) => y > top && back * (x - chinX) > TAIL.aside
  if (hasLooseHair(kind, oval, grid, (x, y) => y > top + TAIL.loose.below && back * (x - chinX) < TAIL.aside))
    return null
  const slices = smoothCourse(readSlices(kind, oval, grid, top, back, isLow), ROOM.smooth * grid.perUnit)
  if (slices.length < TAIL.length * grid.perUnit) return null
  const width = slices.reduce((sum, slice) => sum + slice.width, 0) / slices.length
  if (width < TAIL.width[0] || width > TAIL.width[1]) return null
  const side = back < 0 ? grid.x0 : grid.x0 + grid.w / grid.perUnit
  const sliceAt = followCourse(slices, grid.perUnit, top, { back, limit: side - back * ROOM.side })
  return {
    replaces: isLow,
    holds: (x, y) => {
      const slice = y < top - DRAWN.above ? null : sliceAt(y)
      return slice !== null && Math.abs(x - slice.x) < slice.width / 2
    },
  }
}

/** Returns true if hair hangs beside the face or the neck. */
function hasLooseHair(kind: Uint8Array, oval: Field, grid: Grid, isNear: (x: number, y: number) => boolean): boolean {
  let count = 0
  eachPixel(grid, (i, x, y) => {
    if (kind[i] === KIND.hair && oval[i]! < -FACE_ROOM && isNear(x, y)) count++
  })
  return count > TAIL.loose.least * grid.perUnit ** 2
}

/** Returns the outermost hair of every row from `top` down to its end. */
function readSlices(
  kind: Uint8Array,
  oval: Field,
  grid: Grid,
  top: number,
  back: -1 | 1,
  isLow: (x: number, y: number) => boolean,
): Slice[] {
  const slices: Slice[] = []
  let gap = 0
  for (let row = Math.max(0, Math.ceil((top - grid.y0) * grid.perUnit)); row < grid.h; row++) {
    const y = unitY(grid, row)
    const isHair = (column: number) =>
      kind[row * grid.w + column] === KIND.hair &&
      oval[row * grid.w + column]! < -FACE_ROOM &&
      isLow(unitX(grid, column), y)
    let outer = back < 0 ? 0 : grid.w - 1
    while (outer >= 0 && outer < grid.w && !isHair(outer)) outer -= back
    if (outer < 0 || outer >= grid.w) {
      if (slices.length === 0 || ++gap > TAIL.gap * grid.perUnit) break
      continue
    }
    let inner = outer
    while (isHair(inner - back)) inner -= back
    while (gap-- > 0) slices.push(slices.at(-1)!)
    gap = 0
    slices.push({
      x: (unitX(grid, outer) + unitX(grid, inner)) / 2,
      width: (Math.abs(outer - inner) + 1) / grid.perUnit,
    })
  }
  return slices
}

/** Returns slices that are the mean of those within a radius. */
const smoothCourse = (slices: readonly Slice[], radius: number): Slice[] =>
  slices.map((_, at) => {
    const reach = Math.min(Math.round(radius), at, slices.length - 1 - at)
    const near = slices.slice(at - reach, at + reach + 1)
    const mean = (pick: (slice: Slice) => number) => near.reduce((sum, slice) => sum + pick(slice), 0) / near.length
    return { x: mean(({ x }) => x), width: mean(({ width }) => width) }
  })

/** Returns a function for the drawn tail at a height. It ends in a tip at the photo's end or beside the window's edge. */
function followCourse(
  slices: readonly Slice[],
  perUnit: number,
  top: number,
  { back, limit }: { readonly back: -1 | 1; readonly limit: number },
): (y: number) => Slice | null {
  const isPast = ({ x, width }: Slice) => back * (x + (back * width) / 2 - limit) > 0
  const past = slices.findIndex(isPast)
  const count = Math.min(past < 0 ? slices.length : Math.max(past, TAIL.length * perUnit), (DRAWN.to - top) * perUnit)
  const end = top + count / perUnit
  const first = slices[0]!
  const lean = (slices[Math.round(Math.min(count - 1, 12 * perUnit))]!.x - first.x) / 12
  return (y) => {
    if (y > end) return null
    const along = clamp((y - top) / (end - top), 0, 1)
    const { x, width } = slices[Math.round(clamp((y - top) * perUnit, 0, slices.length - 1))]!
    const full = clamp(width, DRAWN.least, DRAWN.most)
    const round = Math.sqrt(1 - clamp((top - y) / DRAWN.above, 0, 1) ** 2)
    return {
      x: x + Math.min(0, y - top) * lean - back * TIP.bend * along ** 3,
      width: full * round * (1 - along ** TIP.taper),
    }
  }
}
