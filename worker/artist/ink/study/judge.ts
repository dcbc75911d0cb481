import type { Notice } from '#shared/domain/notices.ts'
import type { Face } from '../../vision/index.ts'
import type { FaceMap } from './face-map.ts'
import { indexAt, unitY } from '../field/grid.ts'
import type { HeadMask } from './head-mask.ts'
import type { Gains } from './crop.ts'
import { CAST_GAIN_MAX } from './light.ts'
import { percentile } from '#worker/graphics/numbers.ts'
import type { Portrait } from './portrait.ts'
import { isOutOfFocus } from '../field/sharpness.ts'
import { unlikeSkin } from '../color/skin-likelihood.ts'

export type Judgement = {
  /** `ink` when drawing is sure to be like the person, `photo` in doubt. */
  readonly finish: 'ink' | 'photo'
  /** Height above the centre of the face at which the photo's edge cuts the crown, in units; null when it does not. */
  readonly crownCutAt: number | null
  /** Extent of the photo below the centre of the face, in units. */
  readonly reachesDown: number
  readonly notices: readonly Notice[]
}

/** Gain from which the light was so low that noise and color are the camera's own. */
const DARK_GAIN = 8
const DIM_GAIN = 3
/** Largest distance from skin of a color that is taken for skin. */
const UNLIKE_MAX = 0.3
/** Up to here the skin is drawn in a color that skin has; farther off it is no longer known which. */
const UNLIKE_ANYBODY = 1.5
/** A photo in which hardly a pixel has more color than this has none: its skin is grey on purpose. */
const GREY_CHROMA = 0.012
/** No lamp that people live under lacks so much green: only the light of a stage does. */
const GREEN_GAIN_MAX = 2
/** A head turned further than this hides half a face. Radians. */
const TURNED = 0.7
/** Pixels per unit below which a face has no features to ink, and below which it is worth a word. */
const UNIT_PX_MIN = 0.4
const UNIT_PX_SMALL = 0.55
/** Number of the 36 places of a face's ring that may lie on the photo's edge. */
const OVAL_CUT_MAX = 3
/** A skull's height above the centre of the face: what the photo must show of it. */
const SKULL_UNITS = 80

export function judge({
  face,
  map,
  head,
  portrait,
  exposure,
  light,
}: {
  face: Face
  map: FaceMap
  head: HeadMask
  portrait: Portrait
  exposure: Gains
  light: Gains
}): Judgement {
  const strongest = Math.max(light.red, light.green, light.blue)
  const isGrey = isGreyPhoto(head)
  const unlike = isGrey ? 0 : unlikeSkin(portrait.skinColor)
  const isOnStage = strongest >= 0.98 * CAST_GAIN_MAX * exposure.red || light.green > GREEN_GAIN_MAX * exposure.green
  const isTinted = isOnStage || unlike > UNLIKE_MAX
  const isBlurred = isOutOfFocus(portrait.sharpness)
  const isDark = exposure.red >= DARK_GAIN
  const isSmall = face.pose.unitPx < UNIT_PX_MIN
  const cut = measureCrownCut(head)
  const notices: Notice[] = []
  if (exposure.red >= DIM_GAIN) notices.push('dark')
  if (isBlurred) notices.push('blurred')
  if (cut !== null || isFaceCut(head, map)) notices.push('cut-off')
  if (Math.abs(map.yaw) > TURNED) notices.push('turned')
  if (face.pose.unitPx < UNIT_PX_SMALL) notices.push('small')
  if (isTinted) notices.push('tinted')
  return {
    finish: isOnStage || unlike > UNLIKE_ANYBODY || isBlurred || isDark || isSmall ? 'photo' : 'ink',
    crownCutAt: cut,
    reachesDown: measureReach(head),
    notices,
  }
}

function isGreyPhoto({ crop: { a, b, inside } }: HeadMask): boolean {
  const chroma: number[] = []
  for (let i = 0; i < a.length; i += 11) if (inside[i]) chroma.push(Math.hypot(a[i]!, b[i]!))
  return percentile(chroma, 0.95) < GREY_CHROMA
}

/** Height to which the photo shows the middle of the crown, when its edge lies below the top of a skull. */
function measureCrownCut({ crop: { grid, inside } }: HeadMask): number | null {
  const heights = [-24, -12, 0, 12, 24].map((x) => {
    for (let y = -10; y > grid.y0 + 1; y--) if (inside[indexAt(grid, x, y)] === 0) return -y
    return -unitY(grid, 0)
  })
  const least = Math.min(...heights)
  return least < SKULL_UNITS ? least : null
}

/** Extent of the photo down its middle. */
function measureReach({ crop: { grid, inside } }: HeadMask): number {
  const last = unitY(grid, grid.h - 1)
  for (let y = 0; y < last - 1; y++) if ([-20, 0, 20].some((x) => inside[indexAt(grid, x, y)] === 0)) return y
  return Number.POSITIVE_INFINITY
}

/** A cheek or the chin lies beyond the photo's edge. */
function isFaceCut({ crop: { grid, inside } }: HeadMask, { oval }: FaceMap): boolean {
  return oval.filter(({ x, y }) => inside[indexAt(grid, x, y)] !== 1).length > OVAL_CUT_MAX
}
