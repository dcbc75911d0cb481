import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { type TokenBucketState, fullBucket, type TokenBucketRate } from './token-bucket-state.ts'
import type { PresenceMode } from '../ports.ts'

/** One channel subscription of a socket. */
export type Subscription = {
  /** Name in presence lists, chosen by the client. On product channels it is a hash. */
  readonly userId: string
  readonly metadata: string | null
  readonly joinedAt: number
  readonly wish: PresenceMode
  /** Number of the last message before the subscription. Null until the channel confirms it. */
  readonly from: number | null
}

/**
 * The state of one socket, stored in its attachment so that the gateway can hibernate. The platform allows up to 16 KB.
 * Times are in milliseconds since 1970.
 */
export type Connection = {
  readonly id: string
  /** The visitor's name on product channels, the same in all tabs of a browser. */
  readonly identity: string
  /** True if the client opted in to protocol extensions, such as several messages per frame. */
  readonly takesMany: boolean
  /**
   * True if the client sent a key of the project, which allows longer messages. Missing in older attachments.
   */
  readonly hasKey?: boolean
  /** Multiplies its rate limits. */
  readonly factor: number
  readonly seenAt: number
  /** True after a long silence. The socket does not count as present until it sends again. */
  readonly isAbsent: boolean
  readonly publishes: TokenBucketState
  /** Token bucket of frames other than messages. */
  readonly controls: TokenBucketState
  readonly refusals: TokenBucketState
  readonly subscriptions: ReadonlyMap<string, Subscription>
  /** Last number that the gateway delivered, per channel. One socket stores it for all subscribers of a channel. */
  readonly reached: ReadonlyMap<string, number>
}

/** The Worker's description of a new socket for the gateway. */
export type Introduction = Pick<Connection, 'id' | 'identity' | 'takesMany' | 'hasKey' | 'factor'>

export const publishRate = (factor: number): TokenBucketRate => ({
  perSecond: REALTIME_LIMITS.publishesPerSecond * factor,
  burst: REALTIME_LIMITS.publishBurst * factor,
})
export const controlRate = (factor: number): TokenBucketRate => ({
  perSecond: REALTIME_LIMITS.controlsPerSecond * factor,
  burst: REALTIME_LIMITS.controlBurst * factor,
})
export const REFUSAL_RATE: TokenBucketRate = { perSecond: 1, burst: REALTIME_LIMITS.refusals }

export const newConnection = (introduction: Introduction, now: number): Connection => ({
  ...introduction,
  seenAt: now,
  isAbsent: false,
  publishes: fullBucket(publishRate(introduction.factor), now),
  controls: fullBucket(controlRate(introduction.factor), now),
  refusals: fullBucket(REFUSAL_RATE, now),
  subscriptions: new Map(),
  reached: new Map(),
})

export const readConnection = (socket: WebSocket): Connection | null =>
  (socket.deserializeAttachment() as Connection | null) ?? null

/** @returns false if the state does not fit. The previous attachment then stays. */
export function storeConnection(socket: WebSocket, connection: Connection): boolean {
  try {
    socket.serializeAttachment(connection)
    return true
  } catch {
    return false
  }
}

export function withSubscription(connection: Connection, channel: string, subscription: Subscription): Connection {
  return { ...connection, subscriptions: new Map(connection.subscriptions).set(channel, subscription) }
}

export function withoutSubscription(connection: Connection, channel: string): Connection {
  const subscriptions = new Map(connection.subscriptions)
  const reached = new Map(connection.reached)
  subscriptions.delete(channel)
  reached.delete(channel)
  return { ...connection, subscriptions, reached }
}
