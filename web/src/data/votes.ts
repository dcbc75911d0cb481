import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { AppError } from '#shared/client/errors.ts'
import { VoteRefusal } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { timeUntil } from '#web/lib/time-until.ts'
import { toast } from '#web/ui/toast.ts'
import { updateCard } from './cards.ts'
import { votedCardsOf } from './voted-cards.ts'

const voteKey = (id: string) => ['vote', id] as const
/** How long a vote lasts unless the server says otherwise. */
const VOTE_LASTS_MS = 24 * 3_600_000

/**
 * One vote for one card: counted at once on the screen, taken back when the server refuses, and never sent twice
 * while a first one is on its way.
 */
export function useVote(card: Card) {
  const { api, memory, now } = usePlatform()
  const voted = votedCardsOf({ memory, now })
  const cache = useQueryClient()
  const isVoting = useIsMutating({ mutationKey: voteKey(card.id) }) > 0
  const isMine = useSyncExternalStore(voted.subscribe, () => voted.has(card.id))

  const { mutate } = useMutation({
    mutationKey: voteKey(card.id),
    mutationFn: (votes: number) => api.cards.vote(card.id, votes),
    onMutate: (votes) => updateCard(cache, card.id, (kept) => ({ ...kept, votes })),
    onSuccess: ({ votes }) => {
      updateCard(cache, card.id, (kept) => ({ ...kept, votes }))
      voted.add(card.id, now() + VOTE_LASTS_MS)
      toast.success(SUCCESS.voteAdded)
    },
    onError: (error, votes) => {
      updateCard(cache, card.id, (kept) => ({ ...kept, votes: votes - 1 }))
      const nextVoteAt = nextVoteOf(error)
      if (nextVoteAt !== null) voted.add(card.id, Date.parse(nextVoteAt))
      toast.error(FAILURE.vote, nextVoteAt === null ? {} : { description: waitLine(nextVoteAt, now()) })
    },
  })

  function vote() {
    if (cache.isMutating({ mutationKey: voteKey(card.id) }) === 0) mutate(card.votes + 1)
  }
  return { vote, isVoting, isMine }
}

function nextVoteOf(error: unknown): string | null {
  if (!(error instanceof AppError) || (error.status !== 409 && error.status !== 429)) return null
  const refusal = VoteRefusal.safeParse(error.details)
  return refusal.success ? refusal.data.nextVoteAt : null
}

const waitLine = (nextVoteAt: string, now: number) =>
  `You can vote for this card again in ${timeUntil(Date.parse(nextVoteAt) - now)}.`
