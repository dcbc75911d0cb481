import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  CARDS_EARLY,
  LEADERBOARD_PAGE_SIZE,
  limitCards,
  getRequestedCount,
  type LeaderboardKind,
  morePath,
  placeId,
  PODIUM_PLACES,
} from '#shared/contracts/leaderboards.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Team } from '#shared/domain/team.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import { CardName, CardTeam } from './card-name.tsx'
import { VotePill } from './vote-pill.tsx'
import styles from './card-grid.module.css'

type CardGridProps = {
  board: LeaderboardKind
  team: Team | null
  cards: readonly Card[]
  /** The ids of the visitor's own cards. */
  ownIds: ReadonlySet<string>
  /** True if the board has ranks, with its first cards on the podium. */
  isRanked: boolean
}

/**
 * A board's cards, 24 at a time, so that the footer stays in reach. The history entry stores how many are shown, so that
 * Back restores them.
 */
export function CardGrid({ board, team, cards, ownIds, isRanked }: CardGridProps) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const focusAt = useRef<number | null>(null)
  const before = isRanked ? PODIUM_PLACES : 0
  const requested = readCount(state) ?? getRequestedCount(new URLSearchParams(search))
  const visible = cards
    .slice(0, limitCards(cards.length, requested))
    .map((card, index) => ({ card, place: before + index + 1 }))
  const early = isRanked ? 0 : CARDS_EARLY

  // After "Show more", the focus moves to the first added card.
  useLayoutEffect(() => {
    if (focusAt.current === null) return
    list.current?.children[focusAt.current]?.querySelector('a')?.focus({ preventScroll: true })
    focusAt.current = null
  })

  function showMore() {
    focusAt.current = visible.length
    void navigate(pathname + search, {
      replace: true,
      state: { shown: visible.length + LEADERBOARD_PAGE_SIZE },
    })
  }

  return (
    <>
      <ol className={styles['grid']} start={before + 1} ref={list}>
        {visible.slice(0, early).map((one) => (
          <BoardCard key={one.card.id} {...one} isOwn={ownIds.has(one.card.id)} isRanked={false} early />
        ))}
        {visible.slice(early).map((one) => (
          <BoardCard key={one.card.id} {...one} isOwn={ownIds.has(one.card.id)} isRanked={isRanked} />
        ))}
      </ol>
      {visible.length < cards.length ? (
        <div className={styles['more']}>
          <MoreButton path={morePath(board, team, visible.length)} onPress={showMore} />
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            {before + visible.length} of {before + cards.length} shown
          </p>
        </div>
      ) : null}
    </>
  )
}

/** A link to the same board with more cards. With JavaScript, it adds them in place. */
const MoreButton = ({ path, onPress }: { path: string; onPress: () => void }) => (
  <a
    id="show-more"
    className={buttonLook()}
    href={path}
    onClick={(event) => {
      event.preventDefault()
      onPress()
    }}
  >
    Show more
  </a>
)

function readCount(state: unknown): number | null {
  const count: unknown = state !== null && typeof state === 'object' && 'shown' in state ? state.shown : null
  return typeof count === 'number' && count > LEADERBOARD_PAGE_SIZE ? count : null
}

type BoardCardProps = { card: Card; place: number; isOwn: boolean; isRanked: boolean; early?: boolean }

function BoardCard({ card, place, isOwn, isRanked, early = false }: BoardCardProps) {
  return (
    <li id={placeId(String(place))}>
      <div className={styles['tile']}>
        <CardTile card={card} early={early} />
        {isRanked ? (
          <span className={styles['rank']}>
            <span className={textStyles['unseen']}>Rank </span>
            {place}
          </span>
        ) : null}
      </div>
      <div className={styles['row']}>
        <CardName card={card} className={styles['name']} />
        <VotePill card={card} />
      </div>
      <div className={styles['row']}>
        <CardTeam card={card} isOwn={isOwn} className={styles['team']} />
        <CardMenu card={card} />
      </div>
    </li>
  )
}
