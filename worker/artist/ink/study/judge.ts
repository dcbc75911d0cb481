import type { Notice } from '#shared/domain/notices.ts'
import type { Face } from '../../vision/index.ts'
import type { FaceMap } from './face-map.ts'
import { indexAt, unitY } from '../field/grid.ts'
import type { HeadMask } from './head-mask.ts'
import type { Gains } from './crop.ts'
import { CAST_GAIN_MAX } from './light.ts'
import type { Portrait } from './portrait.ts'
import { isOutOfFocus } from '../field/sharpness.ts'
import { unlikeSkin } from '../color/skin-likelihood.ts'

export type Judgment = {
  /** `ink` if a drawing will certainly resemble the person, otherwise `photo`. */
  readonly finish: 'ink' | 'photo'
  readonly notices: readonly Notice[]
}

/** Gain above which the light was so low that noise and color come from the camera. */
const DARK_GAIN = 8
const DIM_GAIN = 3
/** Maximum distance from skin colors that still counts as skin. */
const UNLIKE_MAX = 0.3
/** Maximum distance at which the skin's color can be corrected. Beyond it the true color is unknown. */
const UNLIKE_ANYBODY = 1.5
/** Maximum green gain under household lamps. Only stage lights lack more green. */
const GREEN_GAIN_MAX = 2
/** A head turned farther than this hides half the face. Radians. */
const TURNED = 0.7
/** Pixels per unit below which a face has no features to ink, and below which visitors get a notice. */
const UNIT_PX_MIN = 0.4
const UNIT_PX_SMALL = 0.75
/** Number of the ring's 36 landmarks that may lie beyond the photo's edge. */
const OVAL_CUT_MAX = 3
/** Height of a skull above the center of the face, which the photo must show. */
const SKULL_UNITS = 80

export function judge({
  face,
  map,
  head,
  portrait,
  exposure,
  light,
  isCovered,
  isCrowded,
}: {
  face: Face
  map: FaceMap
  head: HeadMask
  portrait: Portrait
  exposure: Gains
  light: Gains
  /** A hand or an object is in front of the face. */
  isCovered: boolean
  /** The cutout includes another person's hair. */
  isCrowded: boolean
}): Judgment {
  const strongest = Math.max(light.red, light.green, light.blue)
  const unlike = unlikeSkin(portrait.skinColor)
  const isOnStage = strongest >= 0.98 * CAST_GAIN_MAX * exposure.red || light.green > GREEN_GAIN_MAX * exposure.green
  const isTinted = isOnStage || unlike > UNLIKE_MAX
  const isBlurred = isOutOfFocus(portrait.sharpness)
  const isDark = exposure.red >= DARK_GAIN
  const isSmall = face.pose.unitPx < UNIT_PX_MIN
  const notices: Notice[] = []
  if (exposure.red >= DIM_GAIN) notices.push('dark')
  if (isBlurred) notices.push('blurred')
  if (isCrownCut(head) || isFaceCut(head, map)) notices.push('cut-off')
  // The net sees objects in blurred faces.
  if (isCovered && !isBlurred) notices.push('covered')
  if (isCrowded) notices.push('crowded')
  if (Math.abs(map.yaw) > TURNED) notices.push('turned')
  if (face.pose.unitPx < UNIT_PX_SMALL) notices.push('small')
  if (isTinted) notices.push('tinted')
  return {
    finish: isOnStage || unlike > UNLIKE_ANYBODY || isBlurred || isDark || isSmall ? 'photo' : 'ink',
    notices,
  }
}

/** Returns true if the photo does not show the whole skull. */
function isCrownCut({ crop: { grid, inside } }: HeadMask): boolean {
  if (unitY(grid, 0) > -SKULL_UNITS) return true
  return [-24, -12, 0, 12, 24].some((x) => {
    for (let y = -10; y > -SKULL_UNITS; y--) if (inside[indexAt(grid, x, y)] === 0) return true
    return false
  })
}

/** Returns true if a cheek or the chin lies beyond the photo's edge. */
function isFaceCut({ crop: { grid, inside } }: HeadMask, { oval }: FaceMap): boolean {
  return oval.filter(({ x, y }) => inside[indexAt(grid, x, y)] !== 1).length > OVAL_CUT_MAX
}
