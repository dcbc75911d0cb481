import { REALTIME_HISTORY_MESSAGES, REALTIME_HISTORY_MS } from '#shared/client/limits.ts'
import { encodeId, type MessageId, nextId } from '../message-id.ts'
import type { Delivery, History, NewMessage, Position, Published } from '../ports.ts'

/** Old messages are deleted in batches. Until then, queries filter them out. */
const PRUNE_EVERY = 50
const RETAINED = 'seq > ? and ms >= ?'

/**
 * The messages of one channel, numbered without gaps and retained for a day. The numbers start at the time of the first
 * use in milliseconds, so a channel that was deleted and recreated never counts backward.
 */
export class ChannelHistory {
  private readonly sql: SqlStorage
  private lastSeq: number
  private lastId: MessageId
  private isEmpty: boolean

  constructor(sql: SqlStorage, base: number) {
    this.sql = sql
    const [newest] = [
      ...sql.exec<{ seq: number; ms: number; n: number }>('select seq, ms, n from messages order by seq desc limit 1'),
    ]
    this.lastSeq = newest?.seq ?? base
    this.lastId = newest ?? { ms: base, n: 0 }
    this.isEmpty = newest === undefined
  }

  /** Returns the number of the last message. */
  seq(): number {
    return this.lastSeq
  }

  /** Returns the position of the last message. Every later one has a higher number. */
  position(): Position {
    return { seq: this.lastSeq, id: encodeId(this.lastId) }
  }

  append(message: NewMessage, now: number): Published {
    this.lastId = nextId(this.lastId, now)
    this.lastSeq += 1
    this.isEmpty = false
    const published = { id: encodeId(this.lastId), seq: this.lastSeq, timestamp: this.lastId.ms }
    this.sql.exec(
      'insert into messages values (?, ?, ?, ?)',
      this.lastSeq,
      this.lastId.ms,
      this.lastId.n,
      encodePayload(message, published),
    )
    if (this.lastSeq % PRUNE_EVERY === 0) this.prune(now)
    return published
  }

  /**
   * Returns at most `limit` messages after the number `after`. `first` is the number of the first one, or the next
   * number if there are none.
   */
  after(after: number, limit: number): Omit<Delivery, 'channel'> {
    const { rows } = takePage(
      this.sql.exec<{ seq: number; payload: string }>(
        'select seq, payload from messages where seq > ? order by seq limit ?',
        after,
        limit,
      ),
      limit,
    )
    return { first: rows[0]?.seq ?? this.lastSeq + 1, payloads: rows.map(({ payload }) => payload) }
  }

  /** Returns the messages of a closed range, oldest first. Long messages reduce the page below `limit`. */
  between({ start, end, limit }: { start: MessageId; end: MessageId; limit: number }, now: number): History {
    const { rows, hasMore } = takePage(
      this.sql.exec<{ payload: string }>(
        `select payload from messages where ${RETAINED} and (ms, n) >= (?, ?) and (ms, n) <= (?, ?) order by seq limit ?`,
        ...this.getRetained(now),
        start.ms,
        start.n,
        end.ms,
        end.n,
        limit + 1,
      ),
      limit,
    )
    return { payloads: rows.map(({ payload }) => payload), hasMore }
  }

  /** Deletes old messages except the newest, from which the next number follows. */
  prune(now: number): void {
    this.sql.exec(`delete from messages where not (${RETAINED}) and seq < ?`, ...this.getRetained(now), this.lastSeq)
  }

  /** Returns the time at which the last message expires, or null if there are no messages. */
  endsAt(): number | null {
    return this.isEmpty ? null : this.lastId.ms + REALTIME_HISTORY_MS
  }

  /** Returns the parameters of `RETAINED`. */
  private getRetained(now: number) {
    return [this.lastSeq - REALTIME_HISTORY_MESSAGES, now - REALTIME_HISTORY_MS]
  }
}

/** Encodes a message as JSON for the wire, once for all recipients. */
function encodePayload(
  { channel, type, data, userId, metadata }: NewMessage,
  { id, seq, timestamp }: Published,
): string {
  const fields = [
    `"id":"${id}"`,
    `"channel":${JSON.stringify(channel)}`,
    `"type":${JSON.stringify(type)}`,
    `"data":${data}`,
    `"timestamp":${timestamp}`,
    ...(userId === null ? [] : [`"userId":${JSON.stringify(userId)}`]),
    ...(metadata === null ? [] : [`"metadata":${metadata}`]),
    `"seq":${seq}`,
  ]
  return `{${fields.join(',')}}`
}

/** Maximum characters per page, because a Durable Object has little memory and many callers. */
const PAGE_CHARACTERS = 1024 * 1024

type RowPage<T> = { readonly rows: readonly T[]; readonly hasMore: boolean }

/**
 * Returns the first rows, up to `limit` and one page of characters, but at least one if there are any. Reads all rows,
 * because an unfinished cursor locks its tables.
 */
export function takePage<T extends { payload: string }>(all: Iterable<T>, limit: number): RowPage<T> {
  const rows: T[] = []
  let characters = 0
  let hasMore = false
  for (const row of all) {
    characters += row.payload.length
    hasMore ||= rows.length === limit || (rows.length > 0 && characters > PAGE_CHARACTERS)
    if (!hasMore) rows.push(row)
  }
  return { rows, hasMore }
}
