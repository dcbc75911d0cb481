import type { MiddlewareHandler } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { type Lag, watchLag } from './loop-lag.ts'

/** An isolate answers a few hundred requests a second: these are less than a second's. */
const AT_ONCE = 256
/**
 * A request counts for so long. One that its client has left never ends, so that counting to the end would close an
 * isolate for good; and what takes longer waits for something else than this isolate.
 */
const COUNTED_MS = 2000

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/**
 * Answered from an isolate's memory, which costs less than twice what a refusal does (`bench`: kept leaderboard ÷ empty
 * answer): refusing them would hardly help the others, and 200 readers of the leaderboard saturate an event loop.
 */
const KEPT: ReadonlySet<string> = new Set(['/api/cards', '/api/config'])

export type AdmissionLimits = { readonly atOnce?: number; readonly now?: () => number; readonly lag?: Lag }

/**
 * Load shedding: beyond what an isolate can answer within about a second, requests are refused at once instead of all
 * waiting longer and longer. Only what is read counts: a body takes as long as its sender likes, so that a few slow ones
 * would close the isolate, and what writes has limits of its own. Sockets are requests that last for hours. Where the
 * runtime holds requests back, few are ever counted: there a saturated event loop says the same, and refuses what has to
 * be asked for elsewhere.
 *
 * @throws AppError `OVERLOADED` (503) with `Retry-After`
 */
export function admission({
  atOnce = AT_ONCE,
  now = Date.now,
  lag = watchLag(),
}: AdmissionLimits = {}): MiddlewareHandler {
  // In the order in which they began.
  const waiting = new Map<symbol, number>()

  function forgetOld(): void {
    const since = now() - COUNTED_MS
    for (const [request, begun] of waiting) {
      if (begun > since) return
      waiting.delete(request)
    }
  }

  return async (c, next) => {
    lag.notice((work) => c.executionCtx.waitUntil(work))
    if (!READS.has(c.req.method) || c.req.header('upgrade') !== undefined) return next()
    forgetOld()
    if (waiting.size >= atOnce || (lag.isSaturated() && !KEPT.has(c.req.path)))
      throw new AppError('OVERLOADED', undefined, { retryAfterSeconds: 1 })
    const request = Symbol()
    waiting.set(request, now())
    try {
      await next()
    } finally {
      waiting.delete(request)
    }
  }
}
