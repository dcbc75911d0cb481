import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { Sides } from './head-shape.ts'
import { KIND } from './segment-fields.ts'

/** A crown that the photo cuts off, completed by an arch over the cut. All in units of head space. */
export type Crown = {
  /** True for a place under the arch. */
  readonly holds: (x: number, y: number) => boolean
  /** True for a place at the cut: both nets lose the edge of a photo, and the arch would fall off. */
  readonly joins: (x: number, y: number) => boolean
  /** The height of the photo's edge, which the hair above it mirrors. */
  readonly lineAt: (x: number) => number
  /** True for a place above the line of the cut, under the arch or beyond it; beside a hat the brim stays cut. */
  readonly isAbove: (x: number, y: number) => boolean
  /** True for the crown of a hat. */
  readonly isHat: boolean
  /** True for what stands out beside a cut hat: half a board or half a brim is neither. */
  readonly drops: (x: number, y: number) => boolean
}

/** Nothing below this height is a crown. */
const BROWS_Y = -30
/** A cut shorter than this is no straight line to see. */
const LENGTH_MIN = 10
/**
 * The top of hair above the centre of a face: hair that makes a head wider than a bare one at the brows makes it higher
 * as much, and no less and no more than the limits. In units.
 */
const HAIR_TOP = { bareHalf: 44, bareTop: 80, least: 84, most: 95 } as const
/** The height of an arch, as shares of its length: a high one over a short cut would be a knob. */
const HEIGHT = { least: 0.17, most: 0.4, short: 40, long: 90 } as const
/** The reach of the strip that joins an arch to the head, in units. */
const JOINT = 3
/** The outline below a cut from which an arch goes on, in units, and the most that it leans. */
const SIDE = { from: 3, to: 15, lean: 1.4 } as const
/** The fullness of both halves of an arch: the length of a Bezier curve's handles, as a share of height and width. */
const FULLNESS = { side: 0.62, top: 0.6 } as const
/** The places on each half of an arch, and how often its height is measured, per unit. */
const STEPS = 32
const PER_UNIT = 4
/** The share of the cut that must be hair and skin, or a hat, to tell what goes on above. */
const KNOWN_MIN = 0.6
/**
 * A hat is as wide there as the head below it, whatever its brim or its board is, and as high as hats are; so far below
 * the cut it is trimmed. In units.
 */
const HAT = { sidesY: -34, room: 2, top: 92, least: 0.12, trimmed: 26 } as const

/** The head is soft where the photo ends: it is there from this value on. */
const NEAR_MIN = 0.25

type Cut = { readonly x: number; readonly y: number; readonly kind: number }

/**
 * The crown of a head that the photo's upper edge cuts off.
 *
 * @param piece the head, softly
 * @param isInside whether a pixel is in the photo
 * @returns null when the photo shows the whole crown, or cuts something else
 */
export function completeCrown(
  piece: Field,
  kind: Uint8Array,
  isInside: (i: number) => boolean,
  grid: Grid,
): Crown | null {
  const cut = findCut(piece, kind, isInside, grid)
  const isHat = shareIn(cut, (one) => one.kind === KIND.others) >= KNOWN_MIN
  const isBare = shareIn(cut, (one) => one.kind === KIND.hair || one.kind === KIND.faceSkin) >= KNOWN_MIN
  if (!isHat && !isBare) return null
  const sides = findSides(piece, grid)
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
  const lineAt = (x: number) => first.y + slope * (x - first.x)
  const hair = HAIR_TOP.bareTop + (sides.right - sides.left) / 2 - HAIR_TOP.bareHalf
  const missing = (isHat ? HAT.top : clamp(hair, HAIR_TOP.least, HAIR_TOP.most)) + lineAt(middle)
  const least = isHat ? HAT.least : HEIGHT.least
  const share = least + (HEIGHT.most - least) * smoothstep(HEIGHT.short, HEIGHT.long, length)
  const lean = isHat ? UPRIGHT : findLean(piece, first, last, grid)
  // An arch is no higher than the round one that goes on from both sides: it would be pointed.
  const round = half * Math.tan(Math.atan2(2, lean.left + lean.right) / 2)
  const height = Math.min(share * length, Math.max(least * length, missing), round)
  const arch = drawArch({ half, height, lean })
  const isWithin = (x: number) => Math.abs(x - middle) < half
  const isAbove = (x: number, y: number) => y < lineAt(x) + 1 && (!isHat || isWithin(x))
  return {
    isHat,
    isAbove,
    lineAt,
    joins: (x, y) => isWithin(x) && Math.abs(y - lineAt(x)) < JOINT,
    drops: (x, y) => isWide && isBeside(x) && y < lineAt(x) + HAT.trimmed,
    holds: (x, y) => isWithin(x) && isAbove(x, y) && y > lineAt(x) - arch(x - middle),
  }
}

