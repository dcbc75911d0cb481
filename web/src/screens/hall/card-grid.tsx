import { useLayoutEffect, useRef } from 'react'
import type { Card } from '#shared/domain/card.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { useLocation, useNavigate } from '#web/router/router.tsx'
import { CardWho } from './card-who.tsx'
import { VotePill } from './vote-pill.tsx'

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
      <ol className="grid" start={before + 1} ref={list}>
        {shown.map((card, index) => (
          <RankedCard key={card.id} card={card} rank={isRanked ? before + index + 1 : null} />
        ))}
      </ol>
      {left > 0 ? (
        <div className="show-more">
          <button type="button" className="btn" onClick={showMore}>
            Show more
          </button>
          <p className="small mute">
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
      <div className={rank === null ? 'meta no-rank' : 'meta'}>
        {rank === null ? null : (
          <span className="rk">
            <span className="sr">Rank </span>
            {rank}
          </span>
        )}
        <CardWho card={card} />
      </div>
      <div className="vr">
        <VotePill card={card} />
        <CardMenu card={card} />
      </div>
    </li>
  )
}
