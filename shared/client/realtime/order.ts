import type { RealtimeMessage } from './messages.ts'

/** Number of ids remembered for servers without sequence numbers: more than a page of history. */
const REMEMBERED = 1000

/** `next`: deliver it now. `old`: a duplicate. `ahead`: out of order, because an earlier message is missing. */
export type Order = 'next' | 'old' | 'ahead'

/**
 * Deduplicates a channel's messages and detects gaps by sequence number. Without sequence numbers it detects only
 * duplicates.
 */
export function createOrder() {
  let last: { id: string | null; seq: number | null } = { id: null, seq: null }
  const delivered = new Set<string>()

  return {
    /** The last delivered message. Before the first one, only its sequence number may be known. */
    last: () => last,
    /** @param seq the sequence number before the first message to deliver */
    begin: (seq: number) => void (last = { id: null, seq }),
    /** True if a message up to this sequence number was not delivered. */
    isBefore: (seq: number) => last.seq !== null && last.seq < seq,
    /** Gives up on messages up to this sequence number. */
    skipTo: (seq: number) => void (last = { id: last.id, seq }),
    getOrder({ id, seq }: RealtimeMessage): Order {
      if (delivered.has(id)) return 'old'
      if (seq === undefined || last.seq === null) return 'next'
      if (seq <= last.seq) return last.id !== null && isLater(id, last.id) ? 'next' : 'old'
      return seq === last.seq + 1 ? 'next' : 'ahead'
    },
    tell({ id, seq }: RealtimeMessage) {
      last = { id, seq: seq ?? null }
      delivered.add(id)
      if (delivered.size > REMEMBERED) delivered.delete(delivered.values().next().value!)
    },
    reset() {
      last = { id: null, seq: null }
      delivered.clear()
    },
  }
}

/** True if `id` is later than `other`. A later id with a lower number means that the channel restarted its numbering. */
function isLater(id: string, other: string): boolean {
  const [time, counter] = parseId(id)
  const [otherTime, otherCounter] = parseId(other)
  return time > otherTime || (time === otherTime && counter > otherCounter)
}

function parseId(id: string): readonly [number, number] {
  const [, time, counter] = /^(\d+)-(\d+)$/.exec(id) ?? []
  return [Number(time), Number(counter)]
}
