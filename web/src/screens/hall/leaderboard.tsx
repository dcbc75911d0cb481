import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import {
  getFirstCardLink,
  type LeaderboardKind,
  leaderboardPath,
  LEADERBOARDS,
  PODIUM_PLACES,
} from '#shared/contracts/leaderboards.ts'
import { HALL_WORDS } from '#shared/domain/hall-words.ts'
import { LIVE } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { LiveDot } from '#web/card/live-dot.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { useOwnIds } from '#web/data/own-card.ts'
import { readStoredList, storeList } from '#web/data/stored-list.ts'
import { updateOrder, useLiveNews } from '#web/data/live.ts'
import { HALL } from '#web/data/live/news.ts'
import { isUnreachable } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { Empty } from '#web/ui/empty.tsx'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { WithoutScripts } from '#web/ui/without-scripts.tsx'
import { useBoardAddress } from './board-address.ts'
import { CardGrid } from './card-grid.tsx'
import { WithExamples } from './example-cards.tsx'
import { isOutOfOrder } from './order-news.ts'
import { Podium } from './podium.tsx'
import { TeamFilter } from './team-filter.tsx'
import { PlainVotes } from './vote-pill.tsx'
import styles from './leaderboard.module.css'

const SKELETONS = 13

/**
 * Up to a hundred cards, in the order of the URL's board.
 *
 * @param strip the newest cards, below the podium of boards that do not start with them
 */
export function Leaderboard({ strip }: { strip: ReactNode }) {
  const navigate = useNavigate()
  const { board, team } = useBoardAddress()
  const { cards, isPending, isError, isStale, refetch } = useBoardCards(board, team)
  const ownIds = useOwnIds()
  const onPodium = board.isRanked ? cards.slice(0, PODIUM_PLACES) : []
  const ranked = board.isRanked ? cards.slice(PODIUM_PLACES) : []
  const unranked = board.isRanked ? [] : cards

  return (
    <section className={styles['board']} aria-labelledby="board">
      <div className={styles['bar']}>
        <BoardTabs board={board} team={team} />
        <TeamFilter
          board={board}
          team={team}
          // Pushes a history entry, so that Back returns to the previous team.
          onChange={(next) => {
            if (next !== team) void navigate(leaderboardPath(board, next))
          }}
        />
        <LiveDot place={HALL} className={styles['live']} isCompact />
      </div>
      <div className={styles['head']}>
        <h2 id="board">{board.title}</h2>
        <p>{team === null ? board.line : `${team.name} · ${board.line}`}</p>
      </div>
      <OrderPill isMoved={board.list === 'top' && isOutOfOrder(cards)} />
      {isPending ? <Waiting /> : null}
      {isError ? <LoadFailed words={isStale ? HALL_WORDS.keptList : undefined} onRetry={refetch} /> : null}
      {!isPending && cards.length === 0 ? <NoCards board={board} team={team} hasFailed={isError} /> : null}
      <PlainVotes />
      {onPodium.length > 0 ? <Podium cards={onPodium} ownIds={ownIds} /> : null}
      {board.isRanked && !isStale ? strip : null}
      {/* The keys make another board start at its top. */}
      {ranked.length > 0 ? (
        <CardGrid
          key={`ranked ${leaderboardPath(board, team)}`}
          board={board}
          team={team}
          cards={ranked}
          ownIds={ownIds}
          isRanked
        />
      ) : null}
      {unranked.length > 0 ? (
        <CardGrid
          key={leaderboardPath(board, team)}
          board={board}
          team={team}
          cards={unranked}
          ownIds={ownIds}
          isRanked={false}
        />
      ) : null}
    </section>
  )
}

/** Reserves the space of the cards, including the podium. */
const Waiting = () => (
  <div className={styles['waiting']}>
    {/* The server renders this only for a list that failed to load. */}
    <WithoutScripts>Couldn't load cards</WithoutScripts>
    <PictureSkeletons count={SKELETONS} label={LABELS.loadingGallery} />
  </div>
)

