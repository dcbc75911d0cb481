import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import { boxBlur, gaussBlur } from '../field/blur.ts'
import type { Crop } from './crop.ts'
import { EAR_X, earBottomAt, type FaceMap, getThroat } from './face-map.ts'
import { type Field, findOuterColumn, getHalfIndex, type Grid, toHalfGrid, unitX, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { doubled, halved } from '../field/resize.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/** Repairs that change a head's mask of zeros and ones in place, for faults of the two nets and the edge snapping. */

/** Gaps inside the head smaller than this many square units are filled. */
const GAP_UNITS = 80
/** Gaps beside the jaw narrower than `units` are filled below the height `fromY`, and slits in hair below the brows. */
const NOTCH = { units: 13, fromY: 20 } as const
const SLIT = { units: 7, fromY: -40 } as const
/** Pixels this close to the ring of the face are never removed, in units. */
const FACE_ROOM = 2.5
/** Hair below the ears thinner than this many units looks like a hook on the head. */
const TAIL_UNITS = 11
/** Straight hair above the ears thinner than this many units looks like a horn. */
const HORN_UNITS = 15
/** Horns up to this length are strands, in units. */
const STRAND_UNITS = 3.5

/** Fills small holes in the head, in place. */
export function fillGaps(shape: Field, grid: Grid): void {
  const most = GAP_UNITS * grid.perUnit ** 2
  eachPiece(
    grid,
    (i) => shape[i] === 0,
    false,
    (pixels) => {
      if (pixels.length < most) for (const i of pixels) shape[i] = 1
    },
  )
}

/**
 * Fills narrow gaps between the jaw and hair that hangs beside it, in place. They have no room for two outlines, which
 * would leave shards of light. Gaps that show the neck stay open below `neckTop`, because the painted neck fills them.
 *
 * @param isNeck returns true for a pixel that shows the neck
 */
export function fillNotches(
  shape: Field,
  { grid, inside }: Crop,
  neckTop: number,
  isNeck: (column: number, row: number) => boolean,
): void {
  for (let row = Math.max(0, Math.ceil((SLIT.fromY - grid.y0) * grid.perUnit)); row < grid.h; row++) {
    const start = row * grid.w
    const y = unitY(grid, row)
    let last = -1
    for (let column = 0; column < grid.w; column++) {
      if (shape[start + column] === 0) continue
      const gap = column - last - 1
      const isWide = y >= NOTCH.fromY || isNeck((last + column) >> 1, row)
      if (last >= 0 && gap > 0 && gap <= (isWide ? NOTCH : SLIT).units * grid.perUnit)
        for (let i = start + last + 1; i < start + column; i++)
          shape[i] = inside[i] === 0 || (y > neckTop && isNeck(i - start, row)) ? 0 : 1
      last = column
    }
  }
}

/**
 * Removes thin tails below the ears, and horns of hair above them, in place (a morphological opening with a disc,
 * outside the face).
 *
 * @param canBeHorn returns true where a horn may be removed. Curls, ears and hats are kept.
 */
export function dropTails(
  shape: Field,
  face: Field,
  grid: Grid,
  map: FaceMap,
  canBeHorn: (column: number, row: number) => boolean,
): void {
  const half = toHalfGrid(grid)
  const small = halved(shape, grid)
  const depth = squaredDistances(half, (i) => small[i]! < 0.5)
  const open = (units: number, retained: number) => {
    const radius = (units / 2) * half.perUnit
    return { opened: squaredDistances(half, (i) => depth[i]! > radius ** 2), most: (radius + 1 + retained) ** 2 }
  }
  const [tails, horns] = [open(TAIL_UNITS, 0), open(HORN_UNITS, STRAND_UNITS * half.perUnit)]
  for (let row = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    const halfRow = Math.min(row >> 1, half.h - 1) * half.w
    for (let column = 0; column < grid.w; column++) {
      const i = row * grid.w + column
      if (shape[i] === 0 || face[i]! > -FACE_ROOM) continue
      const isBelow = y >= earBottomAt(map, unitX(grid, column))
      const { opened, most } = isBelow ? tails : horns
      if (opened[halfRow + Math.min(column >> 1, half.w - 1)]! <= most) continue
      if (isBelow || canBeHorn(column, row)) shape[i] = 0
    }
  }
}

/**
 * Hair of the nape below an ear: it ends this far above the chin, covers at most this many square units and reaches less
 * than `beyond` farther out than the ear, unlike a bob. The ear is bare if the outline shows its skin, `deep` inside the
 * outline, at one of the heights `above` its lobe. In units.
 */
const NAPE = { aboveChin: 8, area: 500, beyond: 10, deep: 3, above: [6, 12, 18] } as const

/**
 * Removes short hair of the nape below a bare ear, in place. The drawn neck is narrower than the photo's, so this hair
 * would hang beside it as a lump.
 *
 * @param kindAt returns one of `KIND` at a pixel
 */
export function dropNape(
  shape: Field,
  face: Field,
  grid: Grid,
  map: FaceMap,
  kindAt: (column: number, row: number) => number | undefined,
): void {
  /** Returns how far from the middle of the face a bare ear reaches, or null. */
  const reachOf = (side: -1 | 1): number | null => {
    let reach: number | null = null
    for (const above of NAPE.above) {
      const row = Math.round((earBottomAt(map, side * EAR_X) - above - grid.y0) * grid.perUnit)
      if (row < 0 || row >= grid.h) continue
      const column = findOuterColumn(shape, grid, side, row)
      if (kindAt(column - side * Math.round(NAPE.deep * grid.perUnit), row) === KIND.faceSkin)
        reach = Math.max(reach ?? 0, side * unitX(grid, column))
    }
    return reach
  }
  const reaches = { left: reachOf(-1), right: reachOf(1) }
  const reachAt = (i: number) => (unitX(grid, i % grid.w) < 0 ? reaches.left : reaches.right)
  const isNape = (i: number) => {
    if (shape[i] !== 1 || face[i]! > -FACE_ROOM || reachAt(i) === null) return false
    const [column, row] = [i % grid.w, Math.floor(i / grid.w)]
    return unitY(grid, row) > earBottomAt(map, unitX(grid, column)) && kindAt(column, row) === KIND.hair
  }
  const lowest = map.points[152]!.y - NAPE.aboveChin
  eachPiece(grid, isNape, false, (pixels) => {
    if (pixels.length > NAPE.area * grid.perUnit ** 2) return
    if (pixels.some((i) => unitY(grid, Math.floor(i / grid.w)) > lowest)) return
    if (pixels.some((i) => Math.abs(unitX(grid, i % grid.w)) > reachAt(i)! + NAPE.beyond)) return
    for (const i of pixels) shape[i] = 0
  })
}

/** Hair in front of a neck smaller than this many square units is a shadow or a loose lock. */
const LOCK_UNITS = 150
/** Visible half width of a neck, in units. */
const NECK_HALF = 30
/** A beard may start this far below the chin. */
const CHIN_ROOM = 1

/** Removes small locks in front of the neck, which look like shards, in place. */
export function dropShards(shape: Field, face: Field, grid: Grid, { points }: FaceMap): void {
  const chin = points[152]!
  const isBefore = (i: number) =>
    shape[i] === 1 &&
    face[i]! < -FACE_ROOM - CHIN_ROOM &&
    unitY(grid, Math.floor(i / grid.w)) > points[172]!.y &&
    Math.abs(unitX(grid, i % grid.w) - chin.x) < NECK_HALF
  eachPiece(grid, isBefore, false, (pixels) => {
    if (pixels.length < LOCK_UNITS * grid.perUnit ** 2) for (const i of pixels) shape[i] = 0
  })
}

/**
 * Hair that ends near the collar is extended behind the jersey. `besideNeck` and `above` are heights above the chin
 * near the neck and farther out, `onClothes` where hair lies on clothes, and `asOther` where the hair of the other side
 * is extended; `below` is the depth below the chin. Hair extends down to `to` below the chin. Runs narrower than
 * `widthMin` at the height of the jersey, `seam` below the chin, do not count. Runs less than `gap` apart are joined,
 * and the outer side of a run gets narrower by `taper` units per unit, unless hair beside it reaches as low. In units.
 */
const COLLAR = {
  besideNeck: 24,
  above: 9,
  onClothes: 46,
  asOther: 26,
  below: 16,
  to: 24,
  widthMin: 5,
  seam: 8,
  gap: 20,
  taper: 0.4,
} as const

/** The rows where the hair of adjacent columns ends. */
type Ends = { readonly first: number; readonly ends: readonly number[] }

/** Distance below the end of hair at which clothes are looked for, in units. */
const CLOTHES_BELOW = 3
/** Height of the seam where hair and clothes mix, in units. */
const MIXED_UNITS = 5

/**
 * Extends hair that ends right above the collar behind the jersey, in place. Otherwise background would show at its
 * ends. What the photo shows there is not hair, so `kind`, at half size, changes as well.
 */
export function reachCollar(shape: Field, grid: Grid, map: FaceMap, kind: Uint8Array): void {
  const half = toHalfGrid(grid)
  const at = (column: number, row: number) => getHalfIndex(half, column, row)
  const isHair = (column: number, row: number) =>
    kind[at(column, row)] === KIND.hair || kind[at(column, Math.max(0, row - 8))] === KIND.hair
  /** Returns true if clothes follow below a row, at once or below hair that was trimmed off. */
  const isOnClothes = (column: number, row: number) => {
    let below = row + Math.round(CLOTHES_BELOW * grid.perUnit)
    const lowest = below + Math.round(MIXED_UNITS * grid.perUnit)
    while (below < lowest && kind[at(column, below)] === KIND.hair) below++
    return kind[at(column, below)] === KIND.clothes
  }
  const chin = map.points[152]!
  const throat = getThroat(map)
  const rowAt = (y: number) => Math.min(grid.h, Math.max(0, Math.round((y - grid.y0) * grid.perUnit)))
  const [last, end] = [Math.min(grid.h - 1, rowAt(chin.y + COLLAR.below)), rowAt(chin.y + COLLAR.to)]
  const seam = rowAt(chin.y + COLLAR.seam)
  /** Returns the row where a column's hair ends less than `above` over the chin, or null. */
  const endsAt = (column: number, above: number): number | null => {
    const aside = Math.abs(unitX(grid, column) - chin.x)
    if (Math.abs(unitX(grid, column) - throat.x) < throat.half) return null
    const from = rowAt(chin.y - (aside < NECK_HALF + 6 ? COLLAR.besideNeck : above))
    const highest = Math.min(from, rowAt(chin.y - COLLAR.onClothes))
    let row = last
    while (row > highest && shape[row * grid.w + column] === 0) row--
    if (row <= highest || row === last || !isHair(column, row)) return null
    return row > from || isOnClothes(column, row) ? row : null
  }
  const middle = Math.round((chin.x - grid.x0) * grid.perUnit)
  /** Returns runs of columns whose hair ends near the collar. Narrower hair would look like a string. */
  const findRuns = (side: -1 | 1, above: number): Ends[] => {
    const runs: Ends[] = []
    let ends: number[] = []
    const [first, end] = side < 0 ? [0, middle] : [middle, grid.w]
    for (let column = first; column <= end; column++) {
      const row = column < end ? endsAt(column, above) : null
      if (row !== null) {
        ends.push(row)
        continue
      }
      const tapers = COLLAR.taper * Math.max(0, seam - Math.min(...ends))
      if (ends.length - tapers >= COLLAR.widthMin * grid.perUnit) runs.push({ first: column - ends.length, ends })
      ends = []
    }
    return joinRuns(runs, COLLAR.gap * grid.perUnit)
  }
  const [left, right] = ([-1, 1] as const).map((side) => findRuns(side, COLLAR.above)) as [Ends[], Ends[]]
  const leftToo = left.length === 0 && right.length > 0 ? findRuns(-1, COLLAR.asOther) : left
  const rightToo = right.length === 0 && left.length > 0 ? findRuns(1, COLLAR.asOther) : right
  const runs = [...leftToo, ...rightToo]
  for (const { first, ends } of runs) {
    const beside = first < middle ? first - 1 : first + ends.length
    const isOutermost = shape[(end - 1) * grid.w + beside] !== 1
    ends.forEach((from, i) => {
      const own = first + i
      const fromOuter = isOutermost ? (own < middle ? i : ends.length - 1 - i) : grid.h
      const lowest = Math.min(end, from + 1 + Math.round(fromOuter / COLLAR.taper))
      for (let below = from + 1; below < lowest; below++) shape[below * grid.w + own] = 1
      const foreign = Math.max(0, from - Math.round(MIXED_UNITS * grid.perUnit))
      for (let row = foreign; row < end; row++)
        if (kind[at(own, row)] === KIND.hair) kind[at(own, row)] = KIND.background
    })
  }
  for (const run of runs) closeSlit(run)

  /** Closes a narrow slit between extended hair and hair beside it, which would end as a spike. */
  function closeSlit({ first, ends }: Ends): void {
    const isLeft = first < middle
    const step = isLeft ? -1 : 1
    for (let row = Math.min(...ends); row < end; row++) {
      let outer = isLeft ? first : first + ends.length - 1
      while (outer !== middle && shape[row * grid.w + outer] === 0) outer -= step
      let beyond = outer + step
      while (beyond > 0 && beyond < grid.w && shape[row * grid.w + beyond] === 0) beyond += step
      if (beyond <= 0 || beyond >= grid.w || Math.abs(beyond - outer) > NOTCH.units * grid.perUnit) continue
      for (let column = outer + step; column !== beyond; column += step) {
        shape[row * grid.w + column] = 1
        kind[at(column, row)] = KIND.background
      }
    }
  }
}

/** Joins runs that are less than `widest` columns apart. A gap between them would show through the hair. */
function joinRuns(runs: readonly Ends[], widest: number): Ends[] {
  const joined: Ends[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const start = last && last.first + last.ends.length
    if (!last || run.first - start! > widest) {
      joined.push(run)
      continue
    }
    const [before, after, count] = [last.ends.at(-1)!, run.ends[0]!, run.first - start!]
    const between = Array.from({ length: count }, (_, i) =>
      Math.round(before + ((after - before) * (i + 1)) / (count + 1)),
    )
    joined[joined.length - 1] = { first: last.first, ends: [...last.ends, ...between, ...run.ends] }
  }
  return joined
}

/** Removes regions that are no longer connected to the face, in place. */
export function keepFace(shape: Field, face: Field, grid: Grid): void {
  eachPiece(
    grid,
    (i) => shape[i] === 1,
    false,
    (pixels) => {
      if (!pixels.some((i) => face[i]! > 0)) for (const i of pixels) shape[i] = 0
    },
  )
}

/**
 * Blur of the outline of the jaw, which fades in below the mouth's middle. Up to this share of hair and clothes is
 * allowed `around` a pixel. All lengths are in units.
 */
const JAW = { blur: 5, fades: [0, 8], around: 5, most: 0.12 } as const

/**
 * Smooths the outline of the jaw, in place. The net's class and the landmarks end at different places: steps between
 * the two looked like scraps of the neck.
 *
 * @param kind at half size
 */
export function smoothJaw(shape: Field, grid: Grid, { lipsOut }: FaceMap, kind: Uint8Array): void {
  const half = toHalfGrid(grid)
  const small = halved(shape, grid)
  const soft = doubled(gaussBlur(small, half, JAW.blur * half.perUnit), grid)
  const isSkin = (k: number) => k === KIND.faceSkin || k === KIND.bodySkin
  const other = Float32Array.from(kind, (k, i) => (small[i]! > 0 && !isSkin(k) ? 1 : 0))
  const beside = boxBlur(other, half, Math.round(JAW.around * half.perUnit))
  const mouthY = lipsOut.reduce((sum, { y }) => sum + y, 0) / lipsOut.length
  for (let row = Math.max(0, Math.round((mouthY - grid.y0) * grid.perUnit)); row < grid.h; row++) {
    const share = smoothstep(...JAW.fades, unitY(grid, row) - mouthY)
    for (let column = 0, i = row * grid.w; column < grid.w; column++, i++) {
      if (beside[getHalfIndex(half, column, row)]! > JAW.most) continue
      shape[i] = shape[i]! + share * (soft[i]! - shape[i]!) > 0.5 ? 1 : 0
    }
  }
  for (const field of [small, soft, other, beside]) releaseBuffer(field)
}
