import type { Client } from '#shared/client/index.ts'
import type { ReportQueue, ReportReason } from '#shared/contracts/reports.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type CardRecord, getVisibility, sqlToRecord, toCard } from '../cards/card-codec.ts'
import { QUEUE, restoreStatements } from './queries.ts'

type Report = { card: string; reason: ReportReason; detail: string | null; at: number }
type Entry = ReportQueue['queue'][number]

/**
 * Returns the moderation queue: cards with undecided reports and cards that wait to enter the Hall, oldest first.
 *
 * @param core the backend's base URL
 */
export async function readQueue(service: Client, core: string): Promise<ReportQueue> {
  const { results } = await service.db.batch(QUEUE)
  const byCard = groupBy((results[0]?.rows ?? []) as unknown as Report[], ({ card }) => card)
  const records = [...(results[1]?.rows ?? []), ...(results[2]?.rows ?? [])].map(
    (row) => sqlToRecord(row, core) as CardRecord,
  )
  const byId = new Map(records.map((record) => [record.id, record]))
  const entries = [...byId.values()].map((record) => toEntry(record, byCard.get(record.id) ?? []))
  return { queue: (await Promise.all(entries)).toSorted((a, b) => (a.firstAt < b.firstAt ? -1 : 1)) }
}

/** @param reports the card's reports, oldest first; empty if it only waits to enter the Hall */
async function toEntry(record: CardRecord, reports: readonly Report[]): Promise<Entry> {
  const byReason = [...groupBy(reports, ({ reason }) => reason)]
  const firstAt = Math.min(reports[0]?.at ?? Number.POSITIVE_INFINITY, record.reviewAt ?? Number.POSITIVE_INFINITY)
  return {
    card: { ...(await toCard(record)), visibility: getVisibility(record), hidden: record.hiddenFrom !== null },
    waiting: record.review === 'waiting',
    reasons: byReason.toSorted(([, a], [, b]) => b.length - a.length).map(([reason]) => reason),
    details: reports.flatMap(({ detail }) => detail || []),
    said: reports.flatMap(({ reason, detail }) => (detail ? { reason, detail } : [])),
    reporters: reports.length,
    firstAt: new Date(firstAt).toISOString(),
    dueAt: new Date(firstAt + REPORT_DECISION_HOURS * HOUR_MS).toISOString(),
  }
}

/** Groups items in insertion order. */
function groupBy<T, K>(items: readonly T[], getKey: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item])
  return groups
}

/**
 * Restores a hidden card, or lets a waiting one into the Hall. Earlier reports no longer count.
 *
 * @returns true if the card is now in the Hall
 */
export async function restoreCard(service: Client, id: string, now: number): Promise<boolean> {
  const { results } = await service.db.batch(restoreStatements(id, now))
  return [results[0], results[2]].some((result) => result?.rows[0]?.['visibility'] === 'public')
}
