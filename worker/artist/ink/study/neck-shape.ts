import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { FaceMap } from './face-map.ts'
import { between } from './face-map.ts'
import type { Sides } from './head-shape.ts'
import type { Place2 } from '../field/polygon.ts'
import type { Portrait } from './portrait.ts'

/**
 * A neck in units of the head that it carries, as it is seen above a collar: as wide as the jaw asks for, and where it
 * reaches the collar it spreads into the shoulders, so that no light is seen between the two.
 */
export type NeckShape = {
  /** Both sides at a height, in the open and where hair hangs beside them. */
  readonly sidesAt: (y: number) => Sides
  readonly underHairAt: (y: number) => Sides
  readonly x: number
  /** The height at which it begins behind the jaw. */
  readonly topY: number
  /** The height of the collar's ends. */
  readonly endsY: number
}

/** The place of the collar, in units of the head: its ends beside the neck, and their distance from the middle. */
export type Collar = { readonly endsY: number; readonly halfWidth: number; readonly middleX: number }

/** Half a neck beside half a jaw. */
const OF_JAW = 0.8
/** The least and the most of it beside the collar's opening. */
const OF_COLLAR = { least: 0.62, most: 0.83 } as const
/** The height above the collar's ends at which a neck begins to spread, as a share of the collar's half width, and the height at which it is that wide. */
const SPREAD = { from: 0.6, to: -0.05, width: 1.02 } as const

/** A neck begins behind the jaw, so far above its corners, in units. */
const BEHIND_JAW = 8

/**
 * A turned head shows its nape on the side that it turns away from, fully from the second angle on, in radians: from so
 * far inside the ear, in units, it runs down into the neck between these shares of the way to the collar. Between a jaw
 * and hair it is seen of every head, except on the far side.
 */
const NAPE = { insideEar: 3, yaw: [0.08, 0.24], taper: [0.35, 1.2] } as const

export function neckShape(map: FaceMap, { endsY, halfWidth, middleX }: Collar): NeckShape {
  const jaw = between(map.points[172]!, map.points[397]!) / 2 / Math.max(0.75, Math.cos(map.yaw))
  const half = clamp(OF_JAW * jaw, OF_COLLAR.least * halfWidth, OF_COLLAR.most * halfWidth)
  const [from, to] = [endsY - SPREAD.from * halfWidth, endsY + SPREAD.to * halfWidth]
  const halfAt = (y: number) => {
    const share = clamp((y - from) / (to - from), 0, 1)
    return half + (SPREAD.width * halfWidth - half) * share * share * smoothstep(0, 0.9, share)
  }
  const topY = Math.min(map.points[172]!.y, map.points[397]!.y) - BEHIND_JAW
  const turned = smoothstep(...NAPE.yaw, Math.abs(map.yaw))
  const ears = { left: map.points[132]!, right: map.points[361]! }
  /** @param seen the share of the nape that is seen */
  const halfWithNape = (y: number, ear: Place2, seen: number) => {
    const own = halfAt(y)
    const share = seen * (1 - smoothstep(...NAPE.taper, (y - ear.y) / (endsY - ear.y)))
    return own + share * Math.max(0, Math.abs(ear.x - middleX) - NAPE.insideEar - own)
  }
  const sidesOf = (near: number, far: number) => {
    const [left, right] = map.yaw > 0 ? [near, far] : [far, near]
    return (y: number): Sides => ({
      left: middleX - halfWithNape(y, ears.left, left),
      right: middleX + halfWithNape(y, ears.right, right),
    })
  }
  return { sidesAt: sidesOf(turned, 0), underHairAt: sidesOf(1, 1 - turned), x: middleX, topY, endsY }
}

/** Hair is seen behind a neck where other hair hangs so near, in units. */
const BESIDE = { units: 36, step: 1.5 } as const
/** The distance between the heights at which hair beside a neck is looked for, in units. */
const ROW_UNITS = 0.5
/** Hair that ends above the collar ends behind the neck as well: so much narrower per unit up from there. */
const END_SLOPE = 1.1
/** Hair that ends this close to the collar goes on into it, in units. */
const NEAR_COLLAR = 6

/** Returns both sides of a neck with the hair that is seen behind it, at each height: its own sides without hair. */
export function findHairBehind(
  { sidesAt, topY, endsY }: NeckShape,
  { grid, distance, drawnHair }: Pick<Portrait, 'grid' | 'distance' | 'drawnHair'>,
): (y: number) => Sides {
  if (drawnHair === null) return sidesAt
  const depthAt = depthIn({ grid, distance })
  /** The reach of hair beyond each side, from below. */
  const rows: Sides[] = []
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
  return (y) => {
    const { left, right } = sidesAt(y)
    const more = rows[Math.round((endsY + BESIDE.units - y) / ROW_UNITS)] ?? { left: 0, right: 0 }
    return { left: left + more.left, right: right + more.right }
  }
}

/** The depth of a point inside the head, in units; a point far below the study's window lies outside. */
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
