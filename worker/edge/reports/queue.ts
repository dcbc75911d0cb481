import type { Client } from '#shared/client/index.ts'
import { fromColumns } from '#shared/client/names.ts'
import type { ReportQueue, ReportReason } from '#shared/contracts/reports.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { CARDS } from '../card-data.ts'
import { cardOf, type CardRecord, visibilityOf } from '../card-record.ts'
import { rowOf } from '../lists.ts'

const HOUR_MS = 3_600_000
/** More than this are not read at once. */
const REPORTS = 2000

type Report = { card: string; reason: ReportReason; detail: string | null; at: number }
type Entry = ReportQueue['queue'][number]

const OPEN = `select card, reason, detail, at from reports where decided = 0 order by at limit ${REPORTS}`
const REPORTED = `select * from ${CARDS} where id in (select card from (${OPEN}))`

/** Every card with reports that nobody has decided on, the first reported first. */
export async function readQueue(service: Client): Promise<ReportQueue> {
  const { results } = await service.db.batch([{ sql: OPEN }, { sql: REPORTED }])
  const byCard = grouped((results[0]?.rows ?? []) as unknown as Report[], ({ card }) => card)
  const records = (results[1]?.rows ?? []).map((row) => fromColumns(rowOf(row)) as CardRecord)
  const byId = new Map(records.map((record) => [record.id, record]))
  const entries = [...byCard].map(async ([id, reports]) => {
    const record = byId.get(id)
    return record === undefined ? [] : [await entryOf(record, reports)]
  })
  return { queue: (await Promise.all(entries)).flat() }
}

/** @param reports of one card, in the order they came */
async function entryOf(record: CardRecord, reports: readonly Report[]): Promise<Entry> {
  const byReason = [...grouped(reports, ({ reason }) => reason)]
  const firstAt = reports[0]!.at
  return {
    card: { ...(await cardOf(record)), visibility: visibilityOf(record), hidden: record.hiddenFrom !== null },
    reasons: byReason.toSorted(([, a], [, b]) => b.length - a.length).map(([reason]) => reason),
    details: reports.flatMap(({ detail }) => detail || []),
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
 * Shows a card again as it was. What was said of it so far does not count any more.
 *
 * @returns whether it is back in the Hall by that
 */
export async function restoreCard(service: Client, id: string): Promise<boolean> {
  const { results } = await service.db.batch([
    {
      sql: `update ${CARDS} set visibility = hidden_from, hidden_from = null where id = ? and hidden_from is not null
        returning visibility`,
      args: [id],
    },
    { sql: 'update reports set decided = 1 where card = ?', args: [id] },
  ])
  return results[0]?.rows[0]?.['visibility'] === 'public'
}
