import { LEADERBOARD_CARDS } from '../domain/limits.ts'
import { LABELS } from '../domain/messages.ts'
import type { Team } from '../domain/team.ts'
import type { CardList } from './cards.ts'

/** An order of the Hall's cards. */
export type Board = {
  /** Its name in the address; the first one needs none. */
  sort: string
  tab: string
  title: string
  line: string
  list: CardList
  /** True if places count: the first three stand on the podium and the others have ranks. */
  isRanked: boolean
}

export const BOARDS: readonly [Board, ...Board[]] = [
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

/** How many cards stand on the podium of a board whose places count. */
export const PODIUM_PLACES = 3
/** The number of cards that a board without a podium shows first: they are fetched with the page. */
export const CARDS_EARLY = 5
/** How many are shown below it, and how many more each time that more are asked for. */
export const CARDS_SHOWN = 24

const [SORT, TEAM, SHOWN] = ['sort', 'team', 'shown']

/**
 * The address of a board: `/hall-of-fame?sort=week&team=Miami+Dolphins`.
 *
 * @param shown how many cards below its podium
 */
export function boardPath({ sort }: Pick<Board, 'sort'>, team: Team | null, shown = CARDS_SHOWN): string {
  const params = new URLSearchParams({
    ...(sort === BOARDS[0].sort ? {} : { [SORT]: sort }),
    ...(team === null ? {} : { [TEAM]: team.name }),
    ...(shown === CARDS_SHOWN ? {} : { [SHOWN]: String(shown) }),
  }).toString()
  return params === '' ? '/hall-of-fame' : `/hall-of-fame?${params}`
}

/** The fragment of a card's place on a board. */
export const placeId = (place: number | string): string => `place-${place}`

/**
 * The address of a board with more cards, at the first that is added.
 *
 * @param shown how many are shown below its podium already
 */
export const morePath = (board: Board, team: Team | null, shown: number): string =>
  `${boardPath(board, team, shown + CARDS_SHOWN)}#${placeId((board.isRanked ? PODIUM_PLACES : 0) + shown + 1)}`

/** The board that an address names, or the first. */
export const boardOf = (params: URLSearchParams): Board =>
  BOARDS.find(({ sort }) => sort === params.get(SORT)) ?? BOARDS[0]

/** How many cards below the podium an address asks for, at least {@link CARDS_SHOWN}. */
export function shownOf(params: URLSearchParams): number {
  const asked = Number(params.get(SHOWN))
  return Number.isInteger(asked) && asked > CARDS_SHOWN ? Math.min(asked, LEADERBOARD_CARDS) : CARDS_SHOWN
}

/**
 * Returns how many of a board's cards are shown when an address asks for `asked`. A short rest, up to a quarter more,
 * is shown at once: a button for three more cards is one press for nothing.
 */
export const countShown = (cards: number, asked: number): number => (cards <= asked * 1.25 ? cards : asked)

/** The words of the button of a list without cards, and where it leads. */
export const firstCardOf = (team: Team | null) =>
  team === null
    ? { words: 'Make the first card', path: '/' }
    : { words: `Make the first ${team.name} card`, path: `/?${TEAM}=${encodeURIComponent(team.name)}` }
