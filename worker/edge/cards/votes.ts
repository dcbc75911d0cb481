import { AppError } from '#shared/client/errors.ts'
import type { VoteAnswer } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { EdgeContext } from '../app-env.ts'
import { createCardData } from './card-data.ts'

/**
 * Casts one vote as this visitor. How often somebody may vote is the backend's rule; its refusal goes on as it is.
 *
 * @param votes the total the visitor wants to see
 * @returns the card as it is now, and until when its voter has to wait with another vote for it
 * @throws AppError `23505` (has voted for it already) or `RATE_LIMITED`, both with the time of the next vote in
 * `details` (`VoteRefusal`); `NOT_FOUND`
 */
export async function castVote(c: EdgeContext, id: string, votes: number): Promise<VoteAnswer> {
  const { backend, clock, config } = c.var.services
  const card = await createCardData(await backend.for(c.var.visitor, c.var.origin)).vote(id, votes)
  if (card === null) throw new AppError('NOT_FOUND', LABELS.cardNotFound)
  // Asked after the ledger has moved, so that nobody comes back too early.
  return { ...card, nextVoteAt: new Date(clock() + config.votes.periodMs).toISOString() }
}
