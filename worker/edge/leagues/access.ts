import { AppError } from '#shared/client/errors.ts'
import type { LeagueRole } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'

/** `own` allows only the caller's own seat. `others` allows any other seat, if the caller has one. */
type Right = 'yes' | 'own' | 'others' | 'no'

const EVERYBODY = { outsider: 'yes', member: 'yes', commissioner: 'yes' } as const
const INSIDE = { outsider: 'no', member: 'yes', commissioner: 'yes' } as const
const COMMISSIONER = { outsider: 'no', member: 'no', commissioner: 'yes' } as const

/** Access rights per role. Without a valid code, every call responds with 404. */
export const LEAGUE_ACCESS = {
  read: EVERYBODY,
  join: EVERYBODY,
  /** Allowed, because every card on it has its own download link. */
  readPoster: EVERYBODY,
  printCards: EVERYBODY,
  readKeys: INSIDE,
  change: COMMISSIONER,
  passOn: COMMISSIONER,
  readDeletion: COMMISSIONER,
  delete: COMMISSIONER,
  renameSeat: { outsider: 'no', member: 'own', commissioner: 'yes' },
  removeSeat: { outsider: 'no', member: 'own', commissioner: 'yes' },
  fillSeat: COMMISSIONER,
  readSeatKey: COMMISSIONER,
  attachCard: { outsider: 'no', member: 'own', commissioner: 'own' },
  vote: { outsider: 'no', member: 'others', commissioner: 'others' },
  giveAward: COMMISSIONER,
  closeSeason: COMMISSIONER,
  deleteSeason: COMMISSIONER,
  /** Everyone with the code may watch a draw or a duel, and verify it. */
  readDraw: EVERYBODY,
  prepareDraw: COMMISSIONER,
  startDraw: COMMISSIONER,
  readDuel: EVERYBODY,
  challenge: { outsider: 'no', member: 'others', commissioner: 'others' },
  /** Allowed, because a plain link cannot carry the key of a personal link. */
  readDuelPicture: EVERYBODY,
  generate: { outsider: 'no', member: 'own', commissioner: 'yes' },
} as const satisfies Readonly<Record<string, Readonly<Record<LeagueRole, Right>>>>

export type LeagueAction = keyof typeof LEAGUE_ACCESS

/**
 * @param seat the target seat, by default the caller's own
 * @throws AppError `FORBIDDEN`
 */
export function requireRight(
  { role, ownSeat }: { readonly role: LeagueRole; readonly ownSeat: number | null },
  action: LeagueAction,
  seat = ownSeat,
): void {
  const right: Right = LEAGUE_ACCESS[action][role]
  const isOwn = seat !== null && seat === ownSeat
  if (right === 'yes' || (right === 'own' && isOwn) || (right === 'others' && ownSeat !== null && !isOwn)) return
  throw new AppError('FORBIDDEN', getReason(role, action, ownSeat))
}

function getReason(role: LeagueRole, action: LeagueAction, ownSeat: number | null): string {
  if (LEAGUE_ACCESS[action].member === 'no') return LEAGUE_FAILURE.commissionerOnly
  if (role === 'outsider' || ownSeat === null) return LEAGUE_FAILURE.membersOnly
  if (action === 'challenge') return LEAGUE_FAILURE.ownDuel
  return action === 'vote' ? LEAGUE_FAILURE.ownVote : LEAGUE_FAILURE.notYourSeat
}
