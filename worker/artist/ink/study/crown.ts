import { eachPixel, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { clamp, median, smoothstep } from '#worker/graphics/numbers.ts'
import { drawArch, getRoundHeight, type Lean } from './arch.ts'
import { findForehead } from './forehead.ts'
import type { Sides } from './head-shape.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { KIND } from './segment-fields.ts'

/** A crown that the photo cuts off, reconstructed as an arch over the cut. All in units of head space. */
export type Crown = {
  /** Returns true for a point under the arch, including the strip of the photo that it covers. */
  readonly holds: (x: number, y: number) => boolean
  /** Returns the height of the photo's edge. The hair above mirrors the hair below this line. */
  readonly lineAt: (x: number) => number
  /** Returns true for a point above the cut's line, under the arch or beyond it. A hat's brim stays cut. */
  readonly isAbove: (x: number, y: number) => boolean
  /** True if the cut goes through a hat. */
  readonly isHat: boolean
  /** Returns the position on the cut from which the hair at a point above it grows. */
  readonly rootOf: (x: number, y: number) => number
  /** True if everything above the cut and the forehead is hair. A bald crown is skin. */
  readonly isHair: boolean
  /** Returns how far a point above the cut lies below the hairline, in units. It is negative above the hairline. */
  readonly foreheadAt: (x: number, y: number) => number
  /** Returns true for a point beside a cut hat. The remaining half of a board or brim is dropped. */
  readonly drops: (x: number, y: number) => boolean
  /** The board of a graduation cap; null for other crowns. */
  readonly board: Board | null
}

/** The board of a graduation cap seen from the front: a rhombus around a point, in units. */
export type Board = { readonly x: number; readonly y: number; readonly halfWidth: number; readonly halfHeight: number }

/** Returns the depth of a point inside a board, from 0 at its edge to 1 in its middle. It is negative outside. */
export const boardDepth = (board: Board, x: number, y: number): number =>
  1 - Math.abs(x - board.x) / board.halfWidth - Math.abs(y - board.y) / board.halfHeight

/** A photo that ends above this height, the lower edge of the brows, cuts the crown. */
const BROWS_Y = -18
/** Shorter cuts are not visible as straight lines. */
const LENGTH_MIN = 10
/**
 * Estimate of the height of hair above the center of a face. Hair adds as much to a head's height as to its half width
 * at the brows, within limits. In units.
 */
const HAIR_TOP = { bareHalf: 44, bareTop: 77, least: 80, most: 87 } as const
/** Height of an arch, as shares of its length. A high arch over a short cut would be a knob. */
const HEIGHT = { least: 0.17, wide: 0.08, widths: [80, 118], most: 0.4, short: 40, long: 90 } as const
/**
 * An arch starts this far below the photo's edge, where both nets narrow a head to a point. It covers hair in the photo
 * down to `joint` below its start, and hats, whose edge is sharp, down to `hat` below the photo's edge. In units.
 */
const BASE = { below: 6, joint: 1, hat: 1.5 } as const
/** Hair grows along ovals up to this share of an arch's height, and this share of its half width. */
const ROOT = { up: 0.9, out: 0.92 } as const
/** Section of the outline below an arch that sets its direction, in units, and the maximum lean. */
const SIDE = { from: 0, to: 12, lean: 1.4 } as const
/** Height of the dome of an afro, as a share of a cut of these lengths. In units. */
const DOME = { share: 0.29, long: [78, 98] } as const
/** Minimum share of the cut that is hair and skin, or a hat. Below it the cut object is unknown. */
const KNOWN_MIN = 0.6
/**
 * A cut through more skin than hair is at the hairline if it is no higher than `most` and shows hair within this share
 * of its length at both ends. Higher up, the forehead is bald. Below `low`, hair at one end is enough. In units.
 */
const HAIRLINE = { most: 62, low: 45, ends: 0.12, least: 0.5 } as const

/** Long hair covers at least `area` square units farther than `x` from the middle of a face, below its eyes. In units. */
const LONG_HAIR = { x: 48, top: 0, bottom: 60, area: 250 } as const

/**
 * Size of a hat at the cut. Above `sidesY` it is as wide as the head there, regardless of its brim or board, and it has
 * the usual height of hats. In units.
 */
const HAT = { sidesY: -34, room: 2, top: 92, least: 0.12 } as const

/** Size of a board, relative to the half width of the cap, and the height of its middle above the face's. In units. */
const BOARD = { halfWidth: 1.36, halfHeight: 0.24, y: 86 } as const
/**
 * A graduation cap has upright sides: its width `above`, below the cut, is at least a `share` of the one `below`. Its
 * board reaches `room` beyond both sides of the head at the cut. If the net takes the board for a wall, most pixels
 * `beside` a dark cap differ from it by at most `color`, where lightness counts less. It is `plain`: a headwrap has a
 * pattern. In units.
 */
const CAP = {
  above: 1.5,
  below: 10,
  share: 0.86,
  room: 8,
  beside: [4, 20],
  dark: 0.4,
  plain: { lightness: 0.15, share: 0.7 },
  color: 0.09,
  lightness: 0.4,
  least: 0.6,
} as const

/** Minimum mask value of the head at the photo's edge, where the mask is soft. */
const NEAR_MIN = 0.25

/** A point of the head where an arch starts. `isCut` is true if the head reaches the photo's edge above it. */
type Cut = { readonly x: number; readonly y: number; readonly kind: number; readonly isCut: boolean }

/**
 * Reconstructs the crown of a head that the photo's upper edge cuts off.
 *
 * @param piece the soft mask of the head
 * @param isInside returns true for a pixel in the photo
 * @param curls curliness of the hair, 0 to 1
 * @param colors of the photo at the size of `grid`. Boards of graduation caps are recognized by them.
 * @returns null when the photo shows the whole crown, or cuts something else
 */
export function completeCrown(
  piece: Field,
  kind: Uint8Array,
  isInside: (i: number) => boolean,
  grid: Grid,
  curls: number,
  colors: LabPlanes | null = null,
): Crown | null {
  const cut = findCut(piece, kind, isInside, grid)
  if (cut.filter(({ isCut }) => isCut).length < LENGTH_MIN * grid.perUnit) return null
  const isHat = shareIn(cut, (one) => one.kind === KIND.others) >= KNOWN_MIN
  const isBare = shareIn(cut, (one) => one.kind === KIND.hair || one.kind === KIND.faceSkin) >= KNOWN_MIN
  if (!isHat && !isBare) return null
  const sides = findSides(piece, grid, HAT.sidesY)
  const head = isHat ? sides : null
  const isBeside = (x: number) => head !== null && (x < head.left - HAT.room || x > head.right + HAT.room)
  const across = cut.filter(({ x }) => !isBeside(x))
  const isWide = across.length < cut.length
  const [first, last] = [across[0], across.at(-1)]
  if (first === undefined || last === undefined) return null
  const length = last.x - first.x
  if (length < LENGTH_MIN) return null
  const [middle, half] = [(first.x + last.x) / 2, length / 2]
  const slope = (last.y - first.y) / length
  const baseAt = (x: number) => first.y + slope * (x - first.x)
  const lineAt = (x: number) => baseAt(x) - BASE.below
  const bottomAt = (x: number) => (isHat ? lineAt(x) + BASE.hat : baseAt(x) + BASE.joint)
  const hair = HAIR_TOP.bareTop + (sides.right - sides.left) / 2 - HAIR_TOP.bareHalf
  const top = isHat ? HAT.top : clamp(hair, HAIR_TOP.least, HAIR_TOP.most)
  // An afro is as high as it is wide.
  const dome = isHat ? 0 : curls * smoothstep(...DOME.long, length) * DOME.share * length
  const missing = Math.max(dome, top + baseAt(middle))
  const least = isHat ? HAT.least : HEIGHT.least + HEIGHT.wide * smoothstep(...HEIGHT.widths, length)
  const share = least + (HEIGHT.most - least) * smoothstep(HEIGHT.short, HEIGHT.long, length)
  const lean = isHat ? UPRIGHT : findLean(piece, first, last, grid)
  // The tangents of both sides limit the height. A higher arch would be pointed.
  const round = getRoundHeight(half, lean)
  const height = Math.min(share * length, Math.max(least * length, missing), round)
  const arch = drawArch({ half, height, lean, slope })
  const isWithin = (x: number) => Math.abs(x - middle) < half
  const isAbove = (x: number, y: number) => y < lineAt(x) + 1 && (!isHat || isWithin(x))
  const halfHeight = BOARD.halfHeight * half
  const board =
    head && colors && isGraduationCap(piece, isInside, grid, colors, head)
      ? {
          x: middle,
          y: -Math.max(BOARD.y, halfHeight - lineAt(middle)),
          halfWidth: BOARD.halfWidth * half,
          halfHeight,
        }
      : null
  const isOnBoard = (x: number, y: number) => board !== null && boardDepth(board, x, y) > 0
  const shareOfHair = (part: readonly Cut[]) => shareIn(part, (one) => one.kind === KIND.hair)
  const endLength = Math.ceil(HAIRLINE.ends * cut.length)
  const hairyEnds = [cut.slice(0, endLength), cut.slice(-endLength)].filter((end) => shareOfHair(end) >= HAIRLINE.least)
  const cutHeight = -lineAt(middle)
  const isHairline = cutHeight < HAIRLINE.most && hairyEnds.length >= (cutHeight < HAIRLINE.low ? 1 : 2)
  const isHair =
    isHairline ||
    shareOfHair(cut) >= shareIn(cut, (one) => one.kind === KIND.faceSkin) ||
    hasLongHair(piece, kind, grid)
  const hairTopAt = (x: number) => baseAt(x) - arch(x - middle)
  return {
    isHat,
    isHair,
    foreheadAt: isHat || !isHair ? () => Number.NEGATIVE_INFINITY : findForehead(kind, grid, lineAt, hairTopAt),
    board,
    isAbove: (x, y) => isAbove(x, y) || isOnBoard(x, y),
    lineAt,
    rootOf: (x, y) => {
      const up = clamp((baseAt(x) - y) / height, 0, ROOT.up)
      return middle + clamp((x - middle) / Math.sqrt(1 - up * up), -ROOT.out * half, ROOT.out * half)
    },
    drops: (x, y) => isWide && isBeside(x) && y < HAT.sidesY,
    holds: (x, y) => (isWithin(x) && y < bottomAt(x) && y > hairTopAt(x)) || isOnBoard(x, y),
  }
}

/** Returns true for a hat with upright sides below a board of its own color. */
function isGraduationCap(
  piece: Field,
  isInside: (i: number) => boolean,
  grid: Grid,
  { lightness, a, b }: LabPlanes,
  head: Sides,
): boolean {
  const rowBelow = (units: number) => {
    const middle = Math.round((0 - grid.x0) * grid.perUnit)
    let row = 0
    while (row < grid.h && !isInside(row * grid.w + middle)) row++
    const start = (row + Math.round(units * grid.perUnit)) * grid.w
    let [first, last] = [middle, middle]
    while (first > 0 && piece[start + first]! >= 0.5) first--
    while (last < grid.w - 1 && piece[start + last]! >= 0.5) last++
    return { start, first, last }
  }
  const { start, first, last } = rowBelow(CAP.above)
  const below = rowBelow(CAP.below)
  if (last - first < CAP.share * (below.last - below.first)) return false
  const across = Array.from({ length: Math.max(0, last - first - 1) }, (_, i) => start + first + 1 + i)
  const planes = [lightness, a, b]
  const middle = planes.map((plane) => median(across.map((i) => plane[i]!)))
  const plain = across.filter((i) => Math.abs(lightness[i]! - middle[0]!) < CAP.plain.lightness)
  if (plain.length < CAP.plain.share * across.length) return false
  if (unitX(grid, first) < head.left - CAP.room && unitX(grid, last) > head.right + CAP.room) return true
  if (middle[0]! > CAP.dark) return false
  const weights = [CAP.lightness, 1, 1]
  const [from, to] = CAP.beside.map((units) => Math.round(units * grid.perUnit)) as [number, number]
  const shareBeside = (edge: number, side: 1 | -1) => {
    const beside: number[] = []
    for (let off = from; off <= to; off++) {
      const column = edge + side * off
      if (column >= 0 && column < grid.w && isInside(start + column)) beside.push(start + column)
    }
    const like = beside.filter(
      (i) => Math.hypot(...planes.map((plane, n) => weights[n]! * (plane[i]! - middle[n]!))) < CAP.color,
    )
    return like.length / Math.max(1, to - from + 1)
  }
  return Math.max(shareBeside(first, -1), shareBeside(last, 1)) >= CAP.least
}

/** Returns true if hair hangs beside the cheeks. A forehead that the photo cuts is not bald then. */
function hasLongHair(piece: Field, kind: Uint8Array, grid: Grid): boolean {
  let count = 0
  eachPixel(grid, (i, x, y) => {
    const isBeside = Math.abs(x) > LONG_HAIR.x && y > LONG_HAIR.top && y < LONG_HAIR.bottom
    if (isBeside && kind[i] === KIND.hair && piece[i]! >= 0.5) count++
  })
  return count >= LONG_HAIR.area * grid.perUnit ** 2
}

const UPRIGHT: Lean = { left: 0, right: 0 }

/** Measures the lean of the outline at both ends of the cut. */
function findLean(piece: Field, first: Cut, last: Cut, grid: Grid): Lean {
  const lean = (cut: Cut, side: 1 | -1): number => {
    const edgeAt = (down: number) => {
      const row = Math.round((cut.y + down - grid.y0) * grid.perUnit) * grid.w
      let column = Math.round((cut.x - side * 4 - grid.x0) * grid.perUnit)
      while (column > 0 && column < grid.w - 1 && piece[row + column]! >= 0.5) column += side
      return unitX(grid, column)
    }
    const across = side * (edgeAt(SIDE.to) - edgeAt(SIDE.from))
    return clamp(across / (SIDE.to - SIDE.from), 0, SIDE.lean)
  }
  return { left: lean(first, -1), right: lean(last, 1) }
}

const shareIn = (cut: readonly Cut[], is: (one: Cut) => boolean) =>
  cut.length === 0 ? 0 : cut.filter(is).length / cut.length

/** Returns the head's extent at a height, in units. */
function findSides(piece: Field, grid: Grid, y: number): Sides {
  const start = Math.round((y - grid.y0) * grid.perUnit) * grid.w
  let [left, right] = [0, 0]
  for (let column = 0; column < grid.w; column++) {
    if (piece[start + column]! < 0.5) continue
    left = Math.min(left, unitX(grid, column))
    right = Math.max(right, unitX(grid, column))
  }
  return { left, right }
}

/** Returns the points of the head slightly below the photo's upper edge, from left to right. */
function findCut(piece: Field, kind: Uint8Array, isInside: (i: number) => boolean, grid: Grid): Cut[] {
  const cut: Cut[] = []
  const below = Math.round(BASE.below * grid.perUnit)
  for (let column = 0; column < grid.w; column++) {
    let row = 0
    while (row < grid.h && !isInside(row * grid.w + column)) row++
    if (row === 0 || row >= grid.h - below || unitY(grid, row) > BROWS_Y) continue
    const i = (row + below) * grid.w + column
    if (piece[i]! < 0.5) continue
    const isCut = piece[row * grid.w + column]! >= NEAR_MIN
    cut.push({ x: unitX(grid, column), y: unitY(grid, row + below), kind: kind[i]!, isCut })
  }
  return cut
}
