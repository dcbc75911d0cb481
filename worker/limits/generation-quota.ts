import type { Clock } from '#worker/env.ts'

const DAY_MS = 86_400_000

export type Quota = { left: number; perDay: number; resetsAt: string }

/** How many cards one visitor may have drawn per UTC day. */
export function createGenerationQuota({ db, clock, perDay }: { db: D1Database; clock: Clock; perDay: number }) {
  const today = () => Math.floor(clock() / DAY_MS)
  const resetsAt = (day: number) => new Date((day + 1) * DAY_MS).toISOString()

  return {
    async read(visitor: string): Promise<Quota> {
      const day = today()
      const row = await db
        .prepare('select used from generation_quotas where visitor = ?1 and day = ?2')
        .bind(visitor, day)
        .first<{ used: number }>()
      return { left: Math.max(0, perDay - (row?.used ?? 0)), perDay, resetsAt: resetsAt(day) }
    },

    /** Takes one of today's cards, by one conditional statement. @returns false when none is left. */
    async take(visitor: string): Promise<boolean> {
      if (perDay === 0) return false
      const taken = await db
        .prepare(
          `insert into generation_quotas (visitor, day, used) values (?1, ?2, 1)
           on conflict (visitor, day) do update set used = used + 1 where used < ?3
           returning used`,
        )
        .bind(visitor, today(), perDay)
        .first()
      return taken !== null
    },
  }
}

export type GenerationQuota = ReturnType<typeof createGenerationQuota>
