import { REALTIME_HISTORY_MESSAGES, REALTIME_HISTORY_MS } from '#shared/client/limits.ts'
import { encodeId, type MessageId, nextId } from '../message-id.ts'
import type { Delivery, History, NewMessage, Position, Published } from '../ports.ts'

/** Old messages are deleted in batches; until then queries leave them out. */
const PRUNE_EVERY = 50
const RETAINED = 'seq > ? and ms >= ?'

/**
 * The messages of one channel, in its tables: numbered without a gap and kept for a day. The numbers begin at the time
 * of the first use in milliseconds, so a channel that was deleted and created again never counts backwards.
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

  /** The number of the last message. */
  seq(): number {
    return this.lastSeq
  }

  /** The last message: every later one has a higher number. */
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
   * At most `limit` of those with a number after `after`; `first` is the number of the first, also when there is
   * none.
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

  /** Messages of a closed range, oldest first; fewer than `limit` when they are long. */
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

  /** The newest stays: the next number follows from it. */
  prune(now: number): void {
    this.sql.exec(`delete from messages where not (${RETAINED}) and seq < ?`, ...this.getRetained(now), this.lastSeq)
  }

  /** When the newest message expires, and all others with it; null when there is none. */
  endsAt(): number | null {
    return this.isEmpty ? null : this.lastId.ms + REALTIME_HISTORY_MS
  }

  /** The parameters of the retention statement. */
  private getRetained(now: number) {
    return [this.lastSeq - REALTIME_HISTORY_MESSAGES, now - REALTIME_HISTORY_MS]
  }
}

/** A message as the wire has it, as JSON text: encoded once, for every reader. */
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

/** Most characters of one page: an object has little memory and many callers. */
const PAGE_CHARACTERS = 1024 * 1024

type RowPage<T> = { readonly rows: readonly T[]; readonly hasMore: boolean }

/**
 * The first rows, at most `limit` and one page of characters; at least one, if there is any. All are read, since a
 * cursor that is not read to its end locks its tables.
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
