import { describeError, log } from '#worker/http/log.ts'
import { isOurFault } from './ceilings.ts'
import { type Rate, requireToken, type TokenBuckets } from './token-bucket.ts'

/**
 * Limits of all visitors behind one network together, whatever cookies they have: every new browser gets a cookie. A
 * school or an event is one network, so each is enough for 300 people in an hour; what comes at once is less.
 */
const OF_NETWORK = {
  /** Cards drawn: 300 an hour, 60 of them at once. */
  generation: { times: 60, seconds: 720 },
  /** Other names and stats of cards that are there. */
  redraw: { times: 120, seconds: 720 },
  /** Reports, by the larger network that they count by. */
  report: { times: 100, seconds: 86_400 },
  /** Joins, names, cards and settings of leagues: twelve members at one table are at most some 50 at once. */
  league: { times: 120, seconds: 720 },
  /** Face-Off picks: enough for 50 visitors' daily quotas within an hour. */
  faceOff: { times: 100, seconds: 720 },
  /** Posters and PDFs of leagues that are drawn. */
  print: { times: 40, seconds: 720 },
} satisfies Record<string, Rate>

export type Capped = keyof typeof OF_NETWORK

/**
 * Takes one of what a network may do, and does it. A refusal stays charged to the network; a fault of ours does not.
 *
 * @throws AppError `RATE_LIMITED` before the work; what the work throws
 */
export async function withinCap<T>(
  buckets: Pick<TokenBuckets, 'take' | 'giveBack'>,
  kind: Capped,
  network: string,
  work: () => Promise<T>,
  message?: string,
): Promise<T> {
  await requireUnderCap(buckets, kind, network, message)
  try {
    return await work()
  } catch (thrown) {
    if (isOurFault(thrown)) await giveBack(buckets, kind, network)
    throw thrown
  }
}

/** The fault that led here is the one to be told: a second one is only logged. */
const giveBack = (buckets: Pick<TokenBuckets, 'giveBack'>, kind: Capped, network: string): Promise<void> =>
  buckets.giveBack([getKey(kind, network)], OF_NETWORK[kind]).catch((cause: unknown) => {
    log.error('place of a network not given back', { kind, cause: describeError(cause) })
  })

const getKey = (kind: Capped, network: string) => `${kind}:network:${network}`

/** Takes one of what a network may do. @throws AppError `RATE_LIMITED` */
export const requireUnderCap = (
  buckets: Pick<TokenBuckets, 'take'>,
  kind: Capped,
  network: string,
  message?: string,
): Promise<void> => requireToken(buckets, getKey(kind, network), OF_NETWORK[kind], message)
