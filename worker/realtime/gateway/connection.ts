import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { type TokenBucketState, fullBucket, type TokenBucketRate } from './token-bucket-state.ts'
import type { PresenceWish } from '../ports.ts'

/** The subscriptions of one socket. */
export type Subscription = {
  /** The name it is present by, chosen by the client (product channels: a hash). */
  readonly userId: string
  readonly metadata: string | null
  readonly joinedAt: number
  readonly wish: PresenceWish
  /** The number of the last message from before it; null until the channel has said so. */
  readonly from: number | null
}

/**
 * The state of one socket. It is stored in the socket's attachment, so that the gateway can hibernate; the platform
 * takes up to 16 KB. Times in milliseconds since 1970.
 */
export type Connection = {
  readonly id: string
  /** The visitor's name on the product's own channels: one name for all tabs of a browser. */
  readonly identity: string
  /** Opted in to what the public wire does not have, such as several messages in one frame. */
  readonly takesMany: boolean
  /**
   * True when it came with a key of the project: then its messages may be longer. Missing: from before that was kept.
   */
  readonly hasKey?: boolean
  /** The factor of its rate limits. */
  readonly factor: number
  readonly seenAt: number
  /** Silent for too long: not counted as present until it sends again. */
  readonly isAbsent: boolean
  readonly publishes: TokenBucketState
  /** Token bucket of frames that are no messages. */
  readonly controls: TokenBucketState
  readonly refusals: TokenBucketState
  readonly subscriptions: ReadonlyMap<string, Subscription>
  /** Last numbers delivered by its gateway, per channel: stored at one socket for all of them. */
  readonly reached: ReadonlyMap<string, number>
}

/** The Worker's message to the gateway about a new socket. */
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

/** @returns false when it does not fit: the previous attachment stays */
export function keepConnection(socket: WebSocket, connection: Connection): boolean {
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
