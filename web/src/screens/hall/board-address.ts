import type { CardList } from '#shared/contracts/cards.ts'
import { useSearchParams } from '#web/router/router.tsx'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

export type Board = {
  /** What it is called in the address; the first one needs no name. */
  sort: string
  tab: string
  title: string
  line: string
  list: CardList
  /** Whether places count: the first three stand on the podium and the others have ranks. */
  isRanked: boolean
}

export const BOARDS: readonly [Board, ...Board[]] = [
  {
    sort: 'all',
    tab: 'All time',
    title: LABELS.top100,
    line: 'The most votes of all time.',
    list: 'top',
    isRanked: true,
  },
  {
    sort: 'trending',
    tab: 'Trending',
    title: 'Trending',
    line: 'The most votes of the last two days.',
    list: 'trending',
    isRanked: true,
  },
  {
    sort: 'week',
    tab: 'This week',
    title: 'This week',
    line: 'The most votes of the last seven days.',
    list: 'week',
    isRanked: true,
  },
  {
    sort: 'new',
    tab: 'New',
    title: 'New cards',
    line: 'Fresh from the press, the newest first.',
    list: 'new',
    isRanked: false,
  },
]

/** The address of a board: `/hall-of-fame?sort=week&team=Miami+Dolphins`. */
export function boardPath({ sort }: Pick<Board, 'sort'>, team: Team | null): string {
  const params = new URLSearchParams({
    ...(sort === BOARDS[0].sort ? {} : { sort }),
    ...(team === null ? {} : { team: team.name }),
  }).toString()
  return params === '' ? '/hall-of-fame' : `/hall-of-fame?${params}`
}

/** Which board and which team the address names, so that links and Back work. What it gets wrong is left out. */
export function useBoardAddress(): { board: Board; team: Team | null } {
  const [params] = useSearchParams()
  return {
    board: BOARDS.find(({ sort }) => sort === params.get('sort')) ?? BOARDS[0],
    team: getTeam(params.get('team') ?? ''),
  }
}
