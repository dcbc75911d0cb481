import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { LABELS, LIVE } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { LiveLine } from '#web/card/live-line.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { inTeam } from '#web/card/team-scope.ts'
import { cardsQuery } from '#web/data/cards.ts'
import { updateOrder, useLiveNews } from '#web/data/live.ts'
import { HALL } from '#web/data/live/news.ts'
import { teamPath } from '#web/data/remix.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { SlotSection } from '#web/lib/slots.tsx'
import { useSheet } from '#web/lib/use-sheet.ts'
import { useNavigate } from '#web/router/router.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { Empty } from '#web/ui/empty.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import { Link } from '#web/ui/link.tsx'
import swatchStyles from '#web/ui/swatch.module.css'
import textStyles from '#web/ui/text.module.css'
import { type Board, boardPath, BOARDS, useBoardAddress } from './board-address.ts'
import { CardGrid } from './card-grid.tsx'
import { WithExamples } from './example-cards.tsx'
import { isOutOfOrder } from './order-news.ts'
import { Podium } from './podium.tsx'
import styles from './leaderboard.module.css'

const PODIUM_PLACES = 3
const SKELETONS = 10

/** Up to a hundred cards, in the order of the board that the address names. */
export function Leaderboard() {
  const navigate = useNavigate()
  const { board, team } = useBoardAddress()
  const { cards, isPending, isError, refetch } = useBoardCards(board, team)
  const onPodium = board.isRanked ? cards.slice(0, PODIUM_PLACES) : []

  return (
    <section className={styles['board']} aria-labelledby="board">
      <BoardTabs board={board} team={team} />
      <div className={styles['bar']}>
        <div>
          <h2 className={textStyles['heading']} id="board">
            {board.title}
          </h2>
          <p className={classes(textStyles['small'], textStyles['mute'])}>{board.line}</p>
        </div>
        <TeamFilter
          team={team}
          // A step of its own: Back leads to the teams before, not off the site.
          onChange={(next) => {
            if (next !== team) navigate(boardPath(board, next))
          }}
        />
        <LiveLine place={HALL} className={styles['live']} />
      </div>
      <OrderPill isMoved={board.list === 'top' && isOutOfOrder(cards)} />
      {isPending ? <Waiting isRanked={board.isRanked} /> : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {!isPending && cards.length === 0 ? (
        <WithExamples team={team?.name ?? null} hasFailed={isError}>
          <NoCards team={team} />
        </WithExamples>
      ) : null}
      {onPodium.length > 0 ? (
        <SlotSection slot="podium">
          <Podium cards={onPodium} />
        </SlotSection>
      ) : null}
      {cards.length > onPodium.length ? (
        <CardGrid
          // Another board begins at its top.
          key={boardPath(board, team)}
          cards={cards.slice(onPodium.length)}
          before={onPodium.length}
          isRanked={board.isRanked}
        />
      ) : null}
    </section>
  )
}

/** As much room as the cards will take, the podium's included. */
const Waiting = ({ isRanked }: { isRanked: boolean }) => (
  <div className={styles['waiting']}>
    <PictureSkeletons count={isRanked ? SKELETONS + PODIUM_PLACES : SKELETONS} label={LABELS.loadingGallery} />
  </div>
)

const NoCards = ({ team }: { team: Team | null }) => (
  <Empty says={LABELS.emptyFilter} className={styles['none']}>
    <Link className={buttonLook('primary')} to={team ? teamPath(team) : '/'}>
      {team ? `Make the first ${team.name} card` : 'Make the first card'}
    </Link>
  </Empty>
)

/** The boards as links: each has an address of its own and keeps the team. */
const BoardTabs = ({ board, team }: { board: Board; team: Team | null }) => (
  <nav className={styles['tabs']} aria-label="Boards">
    {BOARDS.map((one) => (
      <Link key={one.sort} to={boardPath(one, team)} aria-current={one.sort === board.sort ? 'page' : undefined}>
        {one.tab}
      </Link>
    ))}
  </nav>
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

const loadTeamFilterSheet = () => import('./team-filter-sheet.tsx')
const TeamFilterSheet = lateSheet(loadTeamFilterSheet)

type TeamFilterProps = { team: Team | null; onChange: (team: Team | null) => void }

/** All teams or one of them. */
function TeamFilter({ team, onChange }: TeamFilterProps) {
  const sheet = useSheet()
  const name = team?.name ?? LABELS.allTeams
  return (
    <>
      <button
        type="button"
        className={styles['filter']}
        {...inTeam(team)}
        aria-haspopup="dialog"
        aria-label={`Team: ${name}`}
        onClick={sheet.open}
        onPointerEnter={fetchEarly(loadTeamFilterSheet)}
      >
        <span
          className={classes(swatchStyles['swatch'], styles['swatch'], team === null && swatchStyles['none'])}
          aria-hidden="true"
        />
        <span className={styles['name']}>{name}</span>
        <ChevronDown className={iconLook} aria-hidden="true" />
      </button>
      {sheet.times === 0 ? null : (
        <TeamFilterSheet key={sheet.times} open={sheet.isOpen} onClose={sheet.close} team={team} onChange={onChange} />
      )}
    </>
  )
}

/** The cards of a board. A team's are those already here of all teams, until its own list has come. */
function useBoardCards({ list }: Board, team: Team | null) {
  const { api } = usePlatform()
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
  const { data: cards = [], isPending, isError, refetch } = query
  return { cards, isPending, isError, refetch }
}
