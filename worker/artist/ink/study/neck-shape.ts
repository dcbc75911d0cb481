import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { FaceMap } from './face-map.ts'
import { between, getNeckTop } from './face-map.ts'
import type { Sides } from './head-shape.ts'
import type { Place2 } from '../field/polygon.ts'
import type { Portrait } from './portrait.ts'

/**
 * Shape of the visible neck above a collar, in units of its head. Its width follows the jaw. At the collar it spreads
 * into the shoulders so that no gap shows between the two.
 */
export type NeckShape = {
  /** Returns both sides of the neck at a height. */
  readonly sidesAt: (y: number) => Sides
  /** Returns both sides with the nape that shows between the jaw and hair that hangs beside it. */
  readonly underHairAt: (y: number) => Sides
  readonly x: number
  /** Height of the neck's top, behind the jaw. */
  readonly topY: number
  /** Height of the collar's ends. */
  readonly endsY: number
}

/**
 * Position of the collar, in units of the head: the height of its ends beside the neck and their distance from the
 * middle.
 */
export type Collar = { readonly endsY: number; readonly halfWidth: number; readonly middleX: number }

/** Neck width relative to jaw width. */
const OF_JAW = 0.88
/** Limits of the neck's width relative to the collar's opening. */
const OF_COLLAR = { least: 0.74, most: 0.92 } as const
/**
 * Heights above the collar's ends where a neck starts and finishes spreading, and its final half width. All are shares
 * of the collar's half width.
 */
const SPREAD = { from: 0.6, to: -0.05, width: 1.02 } as const

/**
 * The far side of a neck in profile recedes behind the face over this height above the chin, in units. The change fades
 * in across the `yaw` angles, in radians.
 */
const THROAT = { units: 10, yaw: [0.42, 0.65] } as const

/**
 * The far side of a turned neck starts under the jaw, this far beyond the chin. It spreads to the collar over these
 * units. The change fades in across the `yaw` angles, in radians.
 */
const FAR = { beyondChin: 16, spread: 16, yaw: [0.14, 0.34] } as const

/** The nape of a turned head starts behind its ear, this far above the jaw's end below it, in units. */
const BEHIND_EAR = 4

/**
 * Shape of the nape, which a turned head shows on its near side. It starts this far behind the jaw's end below the ear,
 * in units, ahead and in `profile`, where its upper end is `round`. It narrows to the neck between these shares of the
 * way to the collar. Ahead and without hair beside it a long nape looks like a slanted neck. It fades in across the
 * `yaw` angles, in radians.
 */
const NAPE = {
  behindEar: [-3, 6],
  round: 14,
  yaw: [0.08, 0.24],
  profile: [0.25, 0.5],
  taper: { bare: [0.1, 0.85], profile: [0.2, 1], underHair: [0.35, 1.2] },
} as const

const mixed = (one: readonly [number, number], other: readonly [number, number], share: number) =>
  [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share] as const

export function neckShape(map: FaceMap, { endsY, halfWidth, middleX }: Collar): NeckShape {
  const jaw = between(map.points[172]!, map.points[397]!) / 2 / Math.max(0.75, Math.cos(map.yaw))
  const half = clamp(OF_JAW * jaw, OF_COLLAR.least * halfWidth, OF_COLLAR.most * halfWidth)
  const [from, to] = [endsY - SPREAD.from * halfWidth, endsY + SPREAD.to * halfWidth]
  const halfAt = (y: number) => {
    const share = clamp((y - from) / (to - from), 0, 1)
    return half + (SPREAD.width * halfWidth - half) * share * share * smoothstep(0, 0.9, share)
  }
  const turned = smoothstep(...NAPE.yaw, Math.abs(map.yaw))
  const inProfile = smoothstep(...NAPE.profile, Math.abs(map.yaw))
  const [ahead, aside] = NAPE.behindEar
  const behindEar = ahead + (aside - ahead) * inProfile
  const ears = { left: map.points[132]!, right: map.points[361]! }
  const jawTop = getNeckTop(map)
  const earTop = (map.yaw > 0 ? ears.left : ears.right).y - BEHIND_EAR
  const topY = jawTop - turned * Math.max(0, jawTop - earTop)
  /** @param seen the visible share of the nape */
  const halfWithNape = (y: number, ear: Place2, seen: number, taper: readonly [number, number]) => {
    const own = halfAt(y)
    const share = seen * (1 - smoothstep(...taper, (y - ear.y) / (endsY - ear.y)))
    const round = 1 - clamp((y - topY) / NAPE.round, 0, 1)
    const beyond = behindEar > 0 ? behindEar * Math.sqrt(1 - round * round) : behindEar
    return own + share * Math.max(0, Math.abs(ear.x - middleX) + beyond - own)
  }
  const throat = smoothstep(...THROAT.yaw, Math.abs(map.yaw))
  const chin = map.points[152]!
  const underJaw = Math.max(0, Math.sign(map.yaw) * (chin.x - middleX) + FAR.beyondChin)
  const isFar = smoothstep(...FAR.yaw, Math.abs(map.yaw))
  /** Returns the limited half width of the far side. */
  const limitFar = (own: number, y: number) =>
    own - isFar * (1 - smoothstep(endsY - FAR.spread, endsY, y)) * Math.max(0, own - underJaw)
  const createSides = (near: number, far: number, taper: readonly [number, number]) => {
    const nearAt = (y: number, ear: Place2) => halfWithNape(y, ear, near, taper)
    const farAt = (y: number, ear: Place2) =>
      limitFar(halfWithNape(y, ear, far, taper), y) * (1 - throat * smoothstep(0, THROAT.units, chin.y - y))
    const [leftAt, rightAt] = map.yaw > 0 ? [nearAt, farAt] : [farAt, nearAt]
    return (y: number): Sides => ({ left: middleX - leftAt(y, ears.left), right: middleX + rightAt(y, ears.right) })
  }
  return {
    sidesAt: createSides(turned, 0, mixed(NAPE.taper.bare, NAPE.taper.profile, inProfile)),
    underHairAt: createSides(1, 1 - turned, NAPE.taper.underHair),
    x: middleX,
    topY,
    endsY,
  }
}

