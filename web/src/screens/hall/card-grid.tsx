import { useLayoutEffect, useRef } from 'react'
import type { Card } from '#shared/domain/card.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { classes } from '#web/ui/classes.ts'
import { useLocation, useNavigate } from '#web/router/router.tsx'
import { buttonLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import { CardActs } from './card-acts.tsx'
import { CardWho } from './card-who.tsx'
import styles from './card-grid.module.css'

const STEP = 24

type CardGridProps = {
  cards: readonly Card[]
  /** How many stand on the podium before them. */
  before: number
  /** Whether places count. */
  isRanked: boolean
}

/**
 * The cards of a board, 24 at a time, so that the foot of the page stays in reach. How many are shown belongs to the
 * entry in the browser's history: coming back finds them as they were.
 */
export function CardGrid({ cards, before, isRanked }: CardGridProps) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const focusAt = useRef<number | null>(null)
  const count = shownIn(state)
  const shown = cards.slice(0, count)
  const left = cards.length - shown.length

  // After "load more" the focus moves to the first card that came.
  useLayoutEffect(() => {
    if (focusAt.current === null) return
    list.current?.children[focusAt.current]?.querySelector('a')?.focus({ preventScroll: true })
    focusAt.current = null
  })

  function showMore() {
    focusAt.current = shown.length
    navigate(pathname + search, {
      replace: true,
      state: { shown: shown.length + STEP },
    })
  }

  return (
    <>
      <ol className={styles['grid']} start={before + 1} ref={list}>
        {shown.map((card, index) => (
          <RankedCard key={card.id} card={card} rank={isRanked ? before + index + 1 : null} />
        ))}
      </ol>
      {left > 0 ? (
        <div className={styles['more']}>
          <button type="button" className={buttonLook()} onClick={showMore}>
            Show more
          </button>
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            {before + shown.length} of {before + cards.length} shown
          </p>
        </div>
      ) : null}
    </>
  )
}

function shownIn(state: unknown): number {
  const shown: unknown = state !== null && typeof state === 'object' && 'shown' in state ? state.shown : null
  return typeof shown === 'number' && shown > STEP ? shown : STEP
}

/** @param rank null where places do not count */
function RankedCard({ card, rank }: { card: Card; rank: number | null }) {
  return (
    <li>
      <CardTile card={card} />
      <div className={rank === null ? classes(styles['meta'], styles['unranked']) : styles['meta']}>
        {rank === null ? null : (
          <span className={styles['rank']}>
            <span className={textStyles['unseen']}>Rank </span>
            {rank}
          </span>
        )}
        <CardWho card={card} className={styles['who']} />
      </div>
      <CardActs card={card} />
    </li>
  )
}
