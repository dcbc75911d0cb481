import { AppError } from '#shared/client/errors.ts'
import { LEAGUE_GENERATIONS_PER_DAY } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { DAY_MS, retryAfterSeconds } from '#shared/time.ts'
import { describeError, log } from '#worker/http/log.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import { endOfWindow } from '#worker/limits/window-counter.ts'
import type { EdgeContext } from '../app-env.ts'
import { requireLeague } from './actions.ts'
import { toCounterKey } from './read.ts'

/**
 * Returns the id of the league that a card is for.
 *
 * @throws AppError `NOT_FOUND` for a wrong code, `FORBIDDEN` for outsiders, `LEAGUE_QUOTA_EXCEEDED`
 */
export async function requireLeagueCard(c: EdgeContext, code: string): Promise<string> {
  const { row } = await requireLeague(c, code, 'generate')
  const used = await c.var.services.counters.used(toCounterKey(row.id), DAY_MS)
  if (used >= LEAGUE_GENERATIONS_PER_DAY) throw cardsUsedUp(c)
  return row.id
}

/**
 * Charges one card to the league's daily quota and creates the generation. Gives the charge back unless it is new.
 *
 * @param league league id; undefined if the card is for no league
 * @throws AppError `LEAGUE_QUOTA_EXCEEDED`; any error of `create`
 */
export async function withLeagueCard<T extends { readonly isNew: boolean }>(
  c: EdgeContext,
  league: string | undefined,
  create: () => Promise<T>,
): Promise<T> {
  if (league === undefined) return create()
  const { counters } = c.var.services
  const taking = { shares: [{ key: toCounterKey(league), limit: LEAGUE_GENERATIONS_PER_DAY }], windowMs: DAY_MS }
  if ((await counters.take(taking)) !== null) throw cardsUsedUp(c)
  const refundCharge = () =>
    counters.refund(taking).catch((cause: unknown) => {
      log.error('card of a league not given back', { cause: describeError(cause) })
    })
  try {
    const created = await create()
    if (!created.isNew) await refundCharge()
    return created
  } catch (thrown) {
    await refundCharge()
    throw thrown
  }
}

function cardsUsedUp(c: EdgeContext): AppError {
  recordLimit('generation:league')
  const now = c.var.services.clock()
  const resetsAt = endOfWindow(now, DAY_MS)
  return new AppError('LEAGUE_QUOTA_EXCEEDED', LEAGUE_FAILURE.cardsUsedUp, {
    details: { resetsAt: new Date(resetsAt).toISOString() },
    retryAfterSeconds: retryAfterSeconds(resetsAt - now),
  })
}
