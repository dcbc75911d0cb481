import type { Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { readBound } from './message-id.ts'
import type { ChannelPort } from './ports.ts'

export type Channels = ReturnType<typeof createChannels>

/** A client of the channel objects, by channel name. */
export function createChannels(namespace: Env['CHANNELS']) {
  const portOf = (name: string) => namespace.get(namespace.idFromName(name)) as unknown as ChannelPort

  return {
    publish: (message: Parameters<ChannelPort['publish']>[0]) => portOf(message.channel).publish(message),
    crowd: (channel: string) => portOf(channel).crowd(FRESH_MS),
    /** @param range ids as they are written; `-` and `+` for the beginning and the end */
    history: (channel: string, { start, end, limit }: { start: string; end: string; limit: number }) =>
      portOf(channel).history({ start: readBound(start, 'start'), end: readBound(end, 'end'), limit }),
    /** Never rejects: a vote does not fail because it could not be published. */
    async tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void> {
      try {
        await portOf(channel).tick(channel, totals)
      } catch (thrown) {
        log.info('votes not published', { cause: describeError(thrown) })
      }
    },
  }
}

/** A request by HTTP asks once, so it gets presence that is at most this old. */
const FRESH_MS = 5_000
