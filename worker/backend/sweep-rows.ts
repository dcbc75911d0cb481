import {
  ANALYTICS_RETENTION_YEARS,
  ANALYTICS_VISIT_RETENTION_DAYS,
  CONTACT_RETENTION_YEARS,
} from '#shared/domain/limits.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { inTurn, type Task } from '#worker/operate/tasks.ts'

type Deps = { db: D1Database; clock: Clock }

/** Rows per statement, so that none holds the database for long. */
const BATCH = 1000
/** Sessions take their refresh tokens along, which may be thousands. */
const SESSIONS = 200

function yearsAgo(now: number, years: number): string {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString()
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Contact messages after two years to the day, kept apart or not, and captured mail that may quote them. */
export function sweepMessages({ db, clock }: Deps): Task {
  const before = () => yearsAgo(clock(), CONTACT_RETENTION_YEARS)
  return inTurn([
    deleted(db, 'contact_submissions', 'id', 'created_at < ?1', before),
    unlisted(deleted(db, 'trapped_messages', 'id', 'created_at < ?1', before)),
    unlisted(deleted(db, 'outbox', 'id', 'created_at < ?1', before)),
  ])
}

/** A channel's name is written again every 12 hours that it is used, and its messages are kept for a day. */
const OPEN_CHANNEL_RETENTION_MS = 2 * DAY_MS

/** Retention of the log of operators' mails. */
const ALERT_RETENTION_DAYS = 90

/** Counts of days that are long ago, and what was kept so that nothing is counted twice. */
export function sweepAnalytics({ db, clock }: Deps): Task {
  const longAgo = () => yearsAgo(clock(), ANALYTICS_RETENTION_YEARS).slice(0, 10)
  return inTurn([
    deleted(db, 'analytics_seen', 'hash', 'day < ?1', () => toDay(clock() - ANALYTICS_VISIT_RETENTION_DAYS * DAY_MS)),
    deleted(db, 'analytics_days', 'day, measure, name', 'day < ?1', longAgo),
    deleted(db, 'operation_counts', 'day, measure, name', 'day < ?1', longAgo),
    deleted(db, 'operator_alerts', 'cause, day', 'day < ?1', () => toDay(clock() - ALERT_RETENTION_DAYS * DAY_MS)),
  ])
}

/** Budgets, cooldowns and quotas that have expired and can refuse no caller any more. */
export function sweepSpentLimits({ db, clock }: Deps): Task {
  const hour = () => Math.floor(clock() / HOUR_MS)
  const day = () => Math.floor(clock() / DAY_MS)
  return inTurn([
    deleted(db, 'token_buckets', 'key', 'full_at <= ?1', clock),
    deleted(db, 'window_counters', 'key, ends_at', 'ends_at <= ?1', clock),
    deleted(db, 'known_devices', 'hash', 'until <= ?1', clock),
    deleted(db, 'ai_leases', 'holder', 'until <= ?1', clock),
    deleted(db, 'open_channels', 'name', 'seen_at <= ?1', () => clock() - OPEN_CHANNEL_RETENTION_MS),
    // A card's adjustments count as long as it is a draft; whose they were, only today. A generation is known by its
    // row.
    deleted(db, 'generation_charges', 'generation', 'day < ?1 and card is null', () => day() - 1),
    deleted(db, 'generation_charges', 'generation', 'day < ?1', () => day() - ADJUSTMENT_RETENTION_DAYS),
    unlisted(forgetPayers(db, day)),
    // Photos are gone by the hour, however that came.
    unlisted(deleted(db, 'file_names', 'given', `given like 'player-photos/%' and at < ?1`, () => clock() - DAY_MS)),
    // Rows of the earlier version's limiters, while a Worker of it may run on this schema: its tables are dropped one
    // release later (`migrations/0014_generation_charges.sql`, `0024_limiters.sql`).
    deleted(db, 'raw_budgets', 'key, hour', 'hour < ?1', hour),
    deleted(db, 'redraws', 'visitor, hour', 'hour < ?1', hour),
    deleted(db, 'generation_quotas', 'visitor, day', 'day < ?1', day),
    deleted(db, 'ai_spending', 'day, kind, who', 'day < ?1', day),
    deleted(db, 'contact_gate', 'sender', 'next_at <= ?1', clock),
    deleted(db, 'attempts', 'key', 'full_at <= ?1', clock),
  ])
}

/** The lifetime of a draft. */
const ADJUSTMENT_RETENTION_DAYS = 31

const forgetPayers =
  (db: D1Database, day: () => number): Task =>
  async () => {
    const { meta } = await db
      .prepare(
        `update generation_charges set visitor = '', network = '' where generation in (
           select generation from generation_charges where day < ?1 and visitor <> '' limit ${BATCH})`,
      )
      .bind(day())
      .run()
    return createPiece(meta.changes)
  }

/** Sessions and links that are over. */
export const sweepSignIns = ({ db, clock }: Deps): Task =>
  inTurn([
    deleted(db, 'sessions', 'id', 'expires_at <= ?1', clock, SESSIONS),
    deleted(db, 'one_time_tokens', 'hash', 'expires_at <= ?1', clock),
    deleted(db, 'admin_tokens', 'hash', 'expires_at <= ?1', clock),
  ])

/**
 * Deletes some rows at a time. `table`, `keys` and `condition` are constants of this file, never input.
 *
 * @param keys the primary key's columns
 */
const deleted =
  (db: D1Database, table: string, keys: string, condition: string, limit: () => string | number, batch = BATCH): Task =>
  async () => {
    const { meta } = await db
      .prepare(
        `delete from ${table} where (${keys}) in (select ${keys} from ${table} where ${condition} limit ${batch})`,
      )
      .bind(limit())
      .run()
    return createPiece(meta.changes, batch)
  }

/** A full batch means that there may be more. */
const createPiece = (items: number, batch = BATCH) => ({ items, resume: items >= batch ? 'more' : null })

/** Wraps a task whose items are not counted. */
const unlisted =
  (task: Task): Task =>
  async (resume) => ({ ...(await task(resume)), items: 0 })
