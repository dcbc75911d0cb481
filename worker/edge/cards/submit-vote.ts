import type { VoteResponse } from '#shared/contracts/cards.ts'
import type { EdgeContext } from '../app-env.ts'
import { CardData } from './card-data.ts'
import { throwMissingCard } from './card-record.ts'

/**
 * Casts one vote as this visitor. The backend enforces the vote limits, and its errors are passed on unchanged.
 *
 * @param votes the total that the visitor expects
 * @param key the idempotency key, or null
 * @returns the updated card, and the time of the visitor's next vote for it
 * @throws AppError `23505` (has voted already) or `RATE_LIMITED`, both with the time of the next vote in `details`
 *   (`VoteRefusal`); `23514` for an impossible total; `NOT_FOUND`; `GONE` if the card was removed
 */
export async function submitVote(c: EdgeContext, id: string, votes: number, key: string | null): Promise<VoteResponse> {
  const { backend, clock, config } = c.var.services
  const card = await new CardData(await backend.for(c.var.visitor, c.var.origin)).vote(id, votes, key ?? undefined)
  if (card === null) return throwMissingCard(backend.service(c.var.origin), id)
  // Reads the clock after the vote is stored, so that no client retries too early.
  return { ...card, nextVoteAt: new Date(clock() + config.votes.periodMs).toISOString() }
}
