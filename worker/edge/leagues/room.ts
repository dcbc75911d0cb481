import { AppError } from '#shared/client/errors.ts'
import type { CloseSeason, GiveAward } from '#shared/contracts/league.ts'
import { PAST_SEASONS } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import type { EdgeContext } from '../app-env.ts'
import { roleTransferredError, readText, write } from './actions.ts'
import { castVoteRow, closeSeasonRow, deleteSeasonRow, giveAwardRow, takeAwardRow } from './room-queries.ts'
import { type LeagueState, requireSeat, toDay } from './read.ts'

const hasAward = ({ seats }: LeagueState, title: string, seat: number | null): boolean =>
  seats.some(
    ({ number, awards }) =>
      (seat === null || number === seat) && awards.some((one) => one.toLowerCase() === title.toLowerCase()),
  )

/**
 * Gives an award to a seat, moves it there, or takes it back. Idempotent.
 *
 * @throws AppError `NOT_FOUND` for a free seat, `CONFLICT` beyond the season's limit; the errors of {@link readText}
 */
export async function giveAward(c: EdgeContext, before: LeagueState, wanted: GiveAward): Promise<LeagueState> {
  const title = await readText('title', wanted.title)
  const { seat } = wanted
  const { id, keyId } = before.row
  if (seat !== null) requireSeat(before, seat)
  const statement =
    seat === null ? takeAwardRow(id, keyId, title) : giveAwardRow(id, keyId, title, seat, c.var.services.clock())
  const { state } = await write(c, before, [statement])
  if (hasAward(state, title, seat) === (seat !== null)) return state
  if (state.row.keyId !== keyId) throw roleTransferredError()
  if (seat !== null) requireSeat(state, seat)
  throw new AppError('CONFLICT', LEAGUE_FAILURE.tooManyAwards)
}

/**
 * Casts the caller's daily vote (UTC) for the card of another seat, or moves it there. Idempotent.
 *
 * @throws AppError `CONFLICT` for a seat without a visible card
 */
export async function castVote(c: EdgeContext, before: LeagueState, seat: number): Promise<LeagueState> {
  requireSeat(before, seat)
  const number = before.ownSeat!
  const voter = { id: before.row.id, number, keyId: requireSeat(before, number).keyId }
  const { state } = await write(c, before, [castVoteRow(voter, seat, toDay(c))])
  requireSeat(state, number)
  if (state.votedSeat !== seat) throw new AppError('CONFLICT', LEAGUE_FAILURE.noCardYet)
  return state
}

/**
 * Archives the season's roster and starts the next season without awards and votes. Idempotent by the number of the
 * latest past season.
 *
 * @throws AppError `CONFLICT` for a league without seats, or beyond the limit of past seasons
 */
export async function closeSeason(c: EdgeContext, before: LeagueState, wanted: CloseSeason): Promise<LeagueState> {
  const next = await readText('season', wanted.season)
  const { id, keyId } = before.row
  const { after } = wanted
  const { state } = await write(c, before, [closeSeasonRow({ id, keyId, next, after }, c.var.services.clock())])
  if ((state.past[0]?.season ?? 0) > after) return state
  if (state.row.keyId !== keyId) throw roleTransferredError()
  const isFull = new Set(state.past.map(({ season }) => season)).size >= PAST_SEASONS
  throw new AppError('CONFLICT', isFull ? LEAGUE_FAILURE.tooManySeasons : LEAGUE_FAILURE.emptySeason)
}

/** Deletes a past season. Succeeds if it does not exist. */
export async function deleteSeason(c: EdgeContext, before: LeagueState, number: number): Promise<LeagueState> {
  const { id, keyId } = before.row
  const { state } = await write(c, before, [deleteSeasonRow(id, keyId, number)])
  if (state.past.some(({ season }) => season === number)) throw roleTransferredError()
  return state
}
