import {
  ANALYTICS_RETENTION_YEARS,
  ANALYTICS_VISIT_RETENTION_DAYS,
  CONTACT_RETENTION_YEARS,
} from '#shared/domain/limits.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { runInSequence, type Task } from '#worker/operate/tasks.ts'

type Deps = { db: D1Database; clock: Clock }

/** Rows per statement. Small batches keep D1 free for other queries. */
const BATCH = 1000
/** Deleting a session also deletes its refresh tokens, which may be thousands, so this batch is smaller. */
const SESSIONS_BATCH = 200

function yearsAgo(now: number, years: number): string {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString()
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Removes contact messages (trapped ones too) after exactly two years, and captured mail that may quote them. */
export function sweepMessages({ db, clock }: Deps): Task {
  const before = () => yearsAgo(clock(), CONTACT_RETENTION_YEARS)
  return runInSequence([
    deleteRows(db, 'contact_submissions', 'id', 'created_at < ?1', before),
    uncounted(deleteRows(db, 'trapped_messages', 'id', 'created_at < ?1', before)),
    uncounted(deleteRows(db, 'outbox', 'id', 'created_at < ?1', before)),
  ])
}

/** An active channel renews its row every 12 hours, and its messages live for a day. */
const OPEN_CHANNEL_RETENTION_MS = 2 * DAY_MS

/** Retention of the log of operator alert mails. */
const ALERT_RETENTION_DAYS = 90

/** Removes old daily counts and the hashes that prevent double counting. */
export function sweepAnalytics({ db, clock }: Deps): Task {
  const oldestDay = () => yearsAgo(clock(), ANALYTICS_RETENTION_YEARS).slice(0, 10)
  return runInSequence([
    deleteRows(db, 'analytics_seen', 'hash', 'day < ?1', () =>
      toDay(clock() - ANALYTICS_VISIT_RETENTION_DAYS * DAY_MS),
    ),
    deleteRows(db, 'analytics_days', 'day, measure, name', 'day < ?1', oldestDay),
    deleteRows(db, 'operation_counts', 'day, measure, name', 'day < ?1', oldestDay),
    deleteRows(db, 'operator_alerts', 'cause, day', 'day < ?1', () => toDay(clock() - ALERT_RETENTION_DAYS * DAY_MS)),
  ])
}

/** Removes expired budgets, cooldowns and quotas. They can no longer refuse a caller. */
export function sweepSpentLimits({ db, clock }: Deps): Task {
  const hour = () => Math.floor(clock() / HOUR_MS)
  const day = () => Math.floor(clock() / DAY_MS)
  return runInSequence([
    deleteRows(db, 'token_buckets', 'key', 'full_at <= ?1', clock),
    deleteRows(db, 'window_counters', 'key, ends_at', 'ends_at <= ?1', clock),
    deleteRows(db, 'known_devices', 'hash', 'until <= ?1', clock),
    deleteRows(db, 'ai_leases', 'holder', 'until <= ?1', clock),
    deleteRows(db, 'open_channels', 'name', 'seen_at <= ?1', () => clock() - OPEN_CHANNEL_RETENTION_MS),
    // A card's adjustments count while the card is a draft. The payer is needed only on the same day. The row itself
    // stays, because it marks the generation as charged.
    deleteRows(db, 'generation_charges', 'generation', 'day < ?1 and card is null', () => day() - 1),
    deleteRows(db, 'generation_charges', 'generation', 'day < ?1', () => day() - ADJUSTMENT_RETENTION_DAYS),
    uncounted(forgetPayers(db, day)),
    // Photos live an hour at most, so their names can go after a day.
    uncounted(
      deleteRows(db, 'file_names', 'given', `given like 'player-photos/%' and at < ?1`, () => clock() - DAY_MS),
    ),
    // Rows of the previous version's limiters. A Worker of that version may still run on this schema, so its tables are
    // dropped one release later (`migrations/0014_generation_charges.sql`, `0024_limiters.sql`).
    deleteRows(db, 'raw_budgets', 'key, hour', 'hour < ?1', hour),
    deleteRows(db, 'redraws', 'visitor, hour', 'hour < ?1', hour),
    deleteRows(db, 'generation_quotas', 'visitor, day', 'day < ?1', day),
    deleteRows(db, 'ai_spending', 'day, kind, who', 'day < ?1', day),
    deleteRows(db, 'contact_gate', 'sender', 'next_at <= ?1', clock),
    deleteRows(db, 'attempts', 'key', 'full_at <= ?1', clock),
  ])
}

/** A draft's lifetime in days. */
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

/** Removes expired sessions and sign-in links. */
export const sweepSignIns = ({ db, clock }: Deps): Task =>
  runInSequence([
    deleteRows(db, 'sessions', 'id', 'expires_at <= ?1', clock, SESSIONS_BATCH),
    deleteRows(db, 'one_time_tokens', 'hash', 'expires_at <= ?1', clock),
    deleteRows(db, 'admin_tokens', 'hash', 'expires_at <= ?1', clock),
  ])

/**
 * Deletes one batch of rows per run. `table`, `keys` and `condition` are constants of this file, never user input.
 *
 * @param keys the primary key's columns
 */
const deleteRows =
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

/** A full batch means that more rows may follow. */
const createPiece = (items: number, batch = BATCH) => ({ items, resume: items >= batch ? 'more' : null })

/** Wraps a task so that its items are not counted. */
const uncounted =
  (task: Task): Task =>
  async (resume) => ({ ...(await task(resume)), items: 0 })