/** The lean of both sides of a head towards its middle, in units across per unit up. */
type Lean = { readonly left: number; readonly right: number }
const UPRIGHT: Lean = { left: 0, right: 0 }

/** Measures how the outline on both sides runs into the cut. */
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

/**
 * An arch that goes on from both sides of a head the way they run and is level at its top.
 *
 * @returns its height at a distance from the middle, 0 beyond its ends
 */
function drawArch({ half, height, lean }: { half: number; height: number; lean: Lean }): (x: number) => number {
  const outline: { x: number; y: number }[] = []
  for (const side of [-1, 1] as const) {
    const up = FULLNESS.side * height
    const inward = Math.min((side < 0 ? lean.left : lean.right) * up, 0.6 * half)
    const handle = { x: side * (half - inward), y: up }
    const top = { x: side * Math.min(FULLNESS.top * half, half - inward), y: height }
    for (let step = 0; step <= STEPS; step++) {
      const t = side < 0 ? step / STEPS : 1 - step / STEPS
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
      outline.push({ x: a * side * half + b * handle.x + c * top.x, y: b * handle.y + c * top.y + d * height })
    }
  }
  const heights: number[] = []
  for (let x = -half, next = 1; x <= half; x += 1 / PER_UNIT) {
    while (next < outline.length - 1 && outline[next]!.x < x) next++
    const [from, to] = [outline[next - 1]!, outline[next]!]
    heights.push(from.y + ((to.y - from.y) * (x - from.x)) / Math.max(1e-6, to.x - from.x))
  }
  return (x) => heights[Math.round((x + half) * PER_UNIT)] ?? 0
}

const shareIn = (cut: readonly Cut[], is: (one: Cut) => boolean) =>
  cut.length === 0 ? 0 : cut.filter(is).length / cut.length

/** The ends of a head at the brows, in units. */
function findSides(piece: Field, grid: Grid): Sides {
  const start = Math.round((HAT.sidesY - grid.y0) * grid.perUnit) * grid.w
  let [left, right] = [0, 0]
  for (let column = 0; column < grid.w; column++) {
    if (piece[start + column]! < 0.5) continue
    left = Math.min(left, unitX(grid, column))
    right = Math.max(right, unitX(grid, column))
  }
  return { left, right }
}

/** The places right above the head at which the photo ends, from left to right. */
function findCut(piece: Field, kind: Uint8Array, isInside: (i: number) => boolean, grid: Grid): Cut[] {
  const cut: Cut[] = []
  for (let column = 0; column < grid.w; column++) {
    let row = 0
    while (row < grid.h && !isInside(row * grid.w + column)) row++
    const i = row * grid.w + column
    if (row === 0 || row === grid.h || unitY(grid, row) > BROWS_Y || piece[i]! < NEAR_MIN) continue
    cut.push({ x: unitX(grid, column), y: unitY(grid, row), kind: kind[i]! })
  }
  return cut
}