/** The message of an empty list. A list that failed to load gets only a small one, below its error. */
function NoCards({ board, team, hasFailed }: { board: LeaderboardKind; team: Team | null; hasFailed: boolean }) {
  const { words, path } = getFirstCardLink(team)
  if (hasFailed)
    return (
      <p className={classes(textStyles['small'], textStyles['mute'])}>
        <span>{LABELS.emptyFilter}</span> There may be some: the list didn't load.
      </p>
    )
  return (
    <WithExamples team={team}>
      <Empty
        title={team !== null ? LABELS.emptyFilter : board.list === 'week' ? HALL_WORDS.noVotes : LABELS.noCards}
        className={styles['none']}
      >
        <Link className={buttonLook('primary')} to={path}>
          {words}
        </Link>
        {team === null ? null : (
          <Link className={linkLook} to={leaderboardPath(board, null)}>
            {LABELS.allTeams}
          </Link>
        )}
      </Empty>
    </WithExamples>
  )
}

/** Links to the boards, each with its own URL and the current team. */
const BoardTabs = ({ board, team }: { board: LeaderboardKind; team: Team | null }) => (
  <nav className={styles['tabs']} aria-label="Boards">
    {LEADERBOARDS.map((one) => (
      <BoardTab key={one.sort} board={one} team={team} isHere={one.sort === board.sort} />
    ))}
  </nav>
)

const BoardTab = ({ board, team, isHere }: { board: LeaderboardKind; team: Team | null; isHere: boolean }) => (
  <Link to={leaderboardPath(board, team)} aria-current={isHere ? 'page' : undefined}>
    {board.tab}
  </Link>
)

/**
 * Offers to reorder the list, which never moves on its own under the visitor's finger. Floats over the list to avoid
 * layout shift, and is announced once by a polite live region.
 *
 * @param isMoved whether the ranking has changed
 */
function OrderPill({ isMoved }: { isMoved: boolean }) {
  const cache = useQueryClient()
  const { arrived } = useLiveNews(HALL)
  const news = arrived.length > 0 ? LIVE.arrived(arrived.length) : isMoved ? LIVE.moved : null
  return (
    <div className={styles['news']} data-edge="bar">
      <output className={textStyles['unseen']}>{news}</output>
      {news === null ? null : (
        <button type="button" className={buttonLook()} onClick={() => void updateOrder(cache)}>
          <ArrowUpDown className={iconLook} aria-hidden="true" />
          {news} · {LIVE.update}
        </button>
      )}
    </div>
  )
}

/**
 * Returns a board's cards. Until a team's own list loads, it shows that team's cards from the full list. Offline, it
 * shows the all-time list of the last visit.
 */
function useBoardCards({ list }: LeaderboardKind, team: Team | null) {
  const { api, memory, now } = usePlatform()
  const cache = useQueryClient()
  const all = cardsQuery(api, list)
  const query = useQuery({
    ...cardsQuery(api, list, team?.name ?? null),
    placeholderData: () => {
      const cached = team === null ? [] : (cache.getQueryData(all.queryKey) ?? [])
      const ofTeam = cached.filter((card) => card.teamColors === team?.name)
      return ofTeam.length > 0 ? ofTeam : undefined
    },
  })
  const { data, isPending, isError, refetch } = query
  useEffect(() => {
    if (list === 'top' && team === null && query.isSuccess) storeList(memory, query.data, now())
  }, [list, team, memory, now, query.isSuccess, query.data])

  // Only the all-time list is stored, so other boards cannot use it.
  const isUsable = isError && data === undefined && list === 'top' && isUnreachable(query.error)
  const stored = useMemo(() => (isUsable ? readStoredList(memory, now()) : []), [isUsable, memory, now])
  const ofTeam = team === null ? stored : stored.filter((card) => card.teamColors === team.name)
  const cards = data ?? ofTeam
  return { cards, isPending, isError, isStale: isError && cards.length > 0, refetch }
}
