import { AppError } from '#shared/client/errors.ts'
import type { FillSeat } from '#shared/contracts/league.ts'
import { LEAGUE_SEATS } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext } from '../app-env.ts'
import { requireOwn } from '../cards/owner/ownership.ts'
import { roleTransferredError, readText, write } from './actions.ts'
import { signLeagueKey } from './keys.ts'
import { fillSeatRow } from './league-queries.ts'
import { type LeagueState, requireSeat } from './read.ts'

const findSeat = ({ seats }: LeagueState, number: number) => seats.find((seat) => seat.number === number)

/**
 * Puts one of the commissioner's own cards into a seat that is free or has no card. Idempotent by seat and card.
 *
 * @throws AppError `NOT_FOUND` for an invalid seat number, `FORBIDDEN`, `NOT_FOUND` or `GONE` for a missing card or
 *   another person's, `CONFLICT` for a draft or a seat with another card; the errors of {@link readText}
 * @example await fillSeat(c, state, 5, { teamName: 'Fumble Bees', cardId })
 */
export async function fillSeat(
  c: EdgeContext,
  before: LeagueState,
  number: number,
  { teamName, cardId }: FillSeat,
): Promise<LeagueState> {
  if (number > LEAGUE_SEATS) throw new AppError('NOT_FOUND', LEAGUE_FAILURE.noSeat)
  const { visibility } = await requireOwn(c, cardId)
  if (visibility === 'draft') throw new AppError('CONFLICT', LEAGUE_FAILURE.draftCard)
  const seat = findSeat(before, number)
  if (seat?.id === cardId) return before
  const name = seat?.teamName ?? (await readText('teamName', teamName))
  const filled = { number, teamName: name, card: cardId, keyId: newId(), holder: newId() }
  const { state } = await write(c, before, [fillSeatRow(before.row, filled, c.var.services.clock())])
  if (findSeat(state, number)?.id === cardId) return state
  if (state.row.keyId !== before.row.keyId) throw roleTransferredError()
  throw new AppError('CONFLICT', LEAGUE_FAILURE.seatFilled)
}

/**
 * Returns the key of a held seat, to hand to the person it is for. A member's key belongs to the member alone.
 *
 * @throws AppError `NOT_FOUND` for a free seat, `CONFLICT` for a seat with a member
 * @example const { key } = await readSeatKey(c, state, 5)
 */
export async function readSeatKey(c: EdgeContext, state: LeagueState, number: number): Promise<{ key: string }> {
  const { isHeld, keyId } = requireSeat(state, number)
  if (isHeld === 0) throw new AppError('CONFLICT', LEAGUE_FAILURE.memberThere)
  return { key: await signLeagueKey(c, state.row.id, number, keyId) }
}
