import { ArrowBigUp } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useVote } from '#web/data/votes.ts'

/** A card's votes, and the button that adds one. */
export function VotePill({ card }: { card: Card }) {
  const { vote, isVoting, isMine } = useVote(card)
  const votes = card.votes === 1 ? '1 vote' : `${card.votes} votes`
  return (
    <button
      type="button"
      className={isVoting ? 'vote wait' : 'vote'}
      aria-pressed={isMine}
      aria-disabled={isVoting}
      aria-label={isVoting ? LABELS.voting : `Upvote ${displayName(card.playerName)}, ${votes}`}
      onClick={vote}
    >
      <ArrowBigUp className="i" aria-hidden="true" />
      {card.votes}
    </button>
  )
}
