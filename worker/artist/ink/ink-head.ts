import { letGo } from '#worker/http/let-go.ts'
import { cropHead } from './crop.ts'
import { isGoodCutout } from './cutout-quality.ts'
import { isInkInDoubt } from './ink-doubt.ts'
import { exposureGains, lightGains } from './light.ts'
import { maskHead } from './head-mask.ts'
import { type HeadShape, shapeOf } from './head-shape.ts'
import type { Picture, Pose } from './picture.ts'
import { type Portrait, studyHead } from './portrait.ts'
import { refineByPupils } from './pupils.ts'

/** Pixels per unit at which a head is studied; it is painted at any size. */
const STUDY_PER_UNIT = 2

/** A face narrower than this many pixels per unit has no features to ink. */
const UNIT_PX_MIN = 0.4

export type HeadStudy = {
  readonly portrait: Portrait
  readonly shape: HeadShape
  readonly pose: Pose
  /** The head can be cut out, but what its skin looks like in white light cannot be told. */
  readonly isInDoubt: boolean
}

/** Everything that can be learnt of the head in a picture, or null when it cannot be told from its surroundings. */
export function studyPicture(picture: Picture, found: Pose): HeadStudy | null {
  const exposure = exposureGains(picture)
  const pose = refineByPupils(picture, found, exposure)
  if (pose.unitPx < UNIT_PX_MIN) return null
  const light = lightGains(picture, pose)
  const { crop, mask, certainty } = maskHead(cropHead(picture, pose, STUDY_PER_UNIT, light))
  const portrait = studyHead(crop, mask)
  for (const field of [crop.lightness, crop.a, crop.b]) letGo(field)
  if (!isGoodCutout(portrait.distance, certainty, crop.grid)) return null
  return { portrait, shape: shapeOf(mask, crop.grid), pose, isInDoubt: isInkInDoubt(portrait, exposure, light) }
}
