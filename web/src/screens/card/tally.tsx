import { ArrowBigUp } from 'lucide-react'
import { useEffect } from 'react'
import type { CardPage } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { LiveLine } from '#web/card/live-line.tsx'
import { VoteCount } from '#web/card/vote-count.tsx'
import { votedCardsOf } from '#web/data/voted-cards.ts'
import { useVote } from '#web/data/votes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useTimeLeft } from '#web/lib/use-time-left.ts'

/** The votes, the button that adds one, and how long a vote of yours still lasts. */
export function Tally({ card }: { card: CardPage }) {
  const { memory, now } = usePlatform()
  const { vote, isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)

  // The server knows of votes that this browser has forgotten.
  useEffect(() => {
    votedCardsOf({ memory, now }).learn(card.id, card.nextVoteAt === null ? null : Date.parse(card.nextVoteAt))
  }, [card.id, card.nextVoteAt, memory, now])

  return (
    <div className="tally">
      <div>
        <b>
          <VoteCount votes={card.votes} />
        </b>
        <span> {card.votes === 1 ? 'vote' : 'votes'}</span>
      </div>
      <button type="button" className={isVoting ? 'btn pri wait' : 'btn pri'} aria-disabled={isVoting} onClick={vote}>
        <ArrowBigUp className={left === null ? 'i' : 'i is-mine'} aria-hidden="true" />
        {isVoting ? LABELS.voting : LABELS.upvote}
      </button>
      <LiveLine place={{ kind: 'card', id: card.id }} />
      {left === null ? null : <p className="small mute">Your vote counts. The next one is free in {left}.</p>}
    </div>
  )
}
