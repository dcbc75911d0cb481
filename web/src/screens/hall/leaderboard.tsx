import { useNavigate } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { LiveLine } from '#web/card/live-line.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { HALL } from '#web/data/live.ts'
import { teamPath } from '#web/data/remix.ts'
import { Link } from '#web/ui/link.tsx'
import { boardPath, useBoardAddress } from './board-address.ts'
import { BoardTabs } from './board-tabs.tsx'
import { CardGrid } from './card-grid.tsx'
import { isOutOfOrder } from './order-news.ts'
import { OrderPill } from './order-pill.tsx'
import { Podium } from './podium.tsx'
import { TeamFilter } from './team-filter.tsx'
import { useBoardCards } from './use-board-cards.ts'

const PODIUM_PLACES = 3
const SKELETONS = 10

/** Up to a hundred cards, in the order of the board that the address names. */
export function Leaderboard() {
  const navigate = useNavigate()
  const { board, team } = useBoardAddress()
  const { cards, isPending, isError, refetch } = useBoardCards(board, team)
  const onPodium = board.isRanked ? cards.slice(0, PODIUM_PLACES) : []

  return (
    <section className="board" aria-labelledby="board">
      <BoardTabs board={board} team={team} />
      <div className="bar-r">
        <div>
          <h2 className="h2" id="board">
            {board.title}
          </h2>
          <p className="small mute">{board.line}</p>
        </div>
        <TeamFilter
          team={team}
          // A step of its own: Back leads to the teams before, not off the site.
          onChange={(next) => {
            if (next !== team) void navigate(boardPath(board, next), { preventScrollReset: true })
          }}
        />
        <LiveLine place={HALL} />
      </div>
      <OrderPill isMoved={board.list === 'top' && isOutOfOrder(cards)} />
      {isPending ? <Waiting isRanked={board.isRanked} /> : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {!isPending && cards.length === 0 ? <NoCards team={team} /> : null}
      {onPodium.length > 0 ? <Podium cards={onPodium} /> : null}
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
  <div className={isRanked ? 'grid-wait with-pod' : 'grid-wait'}>
    <PictureSkeletons count={isRanked ? SKELETONS + PODIUM_PLACES : SKELETONS} label={LABELS.loadingGallery} />
  </div>
)

const NoCards = ({ team }: { team: Team | null }) => (
  <div className="no-cards">
    <p className="h2">{LABELS.emptyFilter}</p>
    <Link className="btn pri" to={team ? teamPath(team) : '/'}>
      {team ? `Make the first ${team.name} card` : 'Make the first card'}
    </Link>
  </div>
)
