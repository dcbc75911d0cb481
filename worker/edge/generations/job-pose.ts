import { AppError } from '#shared/client/errors.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { nextPose, poseFor, type PoseId, posesFor, type PoseTraits } from '#shared/domain/pose.ts'
import { getTier } from '#shared/domain/rarity.ts'
import type { Job } from './machine.ts'

type Posing = Pick<Job, 'id' | 'player' | 'rolledStats' | 'pose' | 'firstPose'>

/**
 * Returns the pose of a generation's card. It is the same every time the card is drawn.
 *
 * @param isSmiling false if the photo's face was just found to be serious
 */
export const getPose = (job: Posing, isSmiling = true): PoseId => job.pose ?? poseFor(job.id, toRolled(job), isSmiling)

/** Returns the next or previous pose for a generation's card. */
export const getNextPose = (job: Posing, wanted: 'another' | 'previous'): PoseId =>
  nextPose(getPose(job), toRolled(job), wanted === 'another' ? 1 : -1)

/** Returns the pose in which a generation's card was first drawn. */
export const getFirstPose = (job: Posing): PoseId => job.firstPose ?? getPose(job)

/** Returns false for gear that allows only one pose. */
export const hasOtherPose = (job: Posing): boolean => posesFor(toRolled(job)).length > 1

function toRolled({ player, rolledStats }: Posing): PoseTraits {
  const armor = getArmor(player.armor)
  if (armor === null) throw new AppError('INTERNAL', undefined, { cause: 'a job with unknown gear' })
  return { armorId: armor.id, jerseyNumber: player.number, tier: getTier(rolledStats) }
}
