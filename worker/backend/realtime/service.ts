import { AppError } from '#shared/client/errors.ts'
import { isProductChannel } from '#shared/contracts/live.ts'
import type { Publish } from '#shared/contracts/speech.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { parseExact } from '#worker/http/exact-json.ts'
import { noteLimit } from '#worker/http/request-scope.ts'
import type { Budgets } from '../budgets.ts'
import { type Caller, requireService } from '../caller.ts'
import { standingOf } from '../standing.ts'
import type { MessagesQuery } from './schema.ts'

/** The channels themselves, wherever they are kept. */
export type Channels = {
  publish(message: Publish): Promise<{ id: string; timestamp: number }>
  /** `users` is a JSON array. */
  crowd(channel: string): Promise<{ users: string; count: number }>
  /** Each payload is JSON text. */
  history(
    channel: string,
    range: { start: string; end: string; limit: number },
  ): Promise<{ payloads: readonly string[]; hasMore: boolean }>
}

type RealtimeDeps = {
  readonly channels: Channels
  readonly budgets: Pick<Budgets, 'spend'>
  /**
   * Takes a channel that is not open yet from those that a network may open.
   *
   * @returns null, or for how many milliseconds it has to wait
   */
  readonly openChannel: (network: string, channel: string) => Promise<number | null>
  /** Remembers a channel that the service opens. */
  readonly noteChannel: (channel: string) => Promise<void>
  /** True when a channel may hold something: asking the object of any other would create it. */
  readonly isKnown: (channel: string) => Promise<boolean>
}

export type RealtimeService = ReturnType<typeof createRealtimeService>

/** Realtime over HTTP, without a socket. On the product's own channels only the service publishes; all may listen. */
export function createRealtimeService({ channels, budgets, openChannel, noteChannel, isKnown }: RealtimeDeps) {
  return {
    /**
     * @param network of the caller, as sockets are counted by
     * @throws AppError `UNAUTHORIZED` without a key; `42501` on the product's channels without the service key;
     * `RATE_LIMITED` when a network has said too much in this hour, or opened too many channels
     */
    async publish(message: Publish, caller: Caller, network: string) {
      requireKey(caller)
      if (isProductChannel(message.channel)) requireService(caller)
      if (standingOf(caller) === 'raw') {
        await budgets.spend('messages', caller.visitor.address, countUnits(message))
        const waitMs = await openChannel(network, message.channel)
        if (waitMs !== null) {
          noteLimit('channels:network')
          throw new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: retryAfterSeconds(waitMs) })
        }
      }
      if (standingOf(caller) !== 'raw' && !isProductChannel(message.channel)) await noteChannel(message.channel)
      const { id, timestamp } = await channels.publish(message)
      return { messageId: id, channel: message.channel, timestamp }
    },

    /** Returns only the number for the product's channels. @throws AppError `UNAUTHORIZED` without a key */
    async presence(channel: string, caller: Caller) {
      requireKey(caller)
      if (!(await isKnown(channel))) return { channel, users: [], count: 0 }
      const { users, count } = await channels.crowd(channel)
      return { channel, users: isProductChannel(channel) ? [] : (parseExact(users) as unknown[]), count }
    },

    /** The oldest of the range come first. @throws AppError `UNAUTHORIZED` without a key */
    async messages({ channel, ...range }: MessagesQuery, caller: Caller) {
      requireKey(caller)
      if (!(await isKnown(channel))) return { channel, messages: [], count: 0, hasMore: false }
      const { payloads, hasMore } = await channels.history(channel, range)
      const messages = payloads.map((payload) => parseExact(payload))
      return { channel, messages, count: messages.length, hasMore }
    },
  }
}

/** A message over this counts as several. */
const UNIT_BYTES = 4096

/** The units of the hourly budget that a message costs: its subscribers are sent all of its bytes. */
function countUnits({ data, metadata }: Publish): number {
  return Math.ceil(new TextEncoder().encode(data + (metadata ?? '')).byteLength / UNIT_BYTES) || 1
}

function requireKey({ hasKey }: Caller): void {
  if (!hasKey) throw new AppError('UNAUTHORIZED')
}
