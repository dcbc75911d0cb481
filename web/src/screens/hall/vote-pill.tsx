import { Check } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { VoteCount } from '#web/card/vote-count.tsx'
import { useVote } from '#web/data/votes.ts'
import { classes } from '#web/ui/classes.ts'
import { useTimeLeft } from '#web/hooks/use-time-left.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './vote-pill.module.css'

const PLAIN_VOTES = 'plain-votes'

/** The form of the vote buttons, which post to the card's page without JavaScript. */
export const PlainVotes = () => <form id={PLAIN_VOTES} method="post" hidden />

/** A vote button with the card's votes, and the time until the visitor's next vote. */
export function VotePill({ card, isLarge = false }: { card: Card; isLarge?: boolean }) {
  const { vote, isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  return (
    <button
      type="submit"
      form={PLAIN_VOTES}
      formAction={`/card/${card.id}/vote`}
      name="votes"
      value={card.votes + 1}
      className={classes(styles['vote'], isLarge && styles['large'], isVoting && styles['wait'])}
      aria-pressed={left !== null}
      aria-disabled={isVoting}
      onClick={(event) => {
        event.preventDefault()
        vote()
      }}
    >
      {left === null || isVoting ? (
        <span className={styles['word']} aria-hidden="true">
          Vote<span> ·</span>
        </span>
      ) : (
        <Check className={iconLook} aria-hidden="true" />
      )}
      <span className={textStyles['unseen']}>
        {isVoting ? LABELS.voting : `Upvote ${displayName(card.playerName)}, `}
      </span>
      <span className={styles['count']} aria-hidden={isVoting}>
        <VoteCount votes={card.votes} />
      </span>
      {isVoting ? null : (
        <span className={textStyles['unseen']}>
          {' '}
          {card.votes === 1 ? 'vote' : 'votes'}
          {left === null ? '' : '. '}
        </span>
      )}
      {left === null || isVoting ? null : (
        <small>
          <span className={textStyles['unseen']}>Next vote in </span>
          {left}
        </small>
      )}
    </button>
  )
}
