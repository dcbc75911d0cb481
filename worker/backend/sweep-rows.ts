import { CONTACT_RETENTION_YEARS } from '#shared/domain/limits.ts'
import type { Clock } from '#worker/env.ts'
import type { SweptFiles } from './sweep-files.ts'

type Deps = { db: D1Database; clock: Clock }
type Draft = { id: string; generation_id: string; art_path: string | null }

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const DRAFT_KEPT_MS = 30 * DAY_MS
/** Rows per statement, so that no sweep holds the database for long. */
const BATCH = 200

/** Drafts nobody saved or shared in 30 days, with every picture made for them and their entries in the ledger. */
export async function sweepDrafts({ db, clock, storage }: Deps & { storage: Pick<SweptFiles, 'remove'> }) {
  const before = new Date(clock() - DRAFT_KEPT_MS).toISOString()
  const isOld = `visibility = 'draft' and drafted_at < ?1`
  const oldest = `from fantasy_football_cards where ${isOld} order by drafted_at, id limit ${BATCH}`
  // Claimed in the transaction that finds them: from here on nobody can save them any more.
  const claim = db.prepare(
    `update generations set visitor = '' where generation_id in (select generation_id ${oldest}) returning image_path`,
  )
  const find = db.prepare(`select id, generation_id, art_path ${oldest}`)
  let swept = 0
  for (;;) {
    const [images, found] = await db.batch([claim.bind(before), find.bind(before)])
    const drafts = found!.results as Draft[]
    if (drafts.length === 0) return swept

    // Files before rows, so that a sweep cut short is taken up again by the next.
    await storage.remove([
      ...(images!.results as { image_path: string }[]).map((row) => row.image_path),
      ...drafts.flatMap((draft) => draft.art_path ?? []),
    ])
    const ids = JSON.stringify(drafts.map((draft) => draft.id))
    const generations = JSON.stringify(drafts.map((draft) => draft.generation_id))
    await db.batch([
      db
        .prepare(`delete from fantasy_football_cards where ${isOld} and id in (select value from json_each(?2))`)
        .bind(before, ids),
      db
        .prepare(`delete from generations where visitor = '' and generation_id in (select value from json_each(?1))`)
        .bind(generations),
    ])
    swept += drafts.length
  }
}

/** Contact messages after two years to the day. */
export async function sweepMessages({ db, clock }: Deps): Promise<number> {
  const before = new Date(clock())
  before.setUTCFullYear(before.getUTCFullYear() - CONTACT_RETENTION_YEARS)
  return deleteWhere(db, 'contact_submissions', 'created_at < ?1', before.toISOString())
}

/** Budgets, cooldowns and quotas that are over and can refuse nobody any more. */
export async function sweepSpentLimits({ db, clock }: Deps): Promise<number> {
  const now = clock()
  return (
    (await deleteWhere(db, 'raw_budgets', 'hour < ?1', Math.floor(now / HOUR_MS))) +
    (await deleteWhere(db, 'contact_gate', 'next_at <= ?1', now)) +
    (await deleteWhere(db, 'generation_quotas', 'day < ?1', Math.floor(now / DAY_MS)))
  )
}

/** @returns how many rows went. `table` and `condition` are this file's own words, never anybody's input. */
async function deleteWhere(db: D1Database, table: string, condition: string, limit: string | number): Promise<number> {
  const { meta } = await db.prepare(`delete from ${table} where ${condition}`).bind(limit).run()
  return meta.changes
}
