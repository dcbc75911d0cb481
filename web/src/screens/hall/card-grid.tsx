import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  type Board,
  CARDS_EARLY,
  CARDS_SHOWN,
  morePath,
  placeId,
  PODIUM_PLACES,
  shownOf,
  countShown,
} from '#shared/contracts/boards.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Team } from '#shared/domain/team.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import { CardName } from './card-name.tsx'
import { VotePill } from './vote-pill.tsx'
import styles from './card-grid.module.css'

type CardGridProps = {
  board: Board
  team: Team | null
  cards: readonly Card[]
  /** True if places count, and the first cards stand on the podium. */
  isRanked: boolean
}

/**
 * The cards of a board, 24 at a time, so that the foot of the page stays in reach. How many are shown belongs to the
 * entry in the browser's history: coming back finds them as they were.
 */
export function CardGrid({ board, team, cards, isRanked }: CardGridProps) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const focusAt = useRef<number | null>(null)
  const before = isRanked ? PODIUM_PLACES : 0
  const asked = shownIn(state) ?? shownOf(new URLSearchParams(search))
  const shown = cards
    .slice(0, countShown(cards.length, asked))
    .map((card, index) => ({ card, place: before + index + 1 }))
  const early = isRanked ? 0 : CARDS_EARLY

  // After "load more" the focus moves to the first card that came.
  useLayoutEffect(() => {
    if (focusAt.current === null) return
    list.current?.children[focusAt.current]?.querySelector('a')?.focus({ preventScroll: true })
    focusAt.current = null
  })

  function showMore() {
    focusAt.current = shown.length
    void navigate(pathname + search, {
      replace: true,
      state: { shown: shown.length + CARDS_SHOWN },
    })
  }

  return (
    <>
      <ol className={styles['grid']} start={before + 1} ref={list}>
        {shown.slice(0, early).map((one) => (
          <BoardCard key={one.card.id} {...one} isRanked={false} early />
        ))}
        {shown.slice(early).map((one) => (
          <BoardCard key={one.card.id} {...one} isRanked={isRanked} />
        ))}
      </ol>
      {shown.length < cards.length ? (
        <div className={styles['more']}>
          <MoreButton path={morePath(board, team, shown.length)} onPress={showMore} />
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            {before + shown.length} of {before + cards.length} shown
          </p>
        </div>
      ) : null}
    </>
  )
}

/** A link to the same board with more cards. With scripts it adds them to the list instead. */
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

function shownIn(state: unknown): number | null {
  const shown: unknown = state !== null && typeof state === 'object' && 'shown' in state ? state.shown : null
  return typeof shown === 'number' && shown > CARDS_SHOWN ? shown : null
}

type BoardCardProps = { card: Card; place: number; isRanked: boolean; early?: boolean }

function BoardCard({ card, place, isRanked, early = false }: BoardCardProps) {
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
        <p className={styles['team']}>{card.teamColors}</p>
        <CardMenu card={card} />
      </div>
    </li>
  )
}
