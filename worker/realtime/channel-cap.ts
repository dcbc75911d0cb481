import { isProductChannel } from '#shared/contracts/live.ts'
import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { TokenBuckets, type Rate } from '#worker/limits/token-bucket.ts'
import { OpenChannels } from './open-channels.ts'

/**
 * Rate of new channels that one network may open over sockets and HTTP. Each name is a Durable Object that lives for a
 * day. Cards are channels too, and a whole school may be one network.
 */
const FREE: Rate = { times: 60, seconds: 720 }
const PRODUCT: Rate = { times: 1200, seconds: 720 }
/** Maximum number of cached names. A recently charged name is free. */
const NAMES_MAX = 2000

/**
 * Limits new channels with token buckets per network in D1. Fails open: if the database is down, no request is refused.
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
   * Opens a channel. An open channel is free.
   *
   * @param factor multiplies the rates
   * @returns null, or the milliseconds that the network has to wait
   */
  async take(network: string, channel: string, factor: number): Promise<number | null> {
    const key = `${network} ${channel}`
    if (this.paid.has(key)) return null
    const [kind, rate] = isProductChannel(channel) ? (['product', PRODUCT] as const) : (['free', FREE] as const)
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
