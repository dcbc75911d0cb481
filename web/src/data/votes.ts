import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CodedError } from '#shared/client/coded-error.ts'
import { type CardPage, VoteRefusal } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { VOTE } from '#shared/domain/card-words.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { timeUntil } from '#shared/time.ts'
import { cardPath, lazyParser } from '#web/lib/api.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { updateCard } from './card-cache.ts'
import { cardQuery } from './cards.ts'
import { getVotedCards } from './voted-cards.ts'

const voteKey = (id: string) => ['vote', id] as const

/** True if a vote for this card is pending. */
export const isVoting = (cache: QueryClient, id: string) => cache.isMutating({ mutationKey: voteKey(id) }) > 0

/**
 * Votes for a card with an optimistic update that rolls back when the server refuses. Never sends a second vote while
 * one is pending. `nextVoteAt` is null when a vote would count now. Before that, a press sends nothing and only shows
 * the remaining wait.
 */
export function useVote(card: Pick<Card, 'id' | 'votes'> & { nextVoteAt?: string | null }) {
  const platform = usePlatform()
  const { api, now } = platform
  const voted = getVotedCards(platform)
  const served = card.nextVoteAt ? Date.parse(card.nextVoteAt) : null
  const cache = useQueryClient()
  const pageKey = cardQuery(platform, card.id).queryKey
  const isWaiting = useIsMutating({ mutationKey: voteKey(card.id) }) > 0
  const nextVoteAt = useSyncExternalStore(
    voted.subscribe,
    () => voted.nextVoteAt(card.id) ?? served,
    () => served,
  )

  const { mutate } = useMutation({
    mutationKey: voteKey(card.id),
    /** @param votes the displayed total plus one */
    mutationFn: (votes: number) =>
      api.askOnce(card.id, {
        path: `${cardPath(card.id)}/votes`,
        json: { votes },
        output: lazyParser((all) => all.VoteResponse),
      }),
    onMutate(votes) {
      // A response from before the vote would undo it.
      void cache.cancelQueries({ queryKey: pageKey })
      updateCard(cache, card.id, (cached) => ({ ...cached, votes }))
    },
    onSuccess: ({ votes, nextVoteAt: next }, expected) => {
      // Live updates may have added other visitors' votes meanwhile.
      updateCard(cache, card.id, (cached) => ({
        ...cached,
        votes: cached.votes === expected ? votes : Math.max(cached.votes, votes),
      }))
      toast.success(SUCCESS.voteAdded)
      return recordVote(next)
    },
    onError: (error, votes) => {
      updateCard(cache, card.id, (cached) => (cached.votes === votes ? { ...cached, votes: votes - 1 } : cached))
      const refusal = parseRefusal(error)
      const description = refusal ? waitLine(refusal.next - now(), refusal.scope) : getMessage(error)
      toast.error(FAILURE.vote, { description })
      // A network's rate limit is not a vote of this visitor, so it is not shown as one.
      if (!refusal?.hasVoted) return
      return recordVote(new Date(refusal.next).toISOString())
    },
  })

  /** Shows the vote everywhere, and refetches the card's page because its rank may have changed. */
  function recordVote(next: string) {
    voted.learn(card.id, Date.parse(next))
    cache.setQueryData<CardPage>(pageKey, (page) => page && { ...page, nextVoteAt: next })
    return cache.invalidateQueries({ queryKey: pageKey })
  }

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

/** Returns when the next vote counts, in milliseconds since 1970; undefined for other failures. */
function parseRefusal(error: unknown) {
  const { status, details } = error as CodedError
  const { data } = VoteRefusal.safeParse(details)
  return data && { next: Date.parse(data.nextVoteAt), scope: data.scope, hasVoted: status === 409 }
}

function waitLine(waitMs: number, scope?: VoteRefusal['scope']): string {
  const wait = timeUntil(waitMs)
  return scope === 'voter' ? VOTE.again(wait) : VOTE.againForCard(wait)
}
