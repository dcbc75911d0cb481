import type { FaceMap } from '../ink/study/face-map.ts'
import { between, getMiddle } from '../ink/study/face-map.ts'

export type Build = 'slim' | 'medium' | 'broad' | 'child'

/** Width and height of each build, and the girth of its bare arms, relative to the medium one. */
export const BUILDS: Readonly<Record<Build, { readonly x: number; readonly y: number; readonly girth: number }>> = {
  slim: { x: 0.91, y: 0.98, girth: 1 },
  medium: { x: 1, y: 1, girth: 1 },
  broad: { x: 1.02, y: 1.01, girth: 1 },
  child: { x: 0.79, y: 0.88, girth: 0.8 },
}

/** Limits in radians. The proportions of a head that turns or nods farther cannot be measured. */
const TURNED = { yaw: 0.25, pitch: 0.4 } as const
/** Jaw width as a share of the face's height: narrow up to the first value, broad from the second. */
const JAW = { narrow: 0.62, broad: 0.69 } as const
/**
 * Adult proportions as shares of the face's height. A child's eyes are far apart, and its face is round and short below
 * the eyes. The combined score is 1 for an adult.
 */
const ADULT = { eyes: 0.4, width: 0.85, lower: 0.67 } as const
const CHILD_FROM = 1.055

/** Landmarks of the face mesh: forehead, chin, both sides of the face, both corners of the jaw. */
const PLACES = { top: 10, chin: 152, left: 234, right: 454, jawLeft: 172, jawRight: 397 } as const

/** Guesses a build from the proportions of the face. */
export function buildFor({ points, eyes, yaw, pitch }: FaceMap): Build {
  if (Math.abs(yaw) > TURNED.yaw || Math.abs(pitch) > TURNED.pitch) return 'medium'
  const at = (name: keyof typeof PLACES) => points[PLACES[name]]!
  const height = between(at('chin'), at('top'))
  const across = (units: number) => units / (Math.cos(yaw) * height)
  const [left, right] = [eyes[0].center, eyes[1].center]
  const roundness =
    across(between(left, right)) / ADULT.eyes +
    across(at('right').x - at('left').x) / ADULT.width -
    (at('chin').y - getMiddle([left, right]).y) / (ADULT.lower * height)
  if (roundness >= CHILD_FROM) return 'child'
  const jaw = across(at('jawRight').x - at('jawLeft').x)
  if (jaw <= JAW.narrow) return 'slim'
  return jaw >= JAW.broad ? 'broad' : 'medium'
}
