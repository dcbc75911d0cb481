import type { Clock } from '#worker/env.ts'

/** So many times in so many seconds; afterwards one at a time, as the allowance grows back. */
export type Rate = { readonly times: number; readonly seconds: number }

export type AttemptsDeps = {
  db: D1Database
  clock: Clock
  /** What every rate is multiplied by. */
  factor: number
}

/**
 * How often somebody may try something, kept as one time per key: when the allowance will be whole again. Taking one is
 * one conditional statement, so of any number of parallel tries exactly the allowed ones pass.
 */
export function createAttempts({ db, clock, factor }: AttemptsDeps) {
  const inMs = ({ times, seconds }: Rate) => {
    const windowMs = seconds * 1000
    const stepMs = Math.ceil(windowMs / (times * factor))
    return { stepMs, slackMs: windowMs - stepMs }
  }

  return {
    /** @returns null when one was taken, else after how many seconds the next one may be. */
    async take(key: string, rate: Rate): Promise<number | null> {
      const now = clock()
      const { stepMs, slackMs } = inMs(rate)
      const [taken, current] = await db.batch<{ full_at: number }>([
        db
          .prepare(
            `insert into attempts (key, full_at) values (?1, ?2 + ?3)
             on conflict (key) do update set full_at = max(full_at, ?2) + ?3 where full_at <= ?2 + ?4
             returning full_at`,
          )
          .bind(key, now, stepMs, slackMs),
        db.prepare('select full_at from attempts where key = ?1').bind(key),
      ])
      if (taken!.results.length > 0) return null
      return Math.max(1, Math.ceil((current!.results[0]!.full_at - slackMs - now) / 1000))
    },

    /** Gives one back that turned out to be rightly tried. */
    async giveBack(key: string, rate: Rate): Promise<void> {
      await db.prepare('update attempts set full_at = full_at - ?2 where key = ?1').bind(key, inMs(rate).stepMs).run()
    },
  }
}

export type Attempts = ReturnType<typeof createAttempts>
