import { isProductChannel } from '#shared/contracts/live.ts'
import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { createTokenBuckets, type Rate } from '#worker/limits/token-bucket.ts'
import { OpenChannels } from './open-channels.ts'

/**
 * How many channels one network may open that are not open yet, by a socket or by HTTP: each name is an object that is kept
 * for a day. Cards are channels too, and a school is one network.
 */
const FREE: Rate = { times: 60, seconds: 720 }
const OF_PRODUCT: Rate = { times: 1200, seconds: 720 }
/** Names that were paid for lately, so that saying something again on one costs nothing. */
const KEPT_NAMES = 2000

/** Token buckets per network in D1. Realtime goes on without them: a database that is down refuses no request (fail open). */
export function createChannelCap({ db, clock }: { db: D1Database; clock: Clock }) {
  const paid = new Set<string>()
  const open = new OpenChannels(db, clock)

  return {
    open,

    /** Opens a channel; one that is open costs nothing. @param factor what the rates are multiplied by. @returns null, or for how many milliseconds the network has to wait */
    async take(network: string, channel: string, factor: number): Promise<number | null> {
      const key = `${network} ${channel}`
      if (paid.has(key)) return null
      const [kind, rate] = isProductChannel(channel) ? (['product', OF_PRODUCT] as const) : (['free', FREE] as const)
      try {
        if (await open.has(channel)) return null
        const waitMs = await createTokenBuckets({ db, clock, factor }).take(`channels:${kind}:${network}`, rate)
        if (waitMs !== null) return waitMs
        await open.add(channel)
      } catch (thrown) {
        log.error('channels not counted', { cause: describeError(thrown) })
      }
      if (paid.size >= KEPT_NAMES) paid.clear()
      paid.add(key)
      return null
    },
  }
}
