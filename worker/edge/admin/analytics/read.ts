import type { Client } from '#shared/client/index.ts'
import type { AnalyticsReport, DailyCounts, NamedCount, Period } from '#shared/contracts/admin-view.ts'
import { INVITED, PRODUCT_EVENTS } from '#shared/contracts/product-events.ts'
import { listDays } from '../period.ts'

const TOP_PAGES = 12

/** Reads a range of the primary key for each day, and skips other measures, which may have hundreds of names per day. */
const WITHIN = 'day in (select value from json_each(?)) and measure'
const BY_DAY = `select day, case measure when 'visits' then measure else name end as name, sum(count) as count
  from analytics_days where ${WITHIN} in ('visits', 'deeds') group by 1, 2`
const TOP = `select name, sum(count) as count from analytics_days where ${WITHIN} = ? group by name order by 2 desc, 1 limit ?`

type DayRow = NamedCount & { readonly day: string }

/**
 * Reads the report of the last days. Browsers report visits, channels and pages. Counts of cards come from the tables.
 *
 * @param service a client with the service key
 */
export async function readReport(service: Client, period: Period, now: number): Promise<AnalyticsReport> {
  const days = listDays(period, now)
  const within = JSON.stringify(days)
  const { generated, saved, voted } = PRODUCT_EVENTS
  const { results } = await service.db.batch(
    [
      { sql: BY_DAY, args: [within] },
      { sql: TOP, args: [within, 'visits', TOP_PAGES] },
      { sql: TOP, args: [within, 'views', TOP_PAGES] },
    ],
    'read',
  )
  const [byDay, channels, pages] = results.map(({ rows }) => rows as unknown as NamedCount[])
  const counts = new Map((byDay as DayRow[]).map(({ day, name, count }) => [`${day} ${name}`, count]))
  const getSeries = (name: string): DailyCounts => days.map((day) => counts.get(`${day} ${name}`) ?? 0)
  return {
    days,
    visits: getSeries('visits'),
    generated: getSeries(generated),
    saved: getSeries(saved),
    voted: getSeries(voted),
    invited: getSeries(INVITED),
    channels: channels!,
    pages: pages!,
  }
}
