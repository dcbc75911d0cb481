/** The cards this tab has seen a vote of its visitor on. The ledger itself is the server's. */
export function createVotedCards() {
  const ids = new Set<string>()
  const listeners = new Set<() => void>()
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      ids.add(id)
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
