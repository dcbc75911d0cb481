import type { Client } from '#shared/client/index.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import type { CardList } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LEADERBOARD_CARDS } from '#shared/domain/limits.ts'
import { cardsOf, recordOfSql } from './card-codec.ts'
import { mostVoted, newest } from './card-queries.ts'
import { COUNTED, moveWindow, staleWindows, type VotedList } from './vote-windows.ts'

export const isVotedList = (list: CardList): list is VotedList => list === 'week' || list === 'trending'

/**
 * Runs questions about counts of votes, once more when a window has to be moved first: once a minute or a day.
 *
 * @returns their results, and no others
 */
export async function withWindow(
  service: Client,
  lists: readonly VotedList[],
  now: number,
  statements: readonly SqlStatement[],
) {
  const [stale, ...results] = (await service.db.batch([staleWindows(lists, now), ...statements])).results
  const names = (stale?.rows ?? []).map(({ name }) => name as VotedList)
  if (names.length === 0) return { results }
  for (const list of names) await moveWindow(service, list, now)
  return service.db.batch([...statements])
}

/**
 * @param service the backend with the service key: no public caller may read when visitors voted
 * @param team the name of a team, or null for all; `core` is where the backend's files are
 */
export async function readVotedList(
  service: Client,
  list: VotedList,
  { now, team, core }: { now: number; team: string | null; core: string },
): Promise<Card[]> {
  // The rest of Trending has no recent votes: they are all even, so the newest come first.
  const statements = [mostVoted(COUNTED[list], team), ...(list === 'trending' ? [newest(team)] : [])]
  const { results } = await withWindow(service, [list], now, statements)
  const rows = new Map(results.flatMap(({ rows }) => rows).map((row) => [row['id'], row]))
  return cardsOf([...rows.values()].slice(0, LEADERBOARD_CARDS).map((row) => recordOfSql(row, core)))
}
