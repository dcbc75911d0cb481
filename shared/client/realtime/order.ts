import type { RealtimeMessage } from './messages.ts'

/** How many ids are remembered of a server that does not count: more than a page of history. */
const REMEMBERED = 1000

/** `next`: to be delivered now. `old`: a duplicate. `ahead`: out of order, at least one before it is missing. */
export type Place = 'next' | 'old' | 'ahead'

/**
 * Deduplicates the messages of a channel and detects gaps, by sequence number. Of a server that does not number its
 * messages only the ids are known, so no gap can be detected.
 */
export function createOrder() {
  let last: { id: string | null; seq: number | null } = { id: null, seq: null }
  const told = new Set<string>()

  return {
    /** The last one delivered; before the first, only the number may be known. */
    last: () => last,
    /** @param seq the number of the last message before the first that is to be delivered */
    begin: (seq: number) => void (last = { id: null, seq }),
    /** True if a message up to this number was not delivered, as far as numbers are known. */
    isBefore: (seq: number) => last.seq !== null && last.seq < seq,
    /** Messages up to this number are not waited for. */
    skipTo: (seq: number) => void (last = { id: last.id, seq }),
    placeOf({ id, seq }: RealtimeMessage): Place {
      if (told.has(id)) return 'old'
      if (seq === undefined || last.seq === null) return 'next'
      if (seq <= last.seq) return last.id !== null && isLater(id, last.id) ? 'next' : 'old'
      return seq === last.seq + 1 ? 'next' : 'ahead'
    },
    tell({ id, seq }: RealtimeMessage) {
      last = { id, seq: seq ?? null }
      told.add(id)
      if (told.size > REMEMBERED) told.delete(told.values().next().value!)
    },
    reset() {
      last = { id: null, seq: null }
      told.clear()
    },
  }
}

/** True if a channel counts from the beginning again: its numbers are low and its clock is not. */
function isLater(id: string, other: string): boolean {
  const [moment, place] = partsOf(id)
  const [otherMoment, otherPlace] = partsOf(other)
  return moment > otherMoment || (moment === otherMoment && place > otherPlace)
}

function partsOf(id: string): readonly [number, number] {
  const [, moment, place] = /^(\d+)-(\d+)$/.exec(id) ?? []
  return [Number(moment), Number(place)]
}
