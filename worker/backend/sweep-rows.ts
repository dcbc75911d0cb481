import {
  ANALYTICS_RETENTION_YEARS,
  ANALYTICS_VISITS_KEPT_DAYS,
  CONTACT_RETENTION_YEARS,
} from '#shared/domain/limits.ts'
import type { Clock } from '#worker/env.ts'
import type { SweptFiles } from './sweep-files.ts'

type Deps = { db: D1Database; clock: Clock }

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Longer than anything that was under way when a card was removed. */
const REMOVED_SETTLED_MS = 2 * 60_000
const DRAFT_KEPT_MS = 30 * DAY_MS
/** Rows per statement, so that no sweep holds the database for long. */
const BATCH = 200

/** Drafts nobody saved or shared in 30 days, with every picture made for them and their entries in the ledger. */
export async function sweepDrafts({ db, clock, storage }: Deps & { storage: Pick<SweptFiles, 'list' | 'remove'> }) {
  const before = new Date(clock() - DRAFT_KEPT_MS).toISOString()
  const oldest = `from fantasy_football_cards where visibility = 'draft' and hidden_from is null and drafted_at < ?1 order by drafted_at, id limit ${BATCH}`
  // One transaction: a draft is saved before it, and stays with all its files, or not at all.
  const claim = db.prepare(
    `update generations set visitor = '' where generation_id in (select generation_id ${oldest})`,
  )
  const take = db.prepare(`delete from fantasy_football_cards where id in (select id ${oldest}) returning art_path`)
  let swept = 0
  for (;;) {
    const [, taken] = await db.batch([claim.bind(before), take.bind(before)])
    const drafts = taken!.results as { art_path: string | null }[]
    await storage.remove(drafts.flatMap((draft) => draft.art_path ?? []))
    swept += drafts.length
    if (drafts.length < BATCH) break
  }
  await sweepPictures(db, storage)
  return swept
}

/** Files before entries, so that a sweep cut short is taken up by the next. Art without a card is swept by itself. */
async function sweepPictures(db: D1Database, storage: Pick<SweptFiles, 'list' | 'remove'>): Promise<void> {
  const find = db.prepare(
    `select id, image_path, card_id from generations where visitor = '' and not exists (
       select 1 from fantasy_football_cards where generation_id = generations.generation_id) limit ${BATCH}`,
  )
  const forget = db.prepare(`delete from generations where visitor = '' and id in (select value from json_each(?1))`)
  for (;;) {
    const { results } = await find.all<{ id: string; image_path: string; card_id: string }>()
    if (results.length === 0) return
    await storage.remove(results.map((entry) => entry.image_path))
    // Copies and backs lie beside the front.
    for (const id of new Set(results.map((entry) => entry.card_id))) await removeBelow(storage, `cards/${id}/`)
    await forget.bind(JSON.stringify(results.map((entry) => entry.id))).run()
  }
}

async function removeBelow(storage: Pick<SweptFiles, 'list' | 'remove'>, folder: string): Promise<void> {
  for await (const page of storage.list(folder)) await storage.remove(page.map(({ key }) => key))
}

/**
 * What may have been made of a removed card while it was being removed: a picture, an entry of the ledger. The id itself
 * stays: it answers that it is gone.
 */
export async function sweepRemoved({ db, clock, storage }: Deps & { storage: Pick<SweptFiles, 'list' | 'remove'> }) {
  const before = clock() - REMOVED_SETTLED_MS
  const { results } = await db
    .prepare(
      `select id, art_path from removed_cards where swept = 0 and removed_at <= ?1 order by removed_at limit ${BATCH}`,
    )
    .bind(before)
    .all<{ id: string; art_path: string | null }>()
  for (const { id, art_path } of results) {
    if (art_path !== null) await storage.remove([art_path])
    await removeBelow(storage, `cards/${id}/`)
    await db.batch([
      db.prepare('delete from generations where card_id = ?1').bind(id),
      db.prepare('update removed_cards set swept = 1 where id = ?1').bind(id),
    ])
  }
  return results.length
}

function yearsAgo(now: number, years: number): string {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString()
}

/** Contact messages after two years to the day, and captured mail that may quote them. */
export async function sweepMessages({ db, clock }: Deps): Promise<number> {
  const before = yearsAgo(clock(), CONTACT_RETENTION_YEARS)
  await deleteWhere(db, 'outbox', 'created_at < ?1', before)
  return deleteWhere(db, 'contact_submissions', 'created_at < ?1', before)
}

/** Counts of days that are long ago, and what was kept so that nothing is counted twice. */
export async function sweepAnalytics({ db, clock }: Deps): Promise<number> {
  const seenBefore = new Date(clock() - ANALYTICS_VISITS_KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  return (
    (await deleteWhere(db, 'analytics_seen', 'day < ?1', seenBefore)) +
    (await deleteWhere(db, 'analytics_days', 'day < ?1', yearsAgo(clock(), ANALYTICS_RETENTION_YEARS).slice(0, 10)))
  )
}

/** Budgets, cooldowns and quotas that are over and can refuse nobody any more. */
export async function sweepSpentLimits({ db, clock }: Deps): Promise<number> {
  const now = clock()
  return (
    (await deleteWhere(db, 'raw_budgets', 'hour < ?1', Math.floor(now / HOUR_MS))) +
    (await deleteWhere(db, 'contact_gate', 'next_at <= ?1', now)) +
    (await deleteWhere(db, 'generation_quotas', 'day < ?1', Math.floor(now / DAY_MS))) +
    (await deleteWhere(db, 'redraws', 'hour < ?1', Math.floor(now / HOUR_MS))) +
    (await deleteWhere(db, 'attempts', 'full_at <= ?1', now)) +
    (await deleteWhere(db, 'ai_spending', 'day < ?1', Math.floor(now / DAY_MS))) +
    (await deleteWhere(db, 'ai_leases', 'until <= ?1', now))
  )
}

/** Sessions and links that are over. A session takes its refresh tokens along, which may be thousands: some at a time. */
export async function sweepSignIns({ db, clock }: Deps): Promise<number> {
  const now = clock()
  const over = `id in (select id from sessions where expires_at <= ?1 limit ${BATCH})`
  return (
    (await deleteWhere(db, 'sessions', over, now)) +
    (await deleteWhere(db, 'one_time_tokens', 'expires_at <= ?1', now)) +
    (await deleteWhere(db, 'admin_tokens', 'expires_at <= ?1', now))
  )
}

/** @returns how many rows went. `table` and `condition` are this file's own words, never anybody's input. */
async function deleteWhere(db: D1Database, table: string, condition: string, limit: string | number): Promise<number> {
  const { meta } = await db.prepare(`delete from ${table} where ${condition}`).bind(limit).run()
  return meta.changes
}
