import type { PoseId } from '#shared/domain/pose.ts'
import type { Pose } from '../pose.ts'
import { armsCrossed } from './arms-crossed.ts'
import { cheering } from './cheering.ts'
import { flex } from './flex.ts'
import { handsOnHips } from './hands-on-hips.ts'
import { helmetCarried } from './helmet-carried.ts'
import { pointUp } from './point-up.ts'
import { roar } from './roar.ts'
import { stiffArm } from './stiff-arm.ts'
import { throwing } from './throwing.ts'
import { trophyRaised } from './trophy-raised.ts'

/** All poses by id. */
export const POSE_DRAWINGS: Readonly<Record<PoseId, Pose>> = {
  'arms-crossed': armsCrossed,
  'stiff-arm': stiffArm,
  throwing,
  'point-up': pointUp,
  'trophy-raised': trophyRaised,
  'hands-on-hips': handsOnHips,
  flex,
  roar,
  'helmet-carried': helmetCarried,
  cheering,
}

export const findPose = (id: PoseId): Pose => POSE_DRAWINGS[id]
