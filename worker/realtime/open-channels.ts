import { HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'

/** A name is written again after this long. The sweep forgets it after two days. */
const NOTED_MS = 12 * HOUR_MS
const NAMES_MAX = 2000

/**
 * The names of channels that somebody has opened, in D1: a Durable Object is there, with a file of its own, from the
 * moment that it is asked anything, so a name is looked up before its object is asked.
 */
export class OpenChannels {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly noted = new Map<string, number>()

  constructor(db: D1Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async has(name: string): Promise<boolean> {
    if (this.isFresh(name)) return true
    return (await this.db.prepare('select 1 from open_channels where name = ?1').bind(name).first()) !== null
  }

  async add(name: string): Promise<void> {
    if (this.isFresh(name)) return
    const now = this.clock()
    await this.db
      .prepare(
        `insert into open_channels (name, seen_at) values (?1, ?2)
         on conflict (name) do update set seen_at = excluded.seen_at where seen_at < excluded.seen_at - ?3`,
      )
      .bind(name, now, NOTED_MS)
      .run()
    if (this.noted.size >= NAMES_MAX) this.noted.clear()
    this.noted.set(name, now)
  }

  private isFresh(name: string): boolean {
    return this.clock() - (this.noted.get(name) ?? Number.NEGATIVE_INFINITY) < NOTED_MS
  }
}
