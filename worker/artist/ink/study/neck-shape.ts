import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { FaceMap } from './face-map.ts'
import { between } from './face-map.ts'
import type { Portrait } from './portrait.ts'

/**
 * Shape of the visible neck above a collar, in units of its head. Its width follows the jaw. At the collar it spreads
 * into the shoulders so that no gap shows between the two.
 */
export type NeckShape = {
  /** Returns the distance of a point of head space from the neck's sides and top, in units; negative outside. */
  readonly depthAt: (x: number, y: number) => number
  /** Returns half the neck's width at a height, in units. */
  readonly halfAt: (y: number) => number
  readonly x: number
  /** Height of the neck's top, behind the jaw. */
  readonly topY: number
}

/**
 * Position of the collar, in units of the head: the height of its ends beside the neck and their distance from the
 * middle.
 */
export type Collar = { readonly endsY: number; readonly halfWidth: number; readonly middleX: number }

/** Neck width relative to jaw width. */
const OF_JAW = 0.8
/** Limits of the neck's width relative to the collar's opening. */
const OF_COLLAR = { least: 0.62, most: 0.83 } as const
/**
 * Heights above the collar's ends where a neck starts and finishes spreading, and its final half width. All are shares
 * of the collar's half width.
 */
const SPREAD = { from: 0.6, to: -0.05, width: 1.02 } as const

/** A neck starts behind the jaw, this far above the jaw's corners, in units. */
const BEHIND_JAW = 8

export function neckShape(map: FaceMap, { endsY, halfWidth, middleX }: Collar): NeckShape {
  const jaw = between(map.points[172]!, map.points[397]!) / 2 / Math.max(0.75, Math.cos(map.yaw))
  const half = clamp(OF_JAW * jaw, OF_COLLAR.least * halfWidth, OF_COLLAR.most * halfWidth)
  const [from, to] = [endsY - SPREAD.from * halfWidth, endsY + SPREAD.to * halfWidth]
  const halfAt = (y: number) => {
    const share = clamp((y - from) / (to - from), 0, 1)
    return half + (SPREAD.width * halfWidth - half) * share * share * smoothstep(0, 0.9, share)
  }
  const topY = Math.min(map.points[172]!.y, map.points[397]!.y) - BEHIND_JAW
  return { halfAt, depthAt: (x, y) => Math.min(halfAt(y) - Math.abs(x - middleX), y - topY), x: middleX, topY }
}

/** Hair shows behind a neck if other hair hangs within this distance, in units. */
const BESIDE_UNITS = 36

/**
 * Returns the distance from the middle of a neck to the outer end of the hair beside it, in units. Without hair it is
 * half the neck's width.
 */
export function reachBeside(
  { x, halfAt }: NeckShape,
  y: number,
  away: 1 | -1,
  depthAt: (x: number, y: number) => number,
): number {
  const half = halfAt(y)
  for (let far = half + BESIDE_UNITS; far > half; far -= 1.5) if (depthAt(x + away * far, y) > 1) return far
  return half
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
