import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CodedError } from '#shared/client/coded-error.ts'
import { VoteRefusal } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { FAILURE, SUCCESS, VOTE } from '#shared/domain/messages.ts'
import { timeUntil } from '#shared/time.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { cardQuery, updateCard } from './cards.ts'
import { votedCardsOf } from './voted-cards.ts'

const voteKey = (id: string) => ['vote', id] as const

/** True if a vote for this card is on its way. */
export const isVoting = (cache: QueryClient, id: string) => cache.isMutating({ mutationKey: voteKey(id) }) > 0

/**
 * One vote for one card: counted at once on the screen, taken back when the server refuses, and never sent twice
 * while a first one is on its way. `nextVoteAt` is null when a vote would count now; until then a press asks nothing of
 * the server and says how long the vote still lasts.
 */
export function useVote(card: Pick<Card, 'id' | 'votes'> & { nextVoteAt?: string | null }) {
  const platform = usePlatform()
  const { api, now } = platform
  const voted = votedCardsOf(platform)
  const served = card.nextVoteAt ? Date.parse(card.nextVoteAt) : null
  const cache = useQueryClient()
  const isWaiting = useIsMutating({ mutationKey: voteKey(card.id) }) > 0
  const nextVoteAt = useSyncExternalStore(
    voted.subscribe,
    () => voted.nextVoteAt(card.id) ?? served,
    () => served,
  )

  const { mutate } = useMutation({
    mutationKey: voteKey(card.id),
    mutationFn: (votes: number) => api.cards.vote(card.id, votes),
    onMutate: (votes) => updateCard(cache, card.id, (kept) => ({ ...kept, votes })),
    onSuccess: ({ votes, nextVoteAt: next }, wanted) => {
      // Others vote too, and may have been heard of meanwhile.
      updateCard(cache, card.id, (kept) => ({
        ...kept,
        votes: kept.votes === wanted ? votes : Math.max(kept.votes, votes),
      }))
      voted.learn(card.id, Date.parse(next))
      toast.success(SUCCESS.voteAdded)
      // Its page knows the rank it has now.
      return cache.invalidateQueries({ queryKey: cardQuery(platform, card.id).queryKey })
    },
    onError: (error, votes) => {
      updateCard(cache, card.id, (kept) => (kept.votes === votes ? { ...kept, votes: votes - 1 } : kept))
      const refusal = refusalOf(error)
      toast.error(FAILURE.vote, refusal && { description: waitLine(refusal.next - now(), refusal.scope) })
      // Only a vote that counts is shown as one: a limit on the card's network is not this visitor's vote.
      if (!refusal?.hasVoted) return
      voted.learn(card.id, refusal.next)
      // The vote that counts came from another tab or another day: its page does not know it yet.
      return cache.invalidateQueries({ queryKey: cardQuery(platform, card.id).queryKey })
    },
  })

  function vote() {
    const next = voted.nextVoteAt(card.id)
    if (next !== null) {
      toast.blank(VOTE.counts, { description: waitLine(next - now()) })
      return
    }
    if (!isVoting(cache, card.id)) mutate(card.votes + 1)
  }
  return { vote, isVoting: isWaiting, nextVoteAt }
}

/** When the next vote counts, in milliseconds since 1970; undefined for a failure that does not name it. */
function refusalOf(error: unknown) {
  const { status, details } = error as CodedError
  const { data } = VoteRefusal.safeParse(details)
  return data && { next: Date.parse(data.nextVoteAt), scope: data.scope, hasVoted: status === 409 }
}

function waitLine(waitMs: number, scope?: VoteRefusal['scope']): string {
  const wait = timeUntil(waitMs)
  return scope === 'voter' ? VOTE.again(wait) : VOTE.againForCard(wait)
}
