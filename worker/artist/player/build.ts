import type { FaceMap } from '../ink/study/face-map.ts'
import { between, getMiddle } from '../ink/study/face-map.ts'

export type Build = 'slim' | 'medium' | 'broad' | 'child'

/** The width and the height of each build, as shares of the medium one. */
export const BUILDS: Readonly<Record<Build, { readonly x: number; readonly y: number }>> = {
  slim: { x: 0.91, y: 0.98 },
  medium: { x: 1, y: 1 },
  broad: { x: 1.05, y: 1.02 },
  child: { x: 0.79, y: 0.88 },
}

/** Proportions of a head that is turned or nods farther cannot be measured. Radians. */
const TURNED = { yaw: 0.25, pitch: 0.4 } as const
/** The width of a jaw as a share of the height of its face: up to the first it is narrow, from the second on broad. */
const JAW = { narrow: 0.62, broad: 0.69 } as const
/**
 * A child's eyes are far apart, its face is round and short below the eyes: each as a share of the height of the face,
 * set against an adult's. Their sum is 1 for an adult.
 */
const ADULT = { eyes: 0.4, width: 0.85, lower: 0.67 } as const
const CHILD_FROM = 1.055

/** Places of the face mesh: forehead, chin, both sides of the face, both corners of the jaw. */
const PLACES = { top: 10, chin: 152, left: 234, right: 454, jawLeft: 172, jawRight: 397 } as const

/** The build that a face suggests by its proportions. */
export function buildFor({ points, eyes, yaw, pitch }: FaceMap): Build {
  if (Math.abs(yaw) > TURNED.yaw || Math.abs(pitch) > TURNED.pitch) return 'medium'
  const at = (name: keyof typeof PLACES) => points[PLACES[name]]!
  const height = between(at('chin'), at('top'))
  const across = (units: number) => units / (Math.cos(yaw) * height)
  const [left, right] = [eyes[0].centre, eyes[1].centre]
  const roundness =
    across(between(left, right)) / ADULT.eyes +
    across(at('right').x - at('left').x) / ADULT.width -
    (at('chin').y - getMiddle([left, right]).y) / (ADULT.lower * height)
  if (roundness >= CHILD_FROM) return 'child'
  const jaw = across(at('jawRight').x - at('jawLeft').x)
  if (jaw <= JAW.narrow) return 'slim'
  return jaw >= JAW.broad ? 'broad' : 'medium'
}
