import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'voted'
/** More cards than a visitor votes for within one voting period. */
const MAX_CARDS = 200

/**
 * The cards that this visitor has voted for, each until the next vote counts. It only affects how buttons look; the
 * server enforces the rule.
 */
export function createVotedCards(memory: Memory, now: () => number) {
  const until = new Map<string, number>(read(memory))
  const listeners = new Set<() => void>()

  function learn(id: string, nextVoteAt: number | null) {
    if ((until.get(id) ?? null) === nextVoteAt) return
    if (nextVoteAt === null) until.delete(id)
    else until.set(id, nextVoteAt)
    memory.set(KEY, JSON.stringify([...until].filter(([, at]) => at > now()).slice(-MAX_CARDS)))
    for (const listener of listeners) listener()
  }

  return {
    /** When the next vote for a card counts, in milliseconds since 1970; null means now. */
    nextVoteAt: (id: string): number | null => {
      const at = until.get(id) ?? 0
      return at > now() ? at : null
    },
    /** @param nextVoteAt milliseconds since 1970; null means now */
    learn,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(memory: Memory): [string, number][] {
  try {
    const stored: unknown = JSON.parse(memory.get(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'

const stores = new WeakMap<Memory, ReturnType<typeof createVotedCards>>()

/** Returns the store of a memory, shared by every button on the page. */
export function getVotedCards({ memory, now }: { memory: Memory; now: () => number }) {
  const store = stores.get(memory) ?? createVotedCards(memory, now)
  stores.set(memory, store)
  return store
}
