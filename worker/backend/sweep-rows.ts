import {
  ANALYTICS_RETENTION_YEARS,
  ANALYTICS_VISITS_KEPT_DAYS,
  CONTACT_RETENTION_YEARS,
} from '#shared/domain/limits.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'

type Deps = { db: D1Database; clock: Clock }

/** Rows per statement, so that no sweep holds the database for long. */
const BATCH = 200

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

/** Budgets, cooldowns and quotas that have expired and can refuse no caller any more. */
export async function sweepSpentLimits({ db, clock }: Deps): Promise<number> {
  const now = clock()
  return (
    (await deleteWhere(db, 'token_buckets', 'full_at <= ?1', now)) +
    (await deleteWhere(db, 'window_counters', 'ends_at <= ?1', now)) +
    (await deleteWhere(db, 'known_devices', 'until <= ?1', now)) +
    (await sweepCharges(db, Math.floor(now / DAY_MS))) +
    (await deleteWhere(db, 'ai_leases', 'until <= ?1', now)) +
    (await sweepEarlierLimits(db, now))
  )
}

/**
 * What limiters of the version before keep, while a Worker of it may run on this schema: its tables are dropped one
 * release later (`migrations/0014_generation_charges.sql`, `0024_limiters.sql`).
 */
async function sweepEarlierLimits(db: D1Database, now: number): Promise<number> {
  const [hour, day] = [Math.floor(now / HOUR_MS), Math.floor(now / DAY_MS)]
  return (
    (await deleteWhere(db, 'raw_budgets', 'hour < ?1', hour)) +
    (await deleteWhere(db, 'redraws', 'hour < ?1', hour)) +
    (await deleteWhere(db, 'generation_quotas', 'day < ?1', day)) +
    (await deleteWhere(db, 'ai_spending', 'day < ?1', day)) +
    (await deleteWhere(db, 'contact_gate', 'next_at <= ?1', now)) +
    (await deleteWhere(db, 'attempts', 'full_at <= ?1', now))
  )
}

/** As long as a card can be a draft. */
const ADJUSTMENTS_KEPT_DAYS = 31

/** A card's adjustments count as long as it is a draft; whose they were, only today. */
async function sweepCharges(db: D1Database, today: number): Promise<number> {
  const gone =
    (await deleteWhere(db, 'generation_charges', 'day < ?1 and card is null', today)) +
    (await deleteWhere(db, 'generation_charges', 'day < ?1', today - ADJUSTMENTS_KEPT_DAYS))
  await db
    .prepare(`update generation_charges set visitor = '', network = '' where day < ?1 and visitor <> ''`)
    .bind(today)
    .run()
  return gone
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

/** @returns how many rows went. `table` and `condition` are constants of this file, never input. */
async function deleteWhere(db: D1Database, table: string, condition: string, limit: string | number): Promise<number> {
  const { meta } = await db.prepare(`delete from ${table} where ${condition}`).bind(limit).run()
  return meta.changes
}
