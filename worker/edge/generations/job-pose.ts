import { AppError } from '#shared/client/errors.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { nextPose, poseFor, type PoseId, posesFor, type Rolled } from '#shared/domain/pose.ts'
import { tierOf } from '#shared/domain/rarity.ts'
import type { Job } from './machine.ts'

type Posing = Pick<Job, 'id' | 'player' | 'rolledStats' | 'pose'>

/** The pose that a generation's card shows, however often it is drawn. */
export const getPose = (job: Posing): PoseId => job.pose ?? poseFor(job.id, toRolled(job))

/** The pose that comes after the one that a generation's card shows. */
export const getNextPose = (job: Posing): PoseId => nextPose(getPose(job), toRolled(job))

/** Some gear leaves its wearer a single pose. */
export const hasOtherPose = (job: Posing): boolean => posesFor(toRolled(job)).length > 1

function toRolled({ player, rolledStats }: Posing): Rolled {
  const armor = getArmor(player.armor)
  if (armor === null) throw new AppError('INTERNAL', undefined, { cause: 'a job with unknown gear' })
  return { armorId: armor.id, jerseyNumber: player.number, tier: tierOf(rolledStats) }
}
