import { AppError } from '#shared/client/errors.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { nextPose, poseFor, type PoseId, posesFor, type Rolled } from '#shared/domain/pose.ts'
import { getTier } from '#shared/domain/rarity.ts'
import type { Job } from './machine.ts'

type Posing = Pick<Job, 'id' | 'player' | 'rolledStats' | 'pose' | 'firstPose'>

/**
 * The pose that a generation's card shows, however often it is drawn.
 *
 * @param isSmiling false for the serious face of a photo that was just looked at
 */
export const getPose = (job: Posing, isSmiling = true): PoseId => job.pose ?? poseFor(job.id, toRolled(job), isSmiling)

/** The pose that comes after the one that a generation's card shows, or before it. */
export const getNextPose = (job: Posing, wanted: 'another' | 'previous'): PoseId =>
  nextPose(getPose(job), toRolled(job), wanted === 'another' ? 1 : -1)

/** The pose in which a generation's card was first drawn, before any other pose of it. */
export const getFirstPose = (job: Posing): PoseId => job.firstPose ?? getPose(job)

/** Some gear leaves its wearer a single pose. */
export const hasOtherPose = (job: Posing): boolean => posesFor(toRolled(job)).length > 1

function toRolled({ player, rolledStats }: Posing): Rolled {
  const armor = getArmor(player.armor)
  if (armor === null) throw new AppError('INTERNAL', undefined, { cause: 'a job with unknown gear' })
  return { armorId: armor.id, jerseyNumber: player.number, tier: getTier(rolledStats) }
}
