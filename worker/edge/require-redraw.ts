import { AppError } from '#shared/client/errors.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import type { EdgeContext } from './app-env.ts'

/** Counts one more drawing of a card that is there already. @throws AppError `RATE_LIMITED` once the hour's are used up */
export async function requireRedraw(c: EdgeContext): Promise<void> {
  const refusal = await c.var.services.redraws.take(c.var.visitor.id)
  if (refusal === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil(refusal.waitMs / 1000))
  throw new AppError('RATE_LIMITED', FAILURE.redrawnTooOften, { retryAfterSeconds })
}
