import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'voted'
/** Long enough for every card a visitor votes for in the period one vote lasts. */
const KEPT = 200

/**
 * The cards this browser has seen a vote of its visitor on, each until its next vote counts. Only how a button looks
 * hangs on it: the ledger is the server's.
 */
export function createVotedCards(memory: Memory, now: () => number) {
  const until = new Map<string, number>(read(memory))
  const listeners = new Set<() => void>()

  function learn(id: string, nextVoteAt: number | null) {
    if ((until.get(id) ?? null) === nextVoteAt) return
    if (nextVoteAt === null) until.delete(id)
    else until.set(id, nextVoteAt)
    memory.set(KEY, JSON.stringify([...until].filter(([, at]) => at > now()).slice(-KEPT)))
    for (const listener of listeners) listener()
  }

  return {
    /** When the next vote for a card counts, in milliseconds since 1970; null: now. */
    nextVoteAt: (id: string): number | null => {
      const at = until.get(id) ?? 0
      return at > now() ? at : null
    },
    /** @param nextVoteAt milliseconds since 1970; null when a vote would count now */
    learn,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(memory: Memory): [string, number][] {
  try {
    const kept: unknown = JSON.parse(memory.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'

const stores = new WeakMap<Memory, ReturnType<typeof createVotedCards>>()

/** One for each memory, so that every button of a page knows what the others know. */
export function votedCardsOf({ memory, now }: { memory: Memory; now: () => number }) {
  const store = stores.get(memory) ?? createVotedCards(memory, now)
  stores.set(memory, store)
  return store
}
