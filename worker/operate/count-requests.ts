import { isErrorCode } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import type { AnsweredRequest } from '#worker/http/request-log.ts'
import type { Counts } from './counts.ts'

/** Refusals that are a limit by their code alone. */
const LIMITS: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'TOO_SOON',
  'QUOTA_EXCEEDED',
  'AI_IN_FLIGHT',
  'AI_QUOTA_EXCEEDED',
  'AI_CEILING_REACHED',
])

/** Counts each request that was answered: all of them and those that failed by the hour, failures by code, refusals by limit. */
export const createRequestCounter =
  ({ counts, clock }: { counts: Pick<Counts, 'add'>; clock: Clock }) =>
  ({ status, code, limit }: AnsweredRequest): void => {
    const hour = new Date(clock()).toISOString().slice(11, 13)
    counts.add('requests', `${hour} all`)
    if (status < 400) return
    const known = isErrorCode(code) ? code : 'other'
    const refusedBy = limit ?? (LIMITS.has(known) ? known : null)
    if (refusedBy !== null) return counts.add('refusals', refusedBy)
    if (status >= 500 && known !== 'NOT_IMPLEMENTED') counts.add('requests', `${hour} failed`)
    if (code !== null) counts.add('failures', known)
  }
