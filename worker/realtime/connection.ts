import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { type Allowance, fullAllowance, type Pace } from './allowance.ts'
import type { PresenceWish } from './ports.ts'

/** What one socket has subscribed to. */
export type Subscription = {
  /** The name it is present by. */
  readonly userId: string
  readonly metadata: string | null
  readonly joinedAt: number
  readonly wish: PresenceWish
  /** The number of the last message from before it; null until the channel has said so. */
  readonly from: number | null
}

/**
 * All that is known of one socket. It lives in the socket's attachment, so that its host may sleep; the platform takes
 * up to 16 KB of it. Times in milliseconds since 1970.
 */
export type Connection = {
  readonly id: string
  /** The name of the person behind it on the product's own channels: one name for all tabs of a browser. */
  readonly identity: string
  /** Asked for several messages in one frame, and for what else the wire does not have. */
  readonly takesMany: boolean
  /** How much more than usual it may do. */
  readonly factor: number
  readonly seenAt: number
  /** Was not heard of for too long, and is not present until it is. */
  readonly isAbsent: boolean
  readonly publishes: Allowance
  /** Frames that are no messages. */
  readonly controls: Allowance
  readonly refusals: Allowance
  readonly subscriptions: ReadonlyMap<string, Subscription>
  /** How far channels got at its gateway, which is written down at one socket for all. */
  readonly reached: ReadonlyMap<string, number>
}

/** What the Worker says of a socket it brings. */
export type Introduction = Pick<Connection, 'id' | 'identity' | 'takesMany' | 'factor'>

export const publishPace = (factor: number): Pace => ({
  perSecond: REALTIME_LIMITS.publishesPerSecond * factor,
  burst: REALTIME_LIMITS.publishBurst * factor,
})
export const controlPace = (factor: number): Pace => ({
  perSecond: REALTIME_LIMITS.controlsPerSecond * factor,
  burst: REALTIME_LIMITS.controlBurst * factor,
})
export const REFUSAL_PACE: Pace = { perSecond: 1, burst: REALTIME_LIMITS.refusals }

export const newConnection = (introduction: Introduction, now: number): Connection => ({
  ...introduction,
  seenAt: now,
  isAbsent: false,
  publishes: fullAllowance(publishPace(introduction.factor), now),
  controls: fullAllowance(controlPace(introduction.factor), now),
  refusals: fullAllowance(REFUSAL_PACE, now),
  subscriptions: new Map(),
  reached: new Map(),
})

export const readConnection = (socket: WebSocket): Connection | null =>
  (socket.deserializeAttachment() as Connection | null) ?? null

/** @returns false when it does not fit: then what was kept before still is */
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
