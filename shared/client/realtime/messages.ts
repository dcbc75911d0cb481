import { isRecord } from '../failure.ts'

/** A message of a channel. `T` is the caller's claim about the data; it is not validated. */
export type RealtimeMessage<T = unknown> = {
  readonly id: string
  readonly channel: string
  /** Chosen by the sender. */
  readonly type: string
  readonly data: T
  /** Milliseconds since 1970, by the server's clock. */
  readonly timestamp: number
  /** Chosen by the sender and not authenticated. */
  readonly userId?: string
  readonly metadata?: unknown
  /** Sequence number in the channel, without gaps, if the server sends one. */
  readonly seq?: number
}

export type Member = {
  readonly userId: string
  readonly metadata?: unknown
  readonly joinedAt: number
  readonly lastSeen: number
}

/** A channel's presence. In a large channel `users` is a sample; `count` is always exact. */
export type Presence = { readonly users: readonly Member[]; readonly count: number }

/** @param channel the channel of a message that does not name one */
export function readMessage(value: unknown, channel?: string): RealtimeMessage | null {
  if (!isRecord(value)) return null
  const { id, type, data, timestamp, userId, metadata, seq } = value
  const channelName = value['channel'] ?? channel
  if (typeof id !== 'string' || typeof type !== 'string' || typeof channelName !== 'string') return null
  return {
    id,
    channel: channelName,
    type,
    data,
    timestamp: typeof timestamp === 'number' ? timestamp : parseTime(id),
    ...(typeof userId === 'string' && { userId }),
    ...(metadata !== undefined && metadata !== null && { metadata }),
    ...(typeof seq === 'number' && { seq }),
  }
}

export const readMessages = (list: unknown, channel?: string): RealtimeMessage[] =>
  (Array.isArray(list) ? list : []).flatMap((value) => readMessage(value, channel) ?? [])

/** @param body a presence frame's data or an HTTP response body */
export function readPresence(body: unknown): Presence | null {
  if (!isRecord(body) || !Array.isArray(body['users'])) return null
  const users = body['users'].filter((user): user is Member => isRecord(user) && typeof user['userId'] === 'string')
  return { users, count: typeof body['count'] === 'number' ? body['count'] : users.length }
}

/** @example parseTime('1640995200000-0') // 1640995200000 */
function parseTime(id: string): number {
  const time = Number(/^(\d+)-\d+$/.exec(id)?.[1] ?? Number.NaN)
  return Number.isFinite(time) ? time : 0
}
