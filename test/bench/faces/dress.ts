import { ARMOR, type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { TEAMS } from '#shared/domain/team.ts'

/** The outfit of a face on the list. The pose is chosen from `seed`, if there is one, to suit the face. */
export type Dress = { readonly team: string; readonly gear: ArmorId; readonly seed?: string }

const BARE_EVERY = 3
/** Coprime to the 32 teams and the 29 pieces, so that each of them is used. */
const STEP = 7
const PIECES = ARMOR.flatMap(({ id }) => (id === 'none' ? [] : [id]))

/**
 * Returns the outfit of a line of the list (1-based), the same in every run. Every third face has no headgear, and the
 * others have all pieces in turn.
 *
 * @param gear gear that everyone wears instead
 * @throws if there is no such piece
 */
export function getDress(line: number, gear: string | null = null): Dress {
  const i = line - 1
  const piece = gear === null ? null : getArmor(gear)
  if (gear !== null && piece === null)
    throw new Error(`no gear ${gear}; there are ${ARMOR.map(({ id }) => id).join(', ')}`)

  const covered = i - Math.floor(i / BARE_EVERY) - 1
  const worn = piece?.id ?? (i % BARE_EVERY === 0 ? 'none' : PIECES[(covered * STEP) % PIECES.length]!)
  return { team: TEAMS[(i * STEP) % TEAMS.length]!.name, gear: worn, seed: String(line) }
}
