import type { VoteAnswer } from '#shared/contracts/cards.ts'
import type { EdgeContext } from '../app-env.ts'
import { createCardData } from './card-data.ts'
import { missingCard } from './card-record.ts'

/**
 * Casts one vote as this visitor. The vote limit is the backend's rule; its refusal is passed on unchanged.
 *
 * @param votes the total the visitor wants to see
 * @param key what all attempts at this vote have in common; null: it is sent once
 * @returns the card as it is now, and until when its voter has to wait with another vote for it
 * @throws AppError `23505` (has voted for it already) or `RATE_LIMITED`, both with the time of the next vote in
 * `details` (`VoteRefusal`); `23514` for a total out of reach, `NOT_FOUND`, `GONE` for a card that was removed
 */
export async function submitVote(c: EdgeContext, id: string, votes: number, key: string | null): Promise<VoteAnswer> {
  const { backend, clock, config } = c.var.services
  const card = await createCardData(await backend.for(c.var.visitor, c.var.origin)).vote(id, votes, key ?? undefined)
  if (card === null) return missingCard(backend.service(c.var.origin), id)
  // Read after the vote is stored, so that no client retries too early.
  return { ...card, nextVoteAt: new Date(clock() + config.votes.periodMs).toISOString() }
}
