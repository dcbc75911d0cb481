import type { Client } from '#shared/client/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { CARDS } from './card-queries.ts'

const WEEK_DAYS = 7
const TRENDING_MS = 2 * DAY_MS

/** The lists that need to know when votes were cast, each with the column that counts them. */
export const COUNTED = { week: 'week_votes', trending: 'trending_votes' } as const
export type VotedList = keyof typeof COUNTED

/**
 * Where a list's votes begin. A week is counted by days in UTC, the last 48 hours to the minute, so that many readers
 * move a window once a minute at most.
 */
const sinceOf = (list: VotedList, now: number): number =>
  list === 'week' ? Math.floor(now / DAY_MS) - WEEK_DAYS : Math.floor((now - TRENDING_MS) / MINUTE_MS) * MINUTE_MS

const SINCE = `(select since from vote_windows where name = ?1)`
/** Grouped by no column, because by one that has an index all votes there ever were are read instead of these. */
const LEFT = {
  week: `select min(card) as card, sum(votes) as votes from vote_tallies where day >= ${SINCE} and day < ?2 group by card || ''`,
  trending: `select min(card) as card, count(*) as votes from votes where at > ${SINCE} and at <= ?2 group by card || ''`,
} satisfies Record<VotedList, string>

/** Asks for windows that begin too early; to run beside a query of the counts. */
export const staleWindows = (lists: readonly VotedList[], now: number) => ({
  sql: `select name from vote_windows where ${lists.map(() => '(name = ? and since < ?)').join(' or ')}`,
  args: lists.flatMap((list) => [list, sinceOf(list, now)]),
})

/**
 * Takes the votes that are too old out of a list's counts, in one transaction: each vote is read once when it leaves,
 * however often the list is. Done twice, or by many at once, it changes nothing more; a window never moves back.
 */
export async function moveWindow(service: Client, list: VotedList, now: number): Promise<void> {
  const column = COUNTED[list]
  const args = [list, sinceOf(list, now)]
  await service.db.batch([
    {
      sql: `update ${CARDS} set ${column} = max(0, ${column} - gone.votes) from (${LEFT[list]}) gone where id = gone.card`,
      args,
    },
    { sql: `update vote_windows set since = ?2 where name = ?1 and since < ?2`, args },
  ])
}
