import { AppError } from '#shared/client/errors.ts'
import { DRAW_LEAD_MS, DRAW_SEATS_MIN, DRAWS_PER_SEASON, drawOrder } from '#shared/domain/league-draw.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { hashSeed, newSeed } from '#shared/domain/seeded.ts'
import type { EdgeContext } from '../app-env.ts'
import { roleTransferredError, write } from './actions.ts'
import type { DrawRow } from './draw-codec.ts'
import { prepareDrawRows, startDrawRow } from './draw-queries.ts'
import type { LeagueState } from './read.ts'

/** @throws AppError `NOT_FOUND` */
export function requireDraw({ draws }: LeagueState, number: number): DrawRow {
  const draw = draws.find((one) => one.number === number)
  if (draw === undefined) throw new AppError('NOT_FOUND', LEAGUE_FAILURE.noDraw)
  return draw
}

/**
 * Commits to a seed for the current seats. Idempotent by the number of the latest started draw.
 *
 * @throws AppError `CONFLICT` with too few seats, while a draw runs, or beyond the season's limit
 */
export async function prepareDraw(c: EdgeContext, before: LeagueState, after: number): Promise<LeagueState> {
  const { id, keyId } = before.row
  const seed = newSeed()
  const draw = { id, keyId, after, seed, commitment: await hashSeed(seed) }
  const { state } = await write(c, before, prepareDrawRows(draw, c.var.services.clock()))
  if ((state.draws[0]?.number ?? 0) > after) return state
  if (state.row.keyId !== keyId) throw roleTransferredError()
  throw new AppError('CONFLICT', getRefusal(state))
}

function getRefusal({ seats, draws }: LeagueState): string {
  if (seats.length < DRAW_SEATS_MIN) return LEAGUE_FAILURE.tooFewToDraw
  const current = draws.filter(({ season }) => season === null)
  return current.length >= DRAWS_PER_SEASON ? LEAGUE_FAILURE.tooManyDraws : LEAGUE_FAILURE.drawRunning
}

/** Sets the reveal times of a prepared draw. Idempotent; only the first call counts. */
export async function startDraw(c: EdgeContext, before: LeagueState, number: number): Promise<LeagueState> {
  const { seed, seats, startsAt } = requireDraw(before, number)
  if (startsAt !== null) return before
  const { id, keyId } = before.row
  const picks = await drawOrder(
    seats.map((seat) => seat.number),
    seed,
  )
  const draw = { id, keyId, number, seed, picks }
  const { state } = await write(c, before, [startDrawRow(draw, c.var.services.clock() + DRAW_LEAD_MS)])
  if (requireDraw(state, number).startsAt !== null) return state
  if (state.row.keyId !== keyId) throw roleTransferredError()
  // The seats changed in the meantime, and a draw with another seed replaced this one.
  throw new AppError('CONFLICT', LEAGUE_FAILURE.drawReplaced)
}
