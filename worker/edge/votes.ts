import { AppError } from '#shared/client/errors.ts'
import { type VoteAnswer, VoteRefusal } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Clock } from '#worker/env.ts'
import type { Refusal, VoteGate } from '#worker/limits/vote-gate.ts'

export type VoteDeps = {
  gate: VoteGate
  cards: { vote(id: string, votes: number): Promise<Card | null> }
  clock: Clock
  /** How far a voter's votes for one card are apart, at least. */
  periodMs: number
}

/**
 * Casts one vote through the gate: who has been refused is refused again without a look into the ledger, and what
 * the ledger refuses is remembered.
 *
 * @returns the card as it is now, and until when its voter has to wait with another vote for it
 * @throws AppError `23505` (has voted for it already) or `RATE_LIMITED` with the time of the next vote; `NOT_FOUND`
 */
export async function castVote(
  { gate, cards, clock, periodMs }: VoteDeps,
  voter: string,
  id: string,
  votes: number,
): Promise<VoteAnswer> {
  const refusal = await gate.refusedUntil(voter, id)
  if (refusal !== null) throw refused(refusal, clock())
  try {
    const card = await cards.vote(id, votes)
    if (card === null) throw new AppError('NOT_FOUND', LABELS.cardNotFound)
    // Asked after the ledger has moved, so that nobody comes back too early.
    return { ...card, nextVoteAt: new Date(clock() + periodMs).toISOString() }
  } catch (thrown) {
    const known = refusalOf(thrown)
    if (known !== null) await gate.remember(voter, id, known.until, known.kind)
    throw thrown
  }
}

const refused = ({ until, kind }: Refusal, now: number) =>
  new AppError(kind === 'cap' ? 'RATE_LIMITED' : '23505', undefined, {
    details: { nextVoteAt: new Date(until).toISOString() } satisfies VoteRefusal,
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  })

function refusalOf(thrown: unknown): Refusal | null {
  if (!(thrown instanceof AppError) || (thrown.code !== '23505' && thrown.code !== 'RATE_LIMITED')) return null
  const details = VoteRefusal.safeParse(thrown.details)
  if (!details.success) return null
  return { until: Date.parse(details.data.nextVoteAt), kind: details.data.scope === 'voter' ? 'cap' : 'duplicate' }
}
