import { AppError } from '#shared/client/errors.ts'
import { isProductChannel, readLiveChannel } from '#shared/contracts/live.ts'
import type { Publish } from '#shared/contracts/speech.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { parseExact } from '#worker/http/exact-json.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import type { Budgets } from '../budgets.ts'
import { type Caller, requireService } from '../caller.ts'
import { getCallerRights } from '../caller-rights.ts'
import type { MessagesQuery } from './schema.ts'

/** The channel operations this service needs. */
export type Channels = {
  publish(message: Publish): Promise<{ id: string; timestamp: number }>
  /** `users` is a JSON array. */
  getCrowd(channel: string): Promise<{ users: string; count: number }>
  /** Each payload is JSON text. */
  history(
    channel: string,
    range: { start: string; end: string; limit: number },
  ): Promise<{ payloads: readonly string[]; hasMore: boolean }>
}

type RealtimeDeps = {
  readonly channels: Channels
  readonly budgets: Pick<Budgets, 'spend'>
  /** Limits the channels that each network opens. */
  readonly channelCap: {
    /** @returns null if allowed, otherwise the wait in milliseconds */
    take(network: string, channel: string, factor: number): Promise<number | null>
    readonly open: { has(channel: string): Promise<boolean>; add(channel: string): Promise<void> }
  }
  /** Multiplies the rate at which a network may open channels. */
  readonly factor: number
  readonly isCard: (id: string) => Promise<boolean>
  readonly isLeague: (id: string) => Promise<boolean>
  readonly isGeneration: (id: string) => Promise<boolean>
}

/** Realtime over HTTP. Only the service may publish to the product's own channels. Every caller with a key may read. */
export class RealtimeService {
  private readonly deps: RealtimeDeps

  constructor(deps: RealtimeDeps) {
    this.deps = deps
  }

  /**
   * Publishes a message to a channel.
   *
   * @param network the caller's network, as in the limits on sockets
   * @throws AppError `UNAUTHORIZED` without a key; `42501` on the product's channels without the service key;
   *   `RATE_LIMITED` when the network has used up this hour's budget or opened too many channels
   */
  async publish(message: Publish, caller: Caller, network: string) {
    requireKey(caller)
    if (isProductChannel(message.channel)) requireService(caller)
    if (getCallerRights(caller) === 'raw') {
      await this.deps.budgets.spend('messages', caller.visitor.address, countUnits(message))
      const waitMs = await this.deps.channelCap.take(network, message.channel, this.deps.factor)
      if (waitMs !== null) {
        recordLimit('channels:network')
        throw new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: retryAfterSeconds(waitMs) })
      }
    }
    if (getCallerRights(caller) !== 'raw' && !isProductChannel(message.channel))
      await this.deps.channelCap.open.add(message.channel)
    const { id, timestamp } = await this.deps.channels.publish(message)
    return { messageId: id, channel: message.channel, timestamp }
  }

  /** Lists a channel's members; for product channels only the count. @throws AppError `UNAUTHORIZED` without a key */
  async presence(channel: string, caller: Caller) {
    requireKey(caller)
    if (!(await this.isKnown(channel))) return { channel, users: [], count: 0 }
    const { users, count } = await this.deps.channels.getCrowd(channel)
    return { channel, users: isProductChannel(channel) ? [] : (parseExact(users) as unknown[]), count }
  }

  /** Returns a page of a channel's history, oldest first. @throws AppError `UNAUTHORIZED` without a key */
  async messages({ channel, ...range }: MessagesQuery, caller: Caller) {
    requireKey(caller)
    if (!(await this.isKnown(channel))) return { channel, messages: [], count: 0, hasMore: false }
    const { payloads, hasMore } = await this.deps.channels.history(channel, range)
    const messages = payloads.map((payload) => parseExact(payload))
    return { channel, messages, count: messages.length, hasMore }
  }

  /** True if a channel may have content. Reading any other channel would create its Durable Object. */
  private async isKnown(channel: string): Promise<boolean> {
    const live = readLiveChannel(channel)
    if (live === null) return this.deps.channelCap.open.has(channel)
    if (live.kind === 'hall') return true
    if (live.kind === 'league') return this.deps.isLeague(live.id)
    return live.kind === 'card' ? this.deps.isCard(live.id) : this.deps.isGeneration(live.id)
  }
}

/** Size of one budget unit. A larger message costs several units. */
const UNIT_BYTES = 4096

/** Returns a message's cost in units of the hourly budget. All its bytes go to every subscriber. */
function countUnits({ data, metadata }: Publish): number {
  return Math.ceil(new TextEncoder().encode(data + (metadata ?? '')).byteLength / UNIT_BYTES) || 1
}

function requireKey({ hasKey }: Caller): void {
  if (!hasKey) throw new AppError('UNAUTHORIZED')
}
