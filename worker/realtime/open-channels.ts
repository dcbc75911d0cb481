import { HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'

/** Time after which a name is written again. The sweep deletes it after two days. */
const REFRESH_MS = 12 * HOUR_MS
const NAMES_MAX = 2000

/**
 * The names of opened channels, in D1. Any call to a Durable Object creates it with its own file, so a name is looked up
 * here before its object is called.
 */
export class OpenChannels {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly recent = new Map<string, number>()

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
      .bind(name, now, REFRESH_MS)
      .run()
    if (this.recent.size >= NAMES_MAX) this.recent.clear()
    this.recent.set(name, now)
  }

  private isFresh(name: string): boolean {
    return this.clock() - (this.recent.get(name) ?? Number.NEGATIVE_INFINITY) < REFRESH_MS
  }
}
