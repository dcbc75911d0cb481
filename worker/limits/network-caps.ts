import { type Rate, requireToken, type TokenBuckets } from './token-bucket.ts'

/**
 * What all visitors behind one network may do together, whatever cookies they have: every new browser gets a cookie. A
 * school or an event is one network, so each is enough for 300 people in an hour; what comes at once is less.
 */
const OF_NETWORK = {
  /** Messages of the contact form. */
  contact: { times: 20, seconds: 3600 },
  /** Cards drawn: 300 an hour, 60 of them at once. */
  generation: { times: 60, seconds: 720 },
  /** Other names and stats of cards that are there. */
  redraw: { times: 120, seconds: 720 },
  /** Reports, by the larger network that they count by. */
  report: { times: 100, seconds: 86_400 },
} satisfies Record<string, Rate>

export type Capped = keyof typeof OF_NETWORK

/** Takes one of what a network may do. @throws AppError `RATE_LIMITED` */
export const requireUnderCap = (
  buckets: Pick<TokenBuckets, 'take'>,
  kind: Capped,
  network: string,
  message?: string,
): Promise<void> => requireToken(buckets, `${kind}:network:${network}`, OF_NETWORK[kind], message)
