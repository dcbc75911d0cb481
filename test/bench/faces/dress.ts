import { ARMOR, type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { type PoseId, poseFor } from '#shared/domain/pose.ts'
import { TEAMS } from '#shared/domain/team.ts'

/** Returns the gear of a face of the list: the same in every run, whichever others are drawn. */
export type Dress = { readonly team: string; readonly gear: ArmorId; readonly pose?: PoseId }

const BARE_EVERY = 3
/** Shares no factor with the 32 teams or the 29 pieces, so each of them has its turn. */
const STEP = 7
const PIECES = ARMOR.flatMap(({ id }) => (id === 'none' ? [] : [id]))

/**
 * Team and gear of a line of the list, counted from 1: every third wears nothing on the head, the others have all
 * pieces in turn.
 *
 * @param gear what everybody wears instead
 * @throws when there is no such piece
 */
export function dressOf(line: number, gear: string | null = null): Dress {
  const i = line - 1
  const piece = gear === null ? null : getArmor(gear)
  if (gear !== null && piece === null)
    throw new Error(`no gear ${gear}; there are ${ARMOR.map(({ id }) => id).join(', ')}`)

  const covered = i - Math.floor(i / BARE_EVERY) - 1
  const worn = piece?.id ?? (i % BARE_EVERY === 0 ? 'none' : PIECES[(covered * STEP) % PIECES.length]!)
  return {
    team: TEAMS[(i * STEP) % TEAMS.length]!.name,
    gear: worn,
    pose: poseFor(String(line), { armorId: worn, jerseyNumber: '', tier: null }),
  }
}
