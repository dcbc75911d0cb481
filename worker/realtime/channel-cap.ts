import { isProductChannel } from '#shared/contracts/live.ts'
import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { TokenBuckets, type Rate } from '#worker/limits/token-bucket.ts'
import { OpenChannels } from './open-channels.ts'

/**
 * Number of new channels that one network may open, by a socket or by HTTP: each name is an object that is kept
 * for a day. Cards are channels too, and a school is one network.
 */
const FREE: Rate = { times: 60, seconds: 720 }
const OF_PRODUCT: Rate = { times: 1200, seconds: 720 }
/** Names that were paid for lately, so that saying something again on one costs nothing. */
const NAMES_MAX = 2000

/**
 * Token buckets per network in D1. Realtime goes on without them: a database that is down refuses no request (fail
 * open).
 */
export class ChannelCap {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly paid = new Set<string>()
  readonly open: OpenChannels

  constructor({ db, clock }: { db: D1Database; clock: Clock }) {
    this.db = db
    this.clock = clock
    this.open = new OpenChannels(db, clock)
  }

  /**
   * Opens a channel; one that is open costs nothing.
   *
   * @param factor what the rates are multiplied by.
   * @returns null, or for how many milliseconds the network has to wait
   */
  async take(network: string, channel: string, factor: number): Promise<number | null> {
    const key = `${network} ${channel}`
    if (this.paid.has(key)) return null
    const [kind, rate] = isProductChannel(channel) ? (['product', OF_PRODUCT] as const) : (['free', FREE] as const)
    try {
      if (await this.open.has(channel)) return null
      const waitMs = await new TokenBuckets({ db: this.db, clock: this.clock, factor }).take(
        `channels:${kind}:${network}`,
        rate,
      )
      if (waitMs !== null) return waitMs
      await this.open.add(channel)
    } catch (thrown) {
      log.error('channels not counted', { cause: describeError(thrown) })
    }
    if (this.paid.size >= NAMES_MAX) this.paid.clear()
    this.paid.add(key)
    return null
  }
}
