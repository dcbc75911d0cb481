import type { Client } from '#shared/client/index.ts'
import type { ReportQueue, ReportReason } from '#shared/contracts/reports.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { HOUR_MS } from '#shared/time.ts'
import { cardOf, type CardRecord, recordOfSql, visibilityOf } from '../cards/card-codec.ts'
import { QUEUE, restoration } from './queries.ts'

type Report = { card: string; reason: ReportReason; detail: string | null; at: number }
type Entry = ReportQueue['queue'][number]

/** Every card with undecided reports and every one that waits to enter the Hall, oldest first. @param core where the backend's files are */
export async function readQueue(service: Client, core: string): Promise<ReportQueue> {
  const { results } = await service.db.batch(QUEUE)
  const byCard = grouped((results[0]?.rows ?? []) as unknown as Report[], ({ card }) => card)
  const records = [...(results[1]?.rows ?? []), ...(results[2]?.rows ?? [])].map(
    (row) => recordOfSql(row, core) as CardRecord,
  )
  const byId = new Map(records.map((record) => [record.id, record]))
  const entries = [...byId.values()].map((record) => entryOf(record, byCard.get(record.id) ?? []))
  return { queue: (await Promise.all(entries)).toSorted((a, b) => (a.firstAt < b.firstAt ? -1 : 1)) }
}

/** @param reports of one card, in the order they came; none of one that only waits */
async function entryOf(record: CardRecord, reports: readonly Report[]): Promise<Entry> {
  const byReason = [...grouped(reports, ({ reason }) => reason)]
  const firstAt = Math.min(reports[0]?.at ?? Number.POSITIVE_INFINITY, record.reviewAt ?? Number.POSITIVE_INFINITY)
  return {
    card: { ...(await cardOf(record)), visibility: visibilityOf(record), hidden: record.hiddenFrom !== null },
    waiting: record.review === 'waiting',
    reasons: byReason.toSorted(([, a], [, b]) => b.length - a.length).map(([reason]) => reason),
    details: reports.flatMap(({ detail }) => detail || []),
    said: reports.flatMap(({ reason, detail }) => (detail ? { reason, detail } : [])),
    reporters: reports.length,
    firstAt: new Date(firstAt).toISOString(),
    dueAt: new Date(firstAt + REPORT_DECISION_HOURS * HOUR_MS).toISOString(),
  }
}

/** Keys and groups in the order in which they first came. */
function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/**
 * Shows a card again as it was, and one that waited in the Hall. What was said of it so far does not count any more.
 *
 * @returns whether it is back in the Hall by that
 */
export async function restoreCard(service: Client, id: string, now: number): Promise<boolean> {
  const { results } = await service.db.batch(restoration(id, now))
  return [results[0], results[2]].some((result) => result?.rows[0]?.['visibility'] === 'public')
}
