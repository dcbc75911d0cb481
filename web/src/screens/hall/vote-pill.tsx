import { ArrowBigUp } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { VoteCount } from '#web/card/vote-count.tsx'
import { useVote } from '#web/data/votes.ts'
import { useTimeLeft } from '#web/lib/use-time-left.ts'

/** A card's votes, the button that adds one, and how long a vote of yours still lasts. */
export function VotePill({ card }: { card: Card }) {
  const { vote, isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  return (
    <button
      type="button"
      className={isVoting ? 'vote wait' : 'vote'}
      aria-pressed={left !== null}
      aria-disabled={isVoting}
      onClick={vote}
    >
      <ArrowBigUp className="i" aria-hidden="true" />
      <span className="sr">{isVoting ? LABELS.voting : `Upvote ${displayName(card.playerName)}, `}</span>
      <span className="n" aria-hidden={isVoting}>
        <VoteCount votes={card.votes} />
      </span>
      {isVoting ? null : (
        <span className="sr">
          {card.votes === 1 ? ' vote' : ' votes'}
          {left === null ? '' : '. '}
        </span>
      )}
      {left === null || isVoting ? null : (
        <small>
          <span className="sr">Next vote in </span>
          {left}
        </small>
      )}
    </button>
  )
}
