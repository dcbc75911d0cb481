import { AppError } from '#shared/client/errors.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { HOUR_MS, retryAfterSeconds } from '#shared/time.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import { requireUnderCap } from '#worker/limits/network-caps.ts'
import type { EdgeContext } from '../app-env.ts'

/**
 * Rate-limits drawing an existing card again. It costs as much as the last step of a generation, but the quota of
 * generations does not count it.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function requireRedraw(c: EdgeContext): Promise<void> {
  const { buckets, counters, config } = c.var.services
  const { id, address } = c.var.visitor
  await requireUnderCap(buckets, 'redraw', address, REFUSAL.redrawnTooOften)
  const shares = [{ key: `redraws:${id}`, limit: config.redraws.perVisitorPerHour }]
  const waitMs = await counters.take({ shares, windowMs: HOUR_MS })
  if (waitMs === null) return
  recordLimit('redraw:visitor')
  throw new AppError('RATE_LIMITED', REFUSAL.redrawnTooOften, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}
