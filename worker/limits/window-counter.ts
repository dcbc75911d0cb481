import type { Clock } from '#worker/env.ts'

/** A counter and its limit per window. */
export type Share = { readonly key: string; readonly limit: number }

export type Taking = {
  /** Counted together: all of them, or none if one lacks room. */
  readonly shares: readonly Share[]
  /** Length of the fixed windows, which start at 1970 in UTC: 3,600,000 for an hour, 86,400,000 for a day. */
  readonly windowMs: number
  /** Units to count at once, 1 by default. */
  readonly units?: number
}

/** An extra condition for {@link WindowCounters.taking}. Its parameters start at `?4`. */
export type Condition = { readonly sql: string; readonly params: readonly unknown[] }

/** Returns the end of the fixed window around `now`, in milliseconds since 1970. */
export const endOfWindow = (now: number, windowMs: number): number => (Math.floor(now / windowMs) + 1) * windowMs

/** SQL condition: all shares have room for the units. Its parameters are {@link WindowCounters.values}. */
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
 * Fixed-window rate limiter in D1, with one row per key and window. Counting is one conditional statement, so parallel
 * calls never exceed the limit.
 */
export class WindowCounters {
  private readonly db: D1Database
  private readonly clock: Clock

  constructor({ db, clock }: { db: D1Database; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** Counts the units. @returns null, or the milliseconds until the window ends if a share lacked room */
  async take(wanted: Taking): Promise<number | null> {
    const now = this.clock()
    const { results } = await this.taking(wanted, now).all()
    return results.length > 0 ? null : endOfWindow(now, wanted.windowMs) - now
  }

  /** Takes back what {@link take} has counted in this window. */
  async refund(taken: Taking): Promise<void> {
    await this.givingBack(taken, this.clock()).run()
  }

  /** Returns a counter's value in the current window. */
  async used(key: string, windowMs: number): Promise<number> {
    const row = await this.db
      .prepare('select used from window_counters where key = ?1 and ends_at = ?2')
      .bind(key, endOfWindow(this.clock(), windowMs))
      .first<{ used: number }>()
    return row?.used ?? 0
  }

  /** Returns the parameters `?1` to `?3` of the statements in this file. */
  values({ shares, windowMs, units = 1 }: Taking, now: number) {
    return [JSON.stringify(shares), endOfWindow(now, windowMs), units] as const
  }

  /** Returns the statement of `take`, to run in a batch. It returns rows only if it has counted. */
  taking(wanted: Taking, now: number, { sql, params }: Condition = ALWAYS): D1PreparedStatement {
    return this.db.prepare(take(sql)).bind(...this.values(wanted, now), ...params)
  }

  /** Returns the statement that takes back what `taking` has counted at `now`, to run in a batch. */
  givingBack(taken: Taking, now: number): D1PreparedStatement {
    return this.db.prepare(GIVE_BACK).bind(...this.values(taken, now))
  }
}
