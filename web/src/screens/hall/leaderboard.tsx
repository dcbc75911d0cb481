import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type Board, boardPath, BOARDS, firstCardOf, PODIUM_PLACES } from '#shared/contracts/boards.ts'
import { HALL_WORDS } from '#shared/domain/hall-words.ts'
import { LABELS, LIVE } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { LiveDot } from '#web/card/live-dot.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { keepList, readKeptList } from '#web/data/kept-list.ts'
import { updateOrder, useLiveNews } from '#web/data/live.ts'
import { HALL } from '#web/data/live/news.ts'
import { isUnreachable } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
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
 * Up to a hundred cards, in the order of the board that the address names.
 *
 * @param strip the newest cards, below the podium of boards that do not start with them
 */
export function Leaderboard({ strip }: { strip: ReactNode }) {
  const navigate = useNavigate()
  const { board, team } = useBoardAddress()
  const { cards, isPending, isError, isKept, refetch } = useBoardCards(board, team)
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
          // A step of its own: Back leads to the teams before, not off the site.
          onChange={(next) => {
            if (next !== team) void navigate(boardPath(board, next))
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
      {isKept ? <p className={styles['kept']}>{HALL_WORDS.keptList}</p> : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {!isPending && cards.length === 0 ? <NoCards team={team} hasFailed={isError} /> : null}
      <PlainVotes />
      {onPodium.length > 0 ? <Podium cards={onPodium} /> : null}
      {board.isRanked && !isKept ? strip : null}
      {/* Another board begins at its top. */}
      {ranked.length > 0 ? (
        <CardGrid key={`ranked ${boardPath(board, team)}`} board={board} team={team} cards={ranked} isRanked />
      ) : null}
      {unranked.length > 0 ? (
        <CardGrid key={boardPath(board, team)} board={board} team={team} cards={unranked} isRanked={false} />
      ) : null}
    </section>
  )
}

/** As much room as the cards will take, the podium's included. */
const Waiting = () => (
  <div className={styles['waiting']}>
    {/* The server renders this only for a list that it could not read. */}
    <WithoutScripts>Couldn't load cards</WithoutScripts>
    <PictureSkeletons count={SKELETONS} label={LABELS.loadingGallery} />
  </div>
)

/** A list that failed to load counts as empty, but says so quietly: its error is above. */
function NoCards({ team, hasFailed }: { team: Team | null; hasFailed: boolean }) {
  const { words, path } = firstCardOf(team)
  if (hasFailed) return <p className={classes(textStyles['small'], textStyles['mute'])}>{LABELS.emptyFilter}</p>
  return (
    <WithExamples team={team}>
      <Empty says={team === null ? LABELS.noCards : LABELS.emptyFilter} className={styles['none']}>
        <Link className={buttonLook('primary')} to={path}>
          {words}
        </Link>
      </Empty>
    </WithExamples>
  )
}

/** The boards as links: each has an address of its own and keeps the team. */
const BoardTabs = ({ board, team }: { board: Board; team: Team | null }) => (
  <nav className={styles['tabs']} aria-label="Boards">
    {BOARDS.map((one) => (
      <BoardTab key={one.sort} board={one} team={team} isHere={one.sort === board.sort} />
    ))}
  </nav>
)

const BoardTab = ({ board, team, isHere }: { board: Board; team: Team | null; isHere: boolean }) => (
  <Link to={boardPath(board, team)} aria-current={isHere ? 'page' : undefined}>
    {board.tab}
  </Link>
)

/**
 * Offers a new order that the list does not take by itself: nothing moves under the visitor's finger. It floats over
 * the list and takes no room (no layout shift); that it is there is said once, by a polite live region.
 *
 * @param isMoved whether the places have changed
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
 * The cards of a board. A team's are those already here of all teams, until its own list has come. Without a network they
 * are those of the last visit, in the order of all time.
 */
function useBoardCards({ list }: Board, team: Team | null) {
  const { api, memory, now } = usePlatform()
  const cache = useQueryClient()
  const all = cardsQuery(api, list)
  const query = useQuery({
    ...cardsQuery(api, list, team?.name ?? null),
    placeholderData: () => {
      const known = team === null ? [] : (cache.getQueryData(all.queryKey) ?? [])
      const ofTeam = known.filter((card) => card.teamColors === team?.name)
      return ofTeam.length > 0 ? ofTeam : undefined
    },
  })
  const { data, isPending, isError, refetch } = query
  useEffect(() => {
    if (list === 'top' && team === null && query.isSuccess) keepList(memory, query.data, now())
  }, [list, team, memory, now, query.isSuccess, query.data])

  // It is the list of all time, so no other board shows it.
  const isUsable = isError && data === undefined && list === 'top' && isUnreachable(query.error)
  const kept = useMemo(() => (isUsable ? readKeptList(memory, now()) : []), [isUsable, memory, now])
  const ofTeam = team === null ? kept : kept.filter((card) => card.teamColors === team.name)
  const cards = data ?? ofTeam
  return { cards, isPending, isError, isKept: isError && cards.length > 0, refetch }
}
