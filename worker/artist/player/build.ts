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
 * A child's face is short below the eyes, narrow at the jaw and low at the forehead. These are the weights of the three
 * relative to the width of the face, and the score of a mean adult. A child has at most `child` times that score: 18 of
 * 21 children do, and 8 of 390 adults. A hand or cloth at the jaw shortens the measured face by up to 4 %, so `touched`
 * is the limit there.
 */
const LENGTH = { jaw: 2.8, forehead: 1.7, adult: 3.986, child: 0.9725, touched: 0.94 } as const

/** Landmarks of the face mesh: forehead, chin, sides of the face, corners of the jaw, and its ends below the ears. */
const PLACES = {
  top: 10,
  chin: 152,
  left: 234,
  right: 454,
  jawLeft: 172,
  jawRight: 397,
  belowLeftEar: 58,
  belowRightEar: 288,
} as const

/** Guesses a build from the proportions of the face. */
export function buildFor({ points, eyes, yaw, pitch, isJawTouched }: FaceMap): Build {
  if (Math.abs(yaw) > TURNED.yaw || Math.abs(pitch) > TURNED.pitch) return 'medium'
  const at = (name: keyof typeof PLACES) => points[PLACES[name]]!
  const eyesY = getMiddle([eyes[0].center, eyes[1].center]).y
  const width = (at('right').x - at('left').x) / Math.cos(yaw)
  const jawEnds = between(at('belowLeftEar'), at('belowRightEar')) / Math.cos(yaw)
  const length = at('chin').y - eyesY + LENGTH.jaw * jawEnds + LENGTH.forehead * (eyesY - at('top').y)
  if (length <= (isJawTouched ? LENGTH.touched : LENGTH.child) * LENGTH.adult * width) return 'child'
  const jaw = (at('jawRight').x - at('jawLeft').x) / (Math.cos(yaw) * between(at('chin'), at('top')))
  if (jaw <= JAW.narrow) return 'slim'
  return jaw >= JAW.broad ? 'broad' : 'medium'
}
