import type { Clock } from '#worker/env.ts'

/** At most four times a second. */
const TICK_MS = 250

export type TickerDeps = {
  readonly sql: SqlStorage
  readonly clock: Clock
  readonly say: (totals: Readonly<Record<string, number>>) => void
}

export type Ticker = ReturnType<typeof createTicker>

/**
 * Throttles vote totals, leading and trailing edge: after a pause the first is published at once; later ones are merged
 * in a table, the largest total of each card. Votes are never taken back, so the largest is the newest.
 */
export function createTicker({ sql, clock, say }: TickerDeps) {
  let saidAt = Number.NEGATIVE_INFINITY
  let hasTimer = false

  const waiting = () => [...sql.exec<{ card: string; votes: number }>('select card, votes from ticks')]

  function flush(): void {
    const rows = waiting()
    if (rows.length === 0) return
    sql.exec('delete from ticks')
    saidAt = clock()
    say(Object.fromEntries(rows.map(({ card, votes }) => [card, votes])))
  }

  return {
    flush,
    isWaiting: () => hasTimer,
    add(totals: Readonly<Record<string, number>>): void {
      for (const [card, votes] of Object.entries(totals))
        sql.exec(
          'insert into ticks values (?, ?) on conflict (card) do update set votes = max(votes, excluded.votes)',
          card,
          votes,
        )
      const wait = saidAt + TICK_MS - clock()
      if (wait <= 0 && !hasTimer) return flush()
      if (hasTimer) return
      hasTimer = true
      setTimeout(() => {
        hasTimer = false
        flush()
      }, wait)
    },
  }
}
