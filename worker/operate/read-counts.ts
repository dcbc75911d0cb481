import type { CountsReport, NamedCount } from '#shared/contracts/admin-view.ts'
import type { Prices } from '#worker/settings/operate.ts'
import { costOf } from './cost.ts'

type Row = { readonly day: string; readonly measure: string; readonly name: string; readonly count: number }

/** How a generation can end without a card. */
const WITHOUT_CARD = new Set(['question', 'failed', 'cancelled'])

/** What was counted in some days. @param days as `2026-11-21`, oldest first */
export async function readCounts(db: D1Database, days: readonly string[], prices: Prices): Promise<CountsReport> {
  const { results } = await db
    .prepare(
      'select day, measure, name, count from operation_counts where day in (select value from json_each(?1)) order by day',
    )
    .bind(JSON.stringify(days))
    .all<Row>()

  const series = (measure: string, counts: (name: string) => boolean): number[] => {
    const byDay = new Map<string, number>()
    for (const row of results)
      if (row.measure === measure && counts(row.name)) byDay.set(row.day, (byDay.get(row.day) ?? 0) + row.count)
    return days.map((day) => byDay.get(day) ?? 0)
  }
  /** Storage is a level, not a sum: a day on which it was not measured has the level of the day before. */
  const level = (name: string): number[] => {
    const byDay = new Map(
      results.filter((row) => row.measure === 'storage' && row.name === name).map((row) => [row.day, row.count]),
    )
    let last = 0
    return days.map((day) => (last = byDay.get(day) ?? last))
  }
  const named = (measure: string): NamedCount[] => {
    const sums = new Map<string, number>()
    for (const row of results) if (row.measure === measure) sums.set(row.name, (sums.get(row.name) ?? 0) + row.count)
    return [...sums].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count)
  }

  const always = () => true
  const report = {
    requests: series('requests', (name) => name.endsWith(' all')),
    failed: series('requests', (name) => name.endsWith(' failed')),
    refused: series('refusals', always),
    cards: series('generations', (name) => !WITHOUT_CARD.has(name)),
    mails: series('mails', (name) => name === 'sent'),
    pictures: series('bought', (name) => name === 'pictures'),
    calls: series('bought', (name) => name === 'calls'),
    storedBytes: level('bytes'),
    storedObjects: level('objects'),
  }
  const cost = days.map((_, i) =>
    costOf(
      {
        requests: report.requests[i]!,
        cards: report.cards[i]!,
        pictures: report.pictures[i]!,
        calls: report.calls[i]!,
        mails: report.mails[i]!,
        storedBytes: report.storedBytes[i]!,
      },
      prices,
    ),
  )
  const byName = {
    generations: named('generations'),
    'generation failures': named('generation failures'),
    failures: named('failures'),
    refusals: named('refusals'),
    mails: named('mails'),
  }
  return { days, ...report, cost, byName }
}

/** Requests of the hour of `now` and of the one before: how many, and how many failed. @param now in milliseconds since 1970 */
export async function readLatestRequests(db: D1Database, now: number): Promise<{ all: number; failed: number }> {
  const hours = [now, now - 3_600_000].map((at) => new Date(at).toISOString())
  const { results } = await db
    .prepare(
      `select name, count from operation_counts where measure = 'requests'
         and (day, substr(name, 1, 2)) in (select value ->> 0, value ->> 1 from json_each(?1)) and day in (?2, ?3)`,
    )
    .bind(
      JSON.stringify(hours.map((iso) => [iso.slice(0, 10), iso.slice(11, 13)])),
      ...hours.map((iso) => iso.slice(0, 10)),
    )
    .all<{ name: string; count: number }>()
  const sum = (of: string) => results.filter(({ name }) => name.endsWith(of)).reduce((all, { count }) => all + count, 0)
  return { all: sum(' all'), failed: sum(' failed') }
}
