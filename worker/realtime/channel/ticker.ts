import type { Clock } from '#worker/env.ts'

/** Publishes at most four times a second. */
const TICK_MS = 250

export type TickerDeps = {
  readonly sql: SqlStorage
  readonly clock: Clock
  readonly publish: (totals: Readonly<Record<string, number>>) => void
}

/**
 * Throttles vote totals on the leading and trailing edge. After a pause, the first update is published at once. Later
 * ones are merged in a table. Votes are never taken back, so the largest total of a card is the newest.
 */
export class Ticker {
  private readonly sql: SqlStorage
  private readonly clock: Clock
  private readonly publish: (totals: Readonly<Record<string, number>>) => void
  private sentAt = Number.NEGATIVE_INFINITY
  private hasTimer = false

  constructor({ sql, clock, publish }: TickerDeps) {
    this.sql = sql
    this.clock = clock
    this.publish = publish
  }

  flush(): void {
    const rows = this.waiting()
    if (rows.length === 0) return
    this.sql.exec('delete from ticks')
    this.sentAt = this.clock()
    this.publish(Object.fromEntries(rows.map(({ card, votes }) => [card, votes])))
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
