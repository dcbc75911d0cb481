import { REALTIME_KEPT_MESSAGES, REALTIME_KEPT_MS } from '#shared/client/limits.ts'
import { encodeId, type MessageId, nextId } from '../message-id.ts'
import type { Delivery, History, NewMessage, Position, Published } from '../ports.ts'

/** Old messages are deleted in batches; until then queries leave them out. */
const PRUNE_EVERY = 50
const KEPT = 'seq > ? and ms >= ?'

/**
 * The messages of one channel, in its tables: numbered without a gap and kept for a day. The numbers begin at the time
 * of the first use in milliseconds, so a channel that was deleted and created again never counts backwards.
 */
export function createHistory(sql: SqlStorage, base: number) {
  const [newest] = [
    ...sql.exec<{ seq: number; ms: number; n: number }>('select seq, ms, n from messages order by seq desc limit 1'),
  ]
  let seq = newest?.seq ?? base
  let id: MessageId = newest ?? { ms: base, n: 0 }
  let isEmpty = newest === undefined

  /** The parameters of `KEPT`. */
  const kept = (now: number) => [seq - REALTIME_KEPT_MESSAGES, now - REALTIME_KEPT_MS]

  /** The newest stays: the next number follows from it. */
  const prune = (now: number): void => {
    sql.exec(`delete from messages where not (${KEPT}) and seq < ?`, ...kept(now), seq)
  }

  return {
    /** The number of the last message. */
    seq: (): number => seq,
    /** The last message: every later one has a higher number. */
    position: (): Position => ({ seq, id: encodeId(id) }),

    append(message: NewMessage, now: number): Published {
      id = nextId(id, now)
      seq += 1
      isEmpty = false
      const published = { id: encodeId(id), seq, timestamp: id.ms }
      sql.exec('insert into messages values (?, ?, ?, ?)', seq, id.ms, id.n, encodePayload(message, published))
      if (seq % PRUNE_EVERY === 0) prune(now)
      return published
    },

    /**
     * At most `limit` of those with a number after `after`; `first` is the number of the first, also when there is
     * none.
     */
    after(after: number, limit: number): Omit<Delivery, 'channel'> {
      const { rows } = pageOf(
        sql.exec<{ seq: number; payload: string }>(
          'select seq, payload from messages where seq > ? order by seq limit ?',
          after,
          limit,
        ),
        limit,
      )
      return { first: rows[0]?.seq ?? seq + 1, payloads: rows.map(({ payload }) => payload) }
    },

    /** Messages of a closed range, oldest first; fewer than `limit` when they are long. */
    between({ start, end, limit }: { start: MessageId; end: MessageId; limit: number }, now: number): History {
      const { rows, hasMore } = pageOf(
        sql.exec<{ payload: string }>(
          `select payload from messages where ${KEPT} and (ms, n) >= (?, ?) and (ms, n) <= (?, ?) order by seq limit ?`,
          ...kept(now),
          start.ms,
          start.n,
          end.ms,
          end.n,
          limit + 1,
        ),
        limit,
      )
      return { payloads: rows.map(({ payload }) => payload), hasMore }
    },

    prune,

    /** When the newest message expires, and all others with it; null when there is none. */
    endsAt: (): number | null => (isEmpty ? null : id.ms + REALTIME_KEPT_MS),
  }
}

export type ChannelHistory = ReturnType<typeof createHistory>

/** A message as the wire has it, as JSON text: encoded once, for every reader. */
function encodePayload(
  { channel, type, data, userId, metadata }: NewMessage,
  { id, seq, timestamp }: Published,
): string {
  const said = [
    `"id":"${id}"`,
    `"channel":${JSON.stringify(channel)}`,
    `"type":${JSON.stringify(type)}`,
    `"data":${data}`,
    `"timestamp":${timestamp}`,
    ...(userId === null ? [] : [`"userId":${JSON.stringify(userId)}`]),
    ...(metadata === null ? [] : [`"metadata":${metadata}`]),
    `"seq":${seq}`,
  ]
  return `{${said.join(',')}}`
}

/** Most characters of one page: an object has little memory and many callers. */
const PAGE_CHARACTERS = 1024 * 1024

type Page<T> = { readonly rows: readonly T[]; readonly hasMore: boolean }

/**
 * The first rows, at most `limit` and one page of characters; at least one, if there is any. All are read, since a
 * cursor that is not read to its end locks its tables.
 */
export function pageOf<T extends { payload: string }>(all: Iterable<T>, limit: number): Page<T> {
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
