import { isRecord } from '../failure.ts'

/** A message of a channel. `T` is the caller's claim about the data; it is not validated. */
export type RealtimeMessage<T = unknown> = {
  readonly id: string
  readonly channel: string
  /** The speaker's own word for what this is. */
  readonly type: string
  readonly data: T
  /** Milliseconds since 1970, by the server's clock. */
  readonly timestamp: number
  /** A label that the sender chose: not authenticated. */
  readonly userId?: string
  readonly metadata?: unknown
  /** Its place among all messages of the channel, where the server counts them: one more than the one before. */
  readonly seq?: number
}

export type Member = {
  readonly userId: string
  readonly metadata?: unknown
  readonly joinedAt: number
  readonly lastSeen: number
}

/** Presence of a channel. Of a crowd `users` is a sample; `count` is always exact. */
export type Presence = { readonly users: readonly Member[]; readonly count: number }

/** @param channel where it was found, when the message itself does not say */
export function readMessage(value: unknown, channel?: string): RealtimeMessage | null {
  if (!isRecord(value)) return null
  const { id, type, data, timestamp, userId, metadata, seq } = value
  const where = value['channel'] ?? channel
  if (typeof id !== 'string' || typeof type !== 'string' || typeof where !== 'string') return null
  return {
    id,
    channel: where,
    type,
    data,
    timestamp: typeof timestamp === 'number' ? timestamp : momentOf(id),
    ...(typeof userId === 'string' && { userId }),
    ...(metadata !== undefined && metadata !== null && { metadata }),
    ...(typeof seq === 'number' && { seq }),
  }
}

export const readMessages = (list: unknown, channel?: string): RealtimeMessage[] =>
  (Array.isArray(list) ? list : []).flatMap((value) => readMessage(value, channel) ?? [])

/** @param body of a presence frame or of the HTTP answer */
export function readPresence(body: unknown): Presence | null {
  if (!isRecord(body) || !Array.isArray(body['users'])) return null
  const users = body['users'].filter((user): user is Member => isRecord(user) && typeof user['userId'] === 'string')
  return { users, count: typeof body['count'] === 'number' ? body['count'] : users.length }
}

/** @example momentOf('1640995200000-0') // 1640995200000 */
function momentOf(id: string): number {
  const moment = Number(/^(\d+)-\d+$/.exec(id)?.[1] ?? Number.NaN)
  return Number.isFinite(moment) ? moment : 0
}
