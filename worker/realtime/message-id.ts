/** The time of a message and its index within that millisecond. Encoded as `ms-n` and ordered by both. */
export type MessageId = { readonly ms: number; readonly n: number }

export const encodeId = ({ ms, n }: MessageId): string => `${ms}-${n}`

/** Returns the id after `last`. Monotonic, even if the clock goes backward. */
export const nextId = (last: MessageId, now: number): MessageId =>
  now > last.ms ? { ms: now, n: 0 } : { ms: last.ms, n: last.n + 1 }

const LARGEST = Number.MAX_SAFE_INTEGER

/**
 * Parses one end of a range. `-` is before all ids and `+` after all. An id without its second part covers the whole
 * millisecond.
 *
 * @param text a validated bound
 */
export function readBound(text: string, end: 'start' | 'end'): MessageId {
  if (text === '-') return { ms: 0, n: 0 }
  if (text === '+') return { ms: LARGEST, n: LARGEST }
  const [ms, n] = text.split('-')
  return { ms: Number(ms), n: n === undefined ? (end === 'start' ? 0 : LARGEST) : Number(n) }
}
