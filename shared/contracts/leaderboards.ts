import { LEADERBOARD_CARDS } from '../domain/limits.ts'
import { LABELS } from '../domain/messages.ts'
import type { Team } from '../domain/team.ts'
import type { CardList } from './cards.ts'

/** A leaderboard of the Hall. */
export type LeaderboardKind = {
  /** The value of `?sort=`; the first board omits it. */
  sort: string
  tab: string
  title: string
  line: string
  list: CardList
  /** True if the board has ranks and a podium for the first three. */
  isRanked: boolean
}

export const LEADERBOARDS: readonly [LeaderboardKind, ...LeaderboardKind[]] = [
  {
    sort: 'all',
    tab: 'All time',
    title: LABELS.top100,
    line: 'Most votes ever',
    list: 'top',
    isRanked: true,
  },
  {
    sort: 'trending',
    tab: 'Trending',
    title: 'Trending',
    line: 'Most votes in the last 2 days',
    list: 'trending',
    isRanked: true,
  },
  {
    sort: 'week',
    tab: 'This week',
    title: 'This week',
    line: 'Most votes this week',
    list: 'week',
    isRanked: true,
  },
  {
    sort: 'new',
    tab: 'New',
    title: 'New cards',
    line: 'Hot off the press',
    list: 'new',
    isRanked: false,
  },
]

/** Number of cards on the podium of a ranked board. */
export const PODIUM_PLACES = 3
/** Number of cards whose pictures load early on a board without a podium. */
export const CARDS_EARLY = 5
/** Page size below the podium. */
export const LEADERBOARD_PAGE_SIZE = 24

const [SORT, TEAM, COUNT] = ['sort', 'team', 'shown']

/**
 * Returns a board's path: `/hall-of-fame?sort=week&team=Miami+Dolphins`.
 *
 * @param count number of cards below the podium
 */
export function leaderboardPath(
  { sort }: Pick<LeaderboardKind, 'sort'>,
  team: Team | null,
  count = LEADERBOARD_PAGE_SIZE,
): string {
  // Not URLSearchParams, which takes 16 µs each in the runtime: the Hall links to every team.
  const params = [
    ...(sort === LEADERBOARDS[0].sort ? [] : [`${SORT}=${sort}`]),
    ...(team === null ? [] : [`${TEAM}=${team.name.replaceAll(' ', '+')}`]),
    ...(count === LEADERBOARD_PAGE_SIZE ? [] : [`${COUNT}=${count}`]),
  ]
  return params.length === 0 ? '/hall-of-fame' : `/hall-of-fame?${params.join('&')}`
}

/** Returns the fragment of a card's position on a board. */
export const placeId = (place: number | string): string => `place-${place}`

/**
 * Returns the path of a board with more cards, at the first added one.
 *
 * @param count number of cards already shown below the podium
 */
export const morePath = (board: LeaderboardKind, team: Team | null, count: number): string =>
  `${leaderboardPath(board, team, count + LEADERBOARD_PAGE_SIZE)}#${placeId((board.isRanked ? PODIUM_PLACES : 0) + count + 1)}`

/** Returns the board that a URL names, or the first. */
export const getLeaderboard = (params: URLSearchParams): LeaderboardKind =>
  LEADERBOARDS.find(({ sort }) => sort === params.get(SORT)) ?? LEADERBOARDS[0]

/** Returns the number of cards below the podium that a URL requests, at least {@link LEADERBOARD_PAGE_SIZE}. */
export function getRequestedCount(params: URLSearchParams): number {
  const requested = Number(params.get(COUNT))
  return Number.isInteger(requested) && requested > LEADERBOARD_PAGE_SIZE
    ? Math.min(requested, LEADERBOARD_CARDS)
    : LEADERBOARD_PAGE_SIZE
}

/**
 * Returns how many of a board's cards to show. A short remainder, up to a quarter more than requested, is shown too:
 * a button for three more cards is not worth a press.
 */
export const limitCards = (cards: number, requested: number): number => (cards <= requested * 1.25 ? cards : requested)

/** Returns the label and path of an empty list's button. */
export const getFirstCardLink = (team: Team | null) =>
  team === null
    ? { words: 'Make the first card', path: '/' }
    : { words: `Make the first ${team.name} card`, path: `/?${TEAM}=${encodeURIComponent(team.name)}` }
