import { createHistory, type Entries, type History } from '#web/router/history.ts'

/** A history of its own for each test, beginning at `href`; Back and Forward go there at once. */
export function createMemoryHistory(href = '/'): History {
  const entries: ReturnType<Entries['read']>[] = [{ href, kept: null }]
  const listeners = new Set<() => void>()
  let at = 0
  return createHistory({
    read: () => entries[at]!,
    write(next, kept, isNew) {
      if (isNew) entries.splice(++at)
      entries[at] = { href: next, kept }
    },
    go(steps) {
      if (entries[at + steps] === undefined) return
      at += steps
      listeners.forEach((run) => run())
    },
    onMove(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
  })
}
