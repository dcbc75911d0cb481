import type { Clock } from '#worker/env.ts'

/** A counter and how far it may go within a window. */
export type Share = { readonly key: string; readonly limit: number }

export type Taking = {
  /** All have room for the units, or none is counted up. */
  readonly shares: readonly Share[]
  /** Fixed windows, counted from 1970 on in UTC: an hour of 3,600,000, a day of 86,400,000. */
  readonly windowMs: number
  /** Number of units at once. */
  readonly units?: number
}

/** A condition for {@link WindowCounters.taking}. Its parameters are `?4` and the following. */
export type Condition = { readonly sql: string; readonly params: readonly unknown[] }

/** When the fixed window that `now` is in ends, in milliseconds since 1970. */
export const endOfWindow = (now: number, windowMs: number): number => (Math.floor(now / windowMs) + 1) * windowMs

/** True while all shares have room for the units. Its parameters are {@link WindowCounters.values}. */
export const HAS_ROOM = `not exists (
  select 1 from json_each(?1) share
    left join window_counters counter on counter.key = share.value ->> 'key' and counter.ends_at = ?2
  where coalesce(counter.used, 0) + ?3 > share.value ->> 'limit')`

const take = (condition: string) => `insert into window_counters (key, ends_at, used)
  select value ->> 'key', ?2, ?3 from json_each(?1) where ${condition} and ${HAS_ROOM}
  on conflict (key, ends_at) do update set used = used + excluded.used
  returning key`

const GIVE_BACK = `update window_counters set used = max(0, used - ?3)
  where ends_at = ?2 and key in (select value ->> 'key' from json_each(?1))`

const ALWAYS: Condition = { sql: 'true', params: [] }

/**
 * Rate limiter (rate limiting by fixed window) in D1: one row per key and window. Counting is one conditional statement, so of any
 * number of parallel calls exactly the allowed ones pass.
 */
export class WindowCounters {
  private readonly db: D1Database
  private readonly clock: Clock

  constructor({ db, clock }: { db: D1Database; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** Counts up. @returns null, or in how many milliseconds the window ends: then nothing was counted */
  async take(wanted: Taking): Promise<number | null> {
    const now = this.clock()
    const { results } = await this.taking(wanted, now).all()
    return results.length > 0 ? null : endOfWindow(now, wanted.windowMs) - now
  }

  /** Counts down what {@link take} has counted up in this window. */
  async giveBack(taken: Taking): Promise<void> {
    await this.givingBack(taken, this.clock()).run()
  }

  /** Reads a counter in the current window. Takes nothing. */
  async used(key: string, windowMs: number): Promise<number> {
    const row = await this.db
      .prepare('select used from window_counters where key = ?1 and ends_at = ?2')
      .bind(key, endOfWindow(this.clock(), windowMs))
      .first<{ used: number }>()
    return row?.used ?? 0
  }

  /** The parameters `?1` to `?3` of the statements here. */
  values({ shares, windowMs, units = 1 }: Taking, now: number) {
    return [JSON.stringify(shares), endOfWindow(now, windowMs), units] as const
  }

  /** The statement of `take`, for a transaction of several. It returns rows only when it has counted. */
  taking(wanted: Taking, now: number, { sql, params }: Condition = ALWAYS): D1PreparedStatement {
    return this.db.prepare(take(sql)).bind(...this.values(wanted, now), ...params)
  }

  /** The statement that counts down what `taking` has counted up at `now`, for a transaction of several. */
  givingBack(taken: Taking, now: number): D1PreparedStatement {
    return this.db.prepare(GIVE_BACK).bind(...this.values(taken, now))
  }
}
