/** The time of a message and its number within that millisecond: written `ms-n`, ordered by both. */
export type MessageId = { readonly ms: number; readonly n: number }

export const encodeId = ({ ms, n }: MessageId): string => `${ms}-${n}`

/** The id after `last`. Monotonic, even when the clock goes back. */
export const nextId = (last: MessageId, now: number): MessageId =>
  now > last.ms ? { ms: now, n: 0 } : { ms: last.ms, n: last.n + 1 }

const LARGEST = Number.MAX_SAFE_INTEGER

/**
 * One end of a range. `-` is before all and `+` after all; an id without its second part means the whole millisecond.
 *
 * @param text one of these, validated before
 */
export function readBound(text: string, end: 'start' | 'end'): MessageId {
  if (text === '-') return { ms: 0, n: 0 }
  if (text === '+') return { ms: LARGEST, n: LARGEST }
  const [ms, n] = text.split('-')
  return { ms: Number(ms), n: n === undefined ? (end === 'start' ? 0 : LARGEST) : Number(n) }
}
