import { ArrowBigUp } from 'lucide-react'
import { type MouseEvent, type RefCallback, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { VoteCount } from '#web/card/vote-count.tsx'
import { remixPath } from '#web/data/remix.ts'
import { useVote } from '#web/data/votes.ts'
import { useTimeLeft } from '#web/hooks/use-time-left.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { iconLook } from '#web/ui/icon.ts'
import styles from './next-step.module.css'

/**
 * Returns the page's primary action: voting, then *Make yours*. Makers only vote. Cards outside the Hall only offer
 * *Make yours*.
 */
export function useNextStep(card: CardPage): 'vote' | 'make' | null {
  const { isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  if (card.hidden) return null
  if (card.visibility === 'public' && (left === null || isVoting)) return 'vote'
  return card.mine ? null : 'make'
}

/** A second tap within this time was meant for the vote button, which the link has replaced. */
const DOUBLE_TAP_MS = 600

/** The next step as a bar, which sticks to the bottom on phones. */
export function NextStepBar({ card, step }: { card: CardPage; step: 'vote' | 'make' }) {
  const { vote, isVoting } = useVote(card)
  const { now } = usePlatform()
  const hadFocus = useRef(false)
  const replacedAt = useRef(-Infinity)

  // Moves the focus from the removed button to the link that replaces it.
  const takeFocus: RefCallback<HTMLAnchorElement> = (link) => {
    if (link && hadFocus.current) {
      link.focus({ preventScroll: true })
      replacedAt.current = now()
    }
    hadFocus.current = false
  }

  // Keyboard clicks have no `detail`, so they are never ignored.
  function ignoreSecondTap(event: MouseEvent) {
    if (event.detail > 0 && now() - replacedAt.current < DOUBLE_TAP_MS) event.preventDefault()
  }

  return (
    <form className={styles['bar']} data-edge="bar" method="post" action={`/card/${card.id}/vote`}>
      <HashRule className={styles['rule']} />
      <div className={styles['inside']}>
        {step === 'vote' ? (
          <button
            type="submit"
            name="votes"
            value={card.votes + 1}
            className={isVoting ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')}
            aria-disabled={isVoting}
            onClick={(event) => {
              event.preventDefault()
              hadFocus.current = true
              vote()
            }}
            onBlur={() => (hadFocus.current = false)}
          >
            <ArrowBigUp className={iconLook} aria-hidden="true" />
            {isVoting ? (
              LABELS.voting
            ) : (
              <span>
                <span>{LABELS.upvote}</span>
                <span aria-hidden="true">
                  {' · '}
                  <VoteCount votes={card.votes} />
                </span>
              </span>
            )}
          </button>
        ) : (
          <Link
            className={buttonLook('primary', 'full')}
            to={remixPath(card.id)}
            ref={takeFocus}
            onClick={ignoreSecondTap}
          >
            {LABELS.makeYours}
          </Link>
        )}
      </div>
    </form>
  )
}
