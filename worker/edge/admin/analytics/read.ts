import type { Client } from '#shared/client/index.ts'
import { INVITED, PRODUCT_EVENTS } from '#shared/contracts/product-events.ts'
import type { Named, Series } from '../plot.ts'
import { daysOf, type Period } from '../period.ts'

export type Report = {
  readonly days: readonly string[]
  readonly visits: Series
  readonly generated: Series
  readonly saved: Series
  readonly voted: Series
  /** Of the generated: those that were begun from the page of another card. */
  readonly invited: Series
  /** Most first. */
  readonly channels: readonly Named[]
  readonly pages: readonly Named[]
}

const PAGES_SHOWN = 12

/** Day by day along the table's key: of other measures, of which a day may hold hundreds of names, nothing is read. */
const WITHIN = 'day in (select value from json_each(?)) and measure'
const BY_DAY = `select day, case measure when 'visits' then measure else name end as name, sum(count) as count
  from analytics_days where ${WITHIN} in ('visits', 'deeds') group by 1, 2`
const TOP = `select name, sum(count) as count from analytics_days where ${WITHIN} = ? group by name order by 2 desc, 1 limit ?`

type DayRow = Named & { readonly day: string }

/**
 * What was counted in the days up to now: visits, channels and pages as browsers tell of them; what became of cards by
 * the tables themselves, whatever a browser says.
 *
 * @param service holds the service key
 */
export async function readReport(service: Client, period: Period, now: number): Promise<Report> {
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
  const [byDay, channels, pages] = results.map(({ rows }) => rows as unknown as Named[])
  const counts = new Map((byDay as DayRow[]).map(({ day, name, count }) => [`${day} ${name}`, count]))
  const seriesOf = (name: string): Series => days.map((day) => counts.get(`${day} ${name}`) ?? 0)
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
