import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'

/** What is counted by day. The names within one are of fixed lists (codes, limits, engines): nothing of a request is a name. */
export type Measure =
  /** `{hour in UTC} all` and `{hour} failed`, as in `07 all`. */
  | 'requests'
  /** Requests that failed, by code. */
  | 'failures'
  /** Requests that a limit refused, by limit. */
  | 'refusals'
  /** Generations that ended with a card (by engine and finish), or without one. */
  | 'generations'
  /** Generations that failed, by code. */
  | 'generation failures'
  /** Mails, `sent` or `failed`. */
  | 'mails'
  /** What providers are paid for: `pictures`, `calls`. */
  | 'bought'

export type CountsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  /** Has `flush` run a while after now, when no answer waits for it. Called once for all that is counted until then. */
  readonly schedule: (flush: () => Promise<void>) => void
}

const ADD = `insert into operation_counts (day, measure, name, count)
  select value ->> 'day', value ->> 'measure', value ->> 'name', value ->> 'count' from json_each(?1) where true
  on conflict (day, measure, name) do update set count = count + excluded.count`

type Row = { day: string; measure: Measure; name: string; count: number }

/**
 * Counters by UTC day, one row per name. Counting is an addition in memory; all that one isolate has counted within some
 * seconds is written by one statement. An isolate that ends before it loses them: these are figures, not a ledger.
 */
export function createCounts({ db, clock, schedule }: CountsDeps) {
  const pending = new Map<string, Row>()
  let isScheduled = false

  async function flush(): Promise<void> {
    isScheduled = false
    const rows = [...pending.values()]
    if (rows.length === 0) return
    pending.clear()
    try {
      await db.prepare(ADD).bind(JSON.stringify(rows)).run()
    } catch (thrown) {
      // Written with what comes next; the names are few, so it cannot grow.
      for (const { day, measure, name, count } of rows) note(day, measure, name, count)
      log.error('counts not stored', { cause: describeError(thrown) })
    }
  }

  function note(day: string, measure: Measure, name: string, count: number): void {
    const key = `${day} ${measure} ${name}`
    const row = pending.get(key) ?? { day, measure, name, count: 0 }
    row.count += count
    pending.set(key, row)
  }

  return {
    /** Counts up. Costs no call of another service. */
    add(measure: Measure, name: string, count = 1): void {
      if (count === 0) return
      note(new Date(clock()).toISOString().slice(0, 10), measure, name, count)
      if (isScheduled) return
      isScheduled = true
      schedule(flush)
    },

    /** Writes what is pending, by one statement. Never rejects: what could not be written is kept for the next time. */
    flush,
  }
}

export type Counts = ReturnType<typeof createCounts>