/** Hair shows behind a neck if other hair hangs within this distance, searched in these steps, in units. */
const BESIDE = { units: 36, step: 1.5 } as const
/** Distance between the heights that are searched for hair, in units. */
const ROW_UNITS = 0.5
/** Hair that ends above the collar also ends behind the neck. This is its growth in width per unit upward. */
const END_SLOPE = 1.1
/** Hair that ends this close to the collar continues into it, in units. */
const NEAR_COLLAR = 6

/** Returns a function for both sides of a neck including the hair behind it. Without hair they are the neck's own. */
export function findHairBehind(
  { sidesAt, topY, endsY }: NeckShape,
  { grid, distance, drawnHair, hasTail }: Pick<Portrait, 'grid' | 'distance' | 'drawnHair' | 'hasTail'>,
): (y: number) => Sides {
  if (drawnHair === null || hasTail) return sidesAt
  const depthAt = depthIn({ grid, distance })
  /** Extent of the hair beyond each side, from the bottom up. */
  const rows: { left: number; right: number }[] = []
  const ends = { left: Infinity, right: Infinity }
  const reach = (side: number, away: 1 | -1, y: number) => {
    const end = away < 0 ? 'left' : 'right'
    let far: number = BESIDE.units
    while (far > 0 && depthAt(side + away * far, y) <= 1) far -= BESIDE.step
    if (far <= 0 && y < endsY - NEAR_COLLAR) ends[end] = y
    return away * Math.max(0, Math.min(far, END_SLOPE * (ends[end] - y)))
  }
  for (let y = endsY + BESIDE.units; y >= topY; y -= ROW_UNITS) {
    const { left, right } = sidesAt(y)
    rows.push({ left: reach(left, -1, y), right: reach(right, 1, y) })
  }
  for (let i = Math.min(rows.length, Math.ceil((BESIDE.units + NEAR_COLLAR) / ROW_UNITS)) - 2; i >= 0; i--) {
    if (rows[i]!.left === 0) rows[i]!.left = rows[i + 1]!.left
    if (rows[i]!.right === 0) rows[i]!.right = rows[i + 1]!.right
  }
  return (y) => {
    const { left, right } = sidesAt(y)
    const more = rows[Math.round((endsY + BESIDE.units - y) / ROW_UNITS)] ?? { left: 0, right: 0 }
    return { left: left + more.left, right: right + more.right }
  }
}

/** Returns a function for the depth of a point inside the head, in units. Points far below the grid are outside. */
export function depthIn({ grid, distance }: Pick<Portrait, 'grid' | 'distance'>): (x: number, y: number) => number {
  const { w, h, perUnit, x0, y0 } = grid
  return (x, y) => {
    const px = clamp((x - x0) * perUnit - 0.5, 0, w - 1.001)
    const py = Math.max(0, (y - y0) * perUnit - 0.5)
    if (py >= h - 1) return -20
    const column = Math.floor(px)
    const row = Math.floor(py)
    const u = px - column
    const i = row * w + column
    const upper = distance[i]! * (1 - u) + distance[i + 1]! * u
    const lower = distance[i + w]! * (1 - u) + distance[i + w + 1]! * u
    return (upper + (lower - upper) * (py - row)) / perUnit
  }
}
