import type { Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { readBound } from './message-id.ts'
import type { ChannelPort } from './ports.ts'

/** Client of the channels' Durable Objects. */
export class Channels {
  private readonly namespace: Env['CHANNELS']

  constructor(namespace: Env['CHANNELS']) {
    this.namespace = namespace
  }

  publish(message: Parameters<ChannelPort['publish']>[0]) {
    return this.getPort(message.channel).publish(message)
  }

  getCrowd(channel: string) {
    return this.getPort(channel).getCrowd(FRESH_MS)
  }

  /** @param range encoded ids, or `-` and `+` for the beginning and the end */
  history(channel: string, { start, end, limit }: { start: string; end: string; limit: number }) {
    return this.getPort(channel).history({ start: readBound(start, 'start'), end: readBound(end, 'end'), limit })
  }

  /** Never rejects, because a vote must not fail when its total cannot be published. */
  async tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void> {
    try {
      await this.getPort(channel).tick(channel, totals)
    } catch (thrown) {
      log.info('votes not published', { cause: describeError(thrown) })
    }
  }

  private getPort(name: string) {
    return this.namespace.get(this.namespace.idFromName(name)) as unknown as ChannelPort
  }
}

/** Maximum age of presence for HTTP requests, which get no later updates. */
const FRESH_MS = 5_000
