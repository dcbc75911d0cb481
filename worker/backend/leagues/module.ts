import { LEAGUE_RETENTION_DAYS } from '#shared/domain/league.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import type { Piece, Task } from '#worker/operate/tasks.ts'
import type { SweepDeps, SweepPart } from '../sweep.ts'
import { createAccountLeagues } from './account-leagues.ts'
import { LEAGUE_TABLES } from './tables.ts'

/** Leagues per statement. Deleting one also deletes its cards. */
const BATCH = 10

/** Removes leagues that nobody has opened for {@link LEAGUE_RETENTION_DAYS} days. A trigger removes their cards. */
const sweepLeagues =
  ({ db, clock }: SweepDeps): Task =>
  async (): Promise<Piece> => {
    const now = clock()
    const unopened = `select id from leagues where opened_at <= ?1 order by opened_at, id limit ${BATCH}`
    const [, gone] = await db.batch<{ id: string }>([
      db
        .prepare(`update leagues set closed_at = ?2 where id in (${unopened})`)
        .bind(now - LEAGUE_RETENTION_DAYS * DAY_MS, now),
      db
        .prepare(`delete from leagues where id in (${unopened}) returning id`)
        .bind(now - LEAGUE_RETENTION_DAYS * DAY_MS),
    ])
    const items = gone!.results.length
    return { items, resume: items < BATCH ? null : 'more' }
  }

/** The product's leagues as a module of the embedded backend. No other module knows their tables. */
export const createLeaguesModule = ({ db, clock }: { db: D1Database; clock: Clock }) => ({
  tables: LEAGUE_TABLES,
  /** True when there is a league with this id, which is a hash of its code. */
  exists: async (id: string): Promise<boolean> =>
    (await db.prepare('select 1 from leagues where id = ?1').bind(id).first()) !== null,
  holdings: createAccountLeagues({ db, clock }),
  sweeps: { leagues: sweepLeagues } satisfies Readonly<Record<string, SweepPart>>,
})
