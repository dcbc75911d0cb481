import { describeError, log } from '#worker/http/log.ts'
import { isOurFault } from './ceilings.ts'
import { type Rate, requireToken, type TokenBuckets } from './token-bucket.ts'

/**
 * Limits for all visitors behind one network together. Cookies do not count, because every new browser gets one. A
 * school or an event is one network, so each limit is enough for 300 people an hour. Bursts are smaller.
 */
export const CAPS = {
  /** New cards: 300 an hour, in bursts of 60. */
  generation: { times: 60, seconds: 720 },
  /** New names and stats for existing cards. */
  redraw: { times: 120, seconds: 720 },
  /** Reports, per larger network (IPv6 /48). */
  report: { times: 100, seconds: 86_400 },
  /** League joins, names, cards and settings. Twelve members at one table need about 50 at once. */
  league: { times: 120, seconds: 720 },
  /** Face-Off picks: enough for 50 visitors' daily quotas within an hour. */
  faceOff: { times: 100, seconds: 720 },
  /** League posters and PDFs drawn. */
  print: { times: 40, seconds: 720 },
} satisfies Record<string, Rate>

export type Capped = keyof typeof CAPS

/**
 * Charges the network's cap and runs the work. Gives the charge back only if the work fails through our fault.
 *
 * @throws AppError `RATE_LIMITED` before the work; any error of the work
 */
export async function withinCap<T>(
  buckets: Pick<TokenBuckets, 'take' | 'refund'>,
  kind: Capped,
  network: string,
  work: () => Promise<T>,
  message?: string,
): Promise<T> {
  await requireUnderCap(buckets, kind, network, message)
  try {
    return await work()
  } catch (thrown) {
    if (isOurFault(thrown)) await refundCap(buckets, kind, network)
    throw thrown
  }
}

/** Never rejects, so the caller can rethrow the original error. */
const refundCap = (buckets: Pick<TokenBuckets, 'refund'>, kind: Capped, network: string): Promise<void> =>
  buckets.refund([getKey(kind, network)], CAPS[kind]).catch((cause: unknown) => {
    log.error('place of a network not given back', { kind, cause: describeError(cause) })
  })

const getKey = (kind: Capped, network: string) => `${kind}:network:${network}`

/** Charges the network's cap. @throws AppError `RATE_LIMITED` */
export const requireUnderCap = (
  buckets: Pick<TokenBuckets, 'take'>,
  kind: Capped,
  network: string,
  message?: string,
): Promise<void> => requireToken(buckets, getKey(kind, network), CAPS[kind], message)
