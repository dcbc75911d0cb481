import type { Client } from '#shared/client/index.ts'
import type { AnalyticsReport, DailyCounts, NamedCount, Period } from '#shared/contracts/admin-view.ts'
import { INVITED, PRODUCT_EVENTS } from '#shared/contracts/product-events.ts'
import { daysOf } from '../period.ts'

const PAGES_SHOWN = 12

/** Day by day along the table's key: of other measures, of which a day may hold hundreds of names, nothing is read. */
const WITHIN = 'day in (select value from json_each(?)) and measure'
const BY_DAY = `select day, case measure when 'visits' then measure else name end as name, sum(count) as count
  from analytics_days where ${WITHIN} in ('visits', 'deeds') group by 1, 2`
const TOP = `select name, sum(count) as count from analytics_days where ${WITHIN} = ? group by name order by 2 desc, 1 limit ?`

type DayRow = NamedCount & { readonly day: string }

/**
 * Reads the counts of the last days: visits, channels and pages as browsers report them; cards from the tables
 * themselves.
 *
 * @param service holds the service key
 */
export async function readReport(service: Client, period: Period, now: number): Promise<AnalyticsReport> {
  const days = daysOf(period, now)
  const within = JSON.stringify(days)
  const { generated, saved, voted } = PRODUCT_EVENTS
  const { results } = await service.db.batch(
    [
      { sql: BY_DAY, args: [within] },
      { sql: TOP, args: [within, 'visits', PAGES_SHOWN] },
      { sql: TOP, args: [within, 'views', PAGES_SHOWN] },
    ],
    'read',
  )
  const [byDay, channels, pages] = results.map(({ rows }) => rows as unknown as NamedCount[])
  const counts = new Map((byDay as DayRow[]).map(({ day, name, count }) => [`${day} ${name}`, count]))
  const seriesOf = (name: string): DailyCounts => days.map((day) => counts.get(`${day} ${name}`) ?? 0)
  return {
    days,
    visits: seriesOf('visits'),
    generated: seriesOf(generated),
    saved: seriesOf(saved),
    voted: seriesOf(voted),
    invited: seriesOf(INVITED),
    channels: channels!,
    pages: pages!,
  }
}
