import type { Clock } from '#worker/env.ts'

const HOUR_MS = 3_600_000

/**
 * How many times one visitor may have a card drawn anew in an hour. Each takes as long as the last step of a
 * generation, and no quota of generations counts it.
 */
export function createRedrawQuota({ db, clock, perHour }: { db: D1Database; clock: Clock; perHour: number }) {
  return {
    /** Takes one, by one conditional statement. @returns null, else in how many milliseconds there are others */
    async take(visitor: string): Promise<{ waitMs: number } | null> {
      const now = clock()
      const hour = Math.floor(now / HOUR_MS)
      const taken = await db
        .prepare(
          `insert into redraws (visitor, hour, used) values (?1, ?2, 1)
           on conflict (visitor, hour) do update set used = used + 1 where used < ?3
           returning used`,
        )
        .bind(visitor, hour, perHour)
        .first()
      return taken === null ? { waitMs: (hour + 1) * HOUR_MS - now } : null
    },
  }
}

export type RedrawQuota = ReturnType<typeof createRedrawQuota>
