import { ArrowBigUp, Check } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { LiveLine } from '#web/card/live-line.tsx'
import { VoteCount } from '#web/card/vote-count.tsx'
import { usePosted } from '#web/data/posted.ts'
import { remixPath } from '#web/data/remix.ts'
import { votedCardsOf } from '#web/data/voted-cards.ts'
import { useVote } from '#web/data/votes.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useTimeLeft } from '#web/hooks/use-time-left.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import fieldStyles from '#web/ui/field.module.css'
import styles from './tally.module.css'

/** The votes, the button that adds one, how long a vote of yours still lasts, and then the way to a card of one's own. */
export function Tally({ card }: { card: CardPage }) {
  const { memory, now } = usePlatform()
  const { vote, isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  const { said } = usePosted()

  // The server knows of votes that this browser has forgotten.
  useEffect(() => {
    votedCardsOf({ memory, now }).learn(card.id, card.nextVoteAt === null ? null : Date.parse(card.nextVoteAt))
  }, [card.id, card.nextVoteAt, memory, now])

  return (
    <form className={styles['tally']} method="post" action={`/card/${card.id}/vote`}>
      <div>
        <b>
          <VoteCount votes={card.votes} />
        </b>
        <span> {card.votes === 1 ? 'vote' : 'votes'}</span>
      </div>
      <button
        {...(left === null ? { type: 'submit', name: 'votes', value: card.votes + 1 } : { type: 'button' })}
        className={lookOf(isVoting, left !== null)}
        aria-disabled={isVoting || left !== null}
        onClick={(event) => {
          event.preventDefault()
          vote()
        }}
      >
        {left === null || isVoting ? (
          <ArrowBigUp className={iconLook} aria-hidden="true" />
        ) : (
          <Check className={iconLook} aria-hidden="true" />
        )}
        {isVoting ? LABELS.voting : left === null ? LABELS.upvote : LABELS.voted(left)}
      </button>
      {said === undefined ? null : (
        <p className={classes(fieldStyles['error'], styles['make'])} role="alert">
          {said}
        </p>
      )}
      {left === null || isVoting || card.mine ? null : (
        <Link className={classes(buttonLook('primary'), styles['make'])} to={remixPath(card.id)}>
          {LABELS.nowMakeYours}
        </Link>
      )}
      <LiveLine place={{ kind: 'card', id: card.id }} className={styles['live']} />
    </form>
  )
}

function lookOf(isVoting: boolean, isVoted: boolean): string {
  if (isVoting) return buttonLook('primary', 'busy')
  return isVoted ? classes(buttonLook(), styles['voted']) : buttonLook('primary')
}
