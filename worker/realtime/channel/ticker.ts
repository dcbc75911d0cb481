import type { Clock } from '#worker/env.ts'

/** At most four times a second. */
const TICK_MS = 250

export type TickerDeps = {
  readonly sql: SqlStorage
  readonly clock: Clock
  readonly say: (totals: Readonly<Record<string, number>>) => void
}

/**
 * Throttles vote totals, leading and trailing edge: after a pause the first is published at once; later ones are merged
 * in a table, the largest total of each card. Votes are never taken back, so the largest is the newest.
 */
export class Ticker {
  private readonly sql: SqlStorage
  private readonly clock: Clock
  private readonly say: (totals: Readonly<Record<string, number>>) => void
  private sentAt = Number.NEGATIVE_INFINITY
  private hasTimer = false

  constructor({ sql, clock, say }: TickerDeps) {
    this.sql = sql
    this.clock = clock
    this.say = say
  }

  flush(): void {
    const rows = this.waiting()
    if (rows.length === 0) return
    this.sql.exec('delete from ticks')
    this.sentAt = this.clock()
    this.say(Object.fromEntries(rows.map(({ card, votes }) => [card, votes])))
  }

  isWaiting() {
    return this.hasTimer
  }

  add(totals: Readonly<Record<string, number>>): void {
    for (const [card, votes] of Object.entries(totals))
      this.sql.exec(
        'insert into ticks values (?, ?) on conflict (card) do update set votes = max(votes, excluded.votes)',
        card,
        votes,
      )
    const wait = this.sentAt + TICK_MS - this.clock()
    if (wait <= 0 && !this.hasTimer) return this.flush()
    if (this.hasTimer) return
    this.hasTimer = true
    setTimeout(() => {
      this.hasTimer = false
      this.flush()
    }, wait)
  }

  private waiting() {
    return [...this.sql.exec<{ card: string; votes: number }>('select card, votes from ticks')]
  }
}
