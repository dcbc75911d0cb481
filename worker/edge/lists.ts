import type { Client } from '#shared/client/index.ts'
import type { CardList } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LEADERBOARD_CARDS } from '#shared/domain/limits.ts'
import type { Row } from '#shared/client/rows.ts'
import { toColumns } from '#shared/client/names.ts'
import { CARDS } from './card-data.ts'
import { readCardRows } from './card-row.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const TRENDING_MS = 2 * DAY_MS

/** The lists that need to know when votes were cast. */
export type VotedList = Extract<CardList, 'week' | 'trending'>

export const isVotedList = (list: CardList): list is VotedList => list === 'week' || list === 'trending'

/** What everybody may read of a card; whose account it belongs to is not asked for. */
const COLUMNS = ['id', 'player_name', 'jersey_number', 'team_colors', 'image_url', 'stats', 'created_at', 'votes']
const SHOWN = COLUMNS.map((name) => `c.${name}`).join(', ')

/**
 * Cards and how many votes each got lately. A week is counted by days in UTC, the last 48 hours by the ledger. Grouped by
 * no column, because by one that has an index all votes there ever were are read instead of the latest.
 */
const COUNTED: Record<VotedList, string> = {
  week: `select min(card) as card, sum(votes) as recent from vote_tallies where day >= ? group by card || ''`,
  trending: `select min(card) as card, count(*) as recent from votes where at > ? group by card || ''`,
}

const since = (list: VotedList, now: number): number =>
  list === 'week' ? Math.floor((now - WEEK_MS) / DAY_MS) : now - TRENDING_MS

type Statement = { sql: string; args: (string | number)[] }

/** The ids and columns of a list, by the votes of its time, the newest first on ties. */
export function votedList(list: VotedList, now: number, team: string | null, shown = SHOWN): Statement {
  return {
    sql: `select ${shown} from (${COUNTED[list]}) v
      join ${CARDS} c on c.id = v.card and c.visibility = 'public' ${team === null ? '' : 'and c.team_colors = ?'}
      order by v.recent desc, c.created_at desc limit ${LEADERBOARD_CARDS}`,
    args: [since(list, now), ...(team === null ? [] : [team])],
  }
}

const newest = (team: string | null): Statement => ({
  sql: `select ${SHOWN} from ${CARDS} c where c.visibility = 'public' ${team === null ? '' : 'and c.team_colors = ?'}
    order by c.created_at desc limit ${LEADERBOARD_CARDS}`,
  args: team === null ? [] : [team],
})

/**
 * @param service the backend with the service key: no public caller may ask who voted when
 * @param team the name of a team, or null for all
 */
export async function readVotedList(
  service: Client,
  list: VotedList,
  { now, team }: { now: number; team: string | null },
): Promise<Card[]> {
  // Nobody has voted for the rest of Trending lately: they are all even, so the newest come first.
  const statements = [votedList(list, now, team), ...(list === 'trending' ? [newest(team)] : [])]
  const { results } = await service.db.batch(statements)
  const rows = new Map(results.flatMap(({ rows }) => rows).map((row) => [row['id'], row]))
  return readCardRows([...rows.values()].slice(0, LEADERBOARD_CARDS).map(rowOf))
}

/** A row that was asked for in SQL, as the card data service sends it. */
export function rowOf(row: Row): Row {
  const { stats, ...others } = toColumns(row)
  return { ...others, stats: typeof stats === 'string' ? (JSON.parse(stats) as unknown) : null }
}
