import { ArrowBigUp } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { VoteCount } from '#web/card/vote-count.tsx'
import { useVote } from '#web/data/votes.ts'
import { classes } from '#web/ui/classes.ts'
import { OnlyFirst, SlotText, useSlot, useUsable } from '#web/lib/slots.tsx'
import { useTimeLeft } from '#web/lib/use-time-left.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './vote-pill.module.css'

/** In the first paint it is a button of the form that `PlainVotes` is, and sends the vote to the card's page. */
function usePlainVote({ id, votes: before }: Card) {
  const usable = useUsable()
  const votes = useSlot('nextVotes', String(before + 1))
  if (!('data-usable' in usable)) return {}
  const formAction = `/card/${id}/vote`
  return { ...usable, type: 'submit', form: PLAIN_VOTES, formAction, name: 'votes', value: votes } as const
}

const PLAIN_VOTES = 'plain-votes'

/** What the vote buttons of a first paint belong to. */
export const PlainVotes = () => (
  <OnlyFirst>
    <form id={PLAIN_VOTES} method="post" hidden />
  </OnlyFirst>
)

/** A card's votes, the button that adds one, and how long a vote of yours still lasts. */
export function VotePill({ card }: { card: Card }) {
  const { vote, isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  return (
    <button
      type="button"
      {...usePlainVote(card)}
      className={isVoting ? classes(styles['vote'], styles['wait']) : styles['vote']}
      aria-pressed={left !== null}
      aria-disabled={isVoting}
      onClick={vote}
    >
      <ArrowBigUp className={iconLook} aria-hidden="true" />
      <span className={textStyles['unseen']}>
        {isVoting ? LABELS.voting : `Upvote ${displayName(card.playerName)}, `}
      </span>
      <span aria-hidden={isVoting}>
        <VoteCount votes={card.votes} />
      </span>
      {isVoting ? null : (
        <span className={textStyles['unseen']}>
          {' '}
          <SlotText slot="voteWord">{card.votes === 1 ? 'vote' : 'votes'}</SlotText>
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
