import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { FaceMap } from './face-map.ts'
import { between } from './face-map.ts'

/**
 * A neck in units of the head that it carries, as it is seen above a collar: as wide as the jaw asks for, and where it
 * reaches the collar it spreads into the shoulders, so that no light is seen between the two.
 */
export type NeckShape = {
  /** The distance of a point of head space from the sides of the neck, in units; negative beside the neck. */
  readonly depthAt: (x: number, y: number) => number
  /** Half its width at a height, in units. */
  readonly halfAt: (y: number) => number
  readonly x: number
}

/** The place of the collar, in units of the head: its ends beside the neck, and their distance from the middle. */
export type Collar = { readonly endsY: number; readonly halfWidth: number; readonly middleX: number }

/** Half a neck beside half a jaw. */
const OF_JAW = 0.8
/** The least and the most of it beside the collar's opening. */
const OF_COLLAR = { least: 0.62, most: 0.83 } as const
/** The height above the collar's ends at which a neck begins to spread, as a share of the collar's half width, and the height at which it is that wide. */
const SPREAD = { from: 0.6, to: -0.05, width: 1.02 } as const

export function neckShape(map: FaceMap, { endsY, halfWidth, middleX }: Collar): NeckShape {
  const jaw = between(map.points[172]!, map.points[397]!) / 2 / Math.max(0.75, Math.cos(map.yaw))
  const half = clamp(OF_JAW * jaw, OF_COLLAR.least * halfWidth, OF_COLLAR.most * halfWidth)
  const [from, to] = [endsY - SPREAD.from * halfWidth, endsY + SPREAD.to * halfWidth]
  const halfAt = (y: number) => {
    const share = clamp((y - from) / (to - from), 0, 1)
    return half + (SPREAD.width * halfWidth - half) * share * share * smoothstep(0, 0.9, share)
  }
  return { halfAt, depthAt: (x, y) => halfAt(y) - Math.abs(x - middleX), x: middleX }
}
