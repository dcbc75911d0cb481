import type { Client } from '#shared/client/index.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import type { CardList } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LEADERBOARD_CARDS } from '#shared/domain/limits.ts'
import { sqlToRecord, toCards } from './card-codec.ts'
import { selectMostVoted, selectNewest } from './card-queries.ts'
import { COUNTED, moveWindow, staleWindows, type VotedList } from './vote-windows.ts'

export const isVotedList = (list: CardList): list is VotedList => list === 'week' || list === 'trending'

/**
 * Runs queries on vote counts. If a vote window is out of date, it moves the window and runs them again. That happens
 * at most once a minute or a day.
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
 * Returns the cards of a list that is ordered by recent votes.
 *
 * @param service a client with the service key, because the times of votes are private
 * @param options `team`: a team's name, or null for all. `core`: the backend's base URL
 */
export async function readVotedList(
  service: Client,
  list: VotedList,
  { now, team, core }: { now: number; team: string | null; core: string },
): Promise<Card[]> {
  // The other cards in Trending have no recent votes, so they tie and the newest come first.
  const statements = [selectMostVoted(COUNTED[list], team), ...(list === 'trending' ? [selectNewest(team)] : [])]
  const { results } = await withWindow(service, [list], now, statements)
  const rows = new Map(results.flatMap(({ rows }) => rows).map((row) => [row['id'], row]))
  return toCards([...rows.values()].slice(0, LEADERBOARD_CARDS).map((row) => sqlToRecord(row, core)))
}
