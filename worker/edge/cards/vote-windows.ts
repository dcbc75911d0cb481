import type { Client } from '#shared/client/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { CARDS } from './card-queries.ts'

const WEEK_DAYS = 7
const TRENDING_MS = 2 * DAY_MS

/** The lists that are ordered by recent votes, each with the column that counts them. */
export const COUNTED = { week: 'week_votes', trending: 'trending_votes' } as const
export type VotedList = keyof typeof COUNTED

/**
 * Returns the start of a list's vote window. A week is counted in UTC days, and the last 48 hours are counted to the
 * minute. A window therefore moves at most once a minute.
 */
const getStart = (list: VotedList, now: number): number =>
  list === 'week' ? Math.floor(now / DAY_MS) - WEEK_DAYS : Math.floor((now - TRENDING_MS) / MINUTE_MS) * MINUTE_MS

const SINCE = `(select since from vote_windows where name = ?1)`
/**
 * Votes that leave the window. Groups by an expression, because grouping by the indexed column would make SQLite read all
 * votes along that index.
 */
const LEFT = {
  week: `select min(card) as card, sum(votes) as votes from vote_tallies where day >= ${SINCE} and day < ?2 group by card || ''`,
  trending: `select min(card) as card, count(*) as votes from votes where at > ${SINCE} and at <= ?2 group by card || ''`,
} satisfies Record<VotedList, string>

/** Returns the windows that are out of date. Runs in the same batch as a query of the counts. */
export const staleWindows = (lists: readonly VotedList[], now: number) => ({
  sql: `select name from vote_windows where ${lists.map(() => '(name = ? and since < ?)').join(' or ')}`,
  args: lists.flatMap((list) => [list, getStart(list, now)]),
})

/**
 * Subtracts votes that have left the window from a list's counts, in one transaction. Each vote is read once, however
 * often the list is read. Idempotent and safe to run concurrently. A window never moves back.
 */
export async function moveWindow(service: Client, list: VotedList, now: number): Promise<void> {
  const column = COUNTED[list]
  const args = [list, getStart(list, now)]
  await service.db.batch([
    {
      sql: `update ${CARDS} set ${column} = max(0, ${column} - gone.votes) from (${LEFT[list]}) gone where id = gone.card`,
      args,
    },
    { sql: `update vote_windows set since = ?2 where name = ?1 and since < ?2`, args },
  ])
}
