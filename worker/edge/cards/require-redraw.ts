import { AppError } from '#shared/client/errors.ts'
import { REFUSAL } from '#shared/domain/messages.ts'
import { HOUR_MS, retryAfterSeconds } from '#shared/time.ts'
import { noteLimit } from '#worker/http/request-scope.ts'
import { requireUnderCap } from '#worker/limits/network-caps.ts'
import type { EdgeContext } from '../app-env.ts'

/**
 * Counts one more drawing of a card that is there already. Each takes as long as the last step of a generation, and no
 * quota of generations counts it.
 *
 * @throws AppError `RATE_LIMITED` once the hour's are used up
 */
export async function requireRedraw(c: EdgeContext): Promise<void> {
  const { buckets, counters, config } = c.var.services
  const { id, address } = c.var.visitor
  await requireUnderCap(buckets, 'redraw', address, REFUSAL.redrawnTooOften)
  const shares = [{ key: `redraws:${id}`, limit: config.redraws.perVisitorPerHour }]
  const waitMs = await counters.take({ shares, windowMs: HOUR_MS })
  if (waitMs === null) return
  noteLimit('redraw:visitor')
  throw new AppError('RATE_LIMITED', REFUSAL.redrawnTooOften, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}
