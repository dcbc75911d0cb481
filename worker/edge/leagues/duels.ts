import { AppError } from '#shared/client/errors.ts'
import { DUEL_LEAD_MS, DUELS_PER_DAY, playDuel } from '#shared/domain/league-duel.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { hashSeed, newSeed } from '#shared/domain/seeded.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import type { EdgeContext } from '../app-env.ts'
import { sqlToRecord, toCard } from '../cards/card-codec.ts'
import { write } from './actions.ts'
import { type DuelRow, isDuelOver } from './duel-codec.ts'
import { type DuelSeat, insertDuel } from './duel-queries.ts'
import { type LeagueState, requireSeat } from './read.ts'

/** @throws AppError `NOT_FOUND` */
export function requireDuel({ duels }: LeagueState, number: number): DuelRow {
  const duel = duels.find((one) => one.number === number)
  if (duel === undefined) throw new AppError('NOT_FOUND', LEAGUE_FAILURE.noDuel)
  return duel
}

/** Returns a seat's card for a duel. @throws AppError `CONFLICT` if the seat has no card with stats */
async function toDuelist(c: EdgeContext, state: LeagueState, number: number): Promise<DuelSeat & { stats: Stats }> {
  const seat = requireSeat(state, number)
  const card = seat.id === null ? null : await toCard(sqlToRecord(seat, c.var.services.backend.coreUrl(c.var.origin)))
  if (card === null || card.stats === null) throw new AppError('CONFLICT', LEAGUE_FAILURE.noDuelist)
  return { number, keyId: seat.keyId, card: card.id, stats: card.stats }
}

const findRunning = ({ duels }: LeagueState, mine: number, theirs: number, now: number): DuelRow | undefined =>
  duels.find((duel) => duel.challenger.seat === mine && duel.opponent.seat === theirs && !isDuelOver(duel, now))

/**
 * Challenges another seat's card with the caller's. Commits to a seed and sets the reveal times of the rounds. Returns
 * the running duel if the two cards already have one.
 *
 * @throws AppError `CONFLICT` unless both seats have cards with stats, `RATE_LIMITED`
 */
export async function challenge(c: EdgeContext, before: LeagueState, number: number) {
  const { clock, counters } = c.var.services
  const own = before.ownSeat!
  const running = findRunning(before, own, number, clock())
  if (running !== undefined) return { state: before, duel: running }
  const [challenger, opponent] = [await toDuelist(c, before, own), await toDuelist(c, before, number)]
  const { id } = before.row
  const taking = { shares: [{ key: `duel:${id}:${challenger.keyId}`, limit: DUELS_PER_DAY }], windowMs: DAY_MS }
  const waitMs = await counters.take(taking)
  if (waitMs !== null)
    throw new AppError('RATE_LIMITED', LEAGUE_FAILURE.duelsUsedUp, { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) })
  try {
    const seed = newSeed()
    const stats = { challenger: challenger.stats, opponent: opponent.stats }
    const [commitment, rounds] = await Promise.all([hashSeed(seed), playDuel(seed, stats)])
    const duel = { id, challenger, opponent, stats, seed, commitment, rounds }
    const now = clock()
    const { state, returned } = await write(c, before, [insertDuel(duel, now, now + DUEL_LEAD_MS)])
    if (returned.length === 0) await counters.refund(taking)
    const begun = findRunning(state, own, number, now)
    // A card has left its seat in the meantime.
    if (begun === undefined) throw new AppError('CONFLICT', LEAGUE_FAILURE.noDuelist)
    return { state, duel: begun }
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'CONFLICT') await counters.refund(taking)
    throw thrown
  }
}
