import type { Client } from '#shared/client/index.ts'
import { PRODUCT_EVENTS } from '#shared/contracts/product-events.ts'
import { daysOf, type Period } from './period.ts'

export type Named = { readonly name: string; readonly count: number }

/** A count for each day of the period, in its order. */
export type Series = readonly number[]

export type Report = {
  readonly days: readonly string[]
  readonly visits: Series
  readonly generated: Series
  readonly saved: Series
  readonly voted: Series
  /** Most first. */
  readonly channels: readonly Named[]
  readonly pages: readonly Named[]
}

const PAGES_SHOWN = 12

const BY_DAY = `select day, case measure when 'visits' then measure else name end as name, sum(count) as count
  from analytics_days where day >= ? and day <= ?
    and (measure = 'visits' or measure = 'events' and name in (?, ?, ?)) group by 1, 2`
const TOP = `select name, sum(count) as count from analytics_days
  where measure = ? and day >= ? and day <= ? group by name order by 2 desc, 1 limit ?`

type DayRow = Named & { readonly day: string }

/** What was counted in the days up to now. @param service holds the service key */
export async function readReport(service: Client, period: Period, now: number): Promise<Report> {
  const days = daysOf(period, now)
  const span = [days[0]!, days.at(-1)!]
  const { generated, saved, voted } = PRODUCT_EVENTS
  const { results } = await service.db.batch(
    [
      { sql: BY_DAY, args: [...span, generated, saved, voted] },
      { sql: TOP, args: ['visits', ...span, PAGES_SHOWN] },
      { sql: TOP, args: ['views', ...span, PAGES_SHOWN] },
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
    channels: channels!,
    pages: pages!,
  }
}
