import { ArrowBigUp } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useVote } from '#web/data/votes.ts'
import { useTimeLeft } from '#web/lib/use-time-left.ts'

/** A card's votes, the button that adds one, and how long a vote of yours still lasts. */
export function VotePill({ card }: { card: Card }) {
  const { vote, isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  const votes = card.votes === 1 ? '1 vote' : `${card.votes} votes`
  const spoken = `Upvote ${displayName(card.playerName)}, ${votes}${left === null ? '' : `, next vote in ${left}`}`
  return (
    <button
      type="button"
      className={isVoting ? 'vote wait' : 'vote'}
      aria-pressed={left !== null}
      aria-disabled={isVoting}
      aria-label={isVoting ? LABELS.voting : spoken}
      onClick={vote}
    >
      <ArrowBigUp className="i" aria-hidden="true" />
      <span>{card.votes}</span>
      {left === null ? null : <small>{left}</small>}
    </button>
  )
}
