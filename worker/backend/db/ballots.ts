import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import type { Row } from './request.ts'
import type { View } from './view.ts'
import { type Ballot, castVote, refused, type VoteLimits } from './votes.ts'

/** What remembers refused votes, so that a second refusal needs no look into the ledger. */
export type VoteGate = {
  refusedUntil(voter: string, card: string): Promise<Refusal | null>
  remember(voter: string, card: string, until: number, kind: Refusal['kind']): Promise<void>
}

type Refusal = { readonly until: number; readonly kind: 'duplicate' | 'cap' }

/** Whoever wants to know what happens to cards. Never throws, and is not waited for. */
export type CardNews = {
  voted(vote: { card: string; votes: number; isPublic: boolean }): void
  published(id: string): void
}

export type BallotBoxDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly votes: VoteLimits
  /** Asked for callers that do not come through our own edge, which has a gate of its own. */
  readonly gate?: VoteGate
  /** Told of what has happened to cards. */
  readonly news?: CardNews
}

export type Vote = Omit<Ballot, 'now'> & {
  /** How the caller sees the card. Asked for only once the gate is passed: making it may need the database. */
  readonly view: () => Promise<View>
}

/** The gate in front of the ledger, and the ledger. */
export function createBallotBox({ db, clock, votes, gate, news }: BallotBoxDeps) {
  return {
    /** @returns the row as it is now; null when there is no such card. @throws AppError as `castVote` does */
    async cast({ view, ...vote }: Vote): Promise<Row | null> {
      const ballot = { ...vote, now: clock() }
      const { card, caller } = vote
      const voter = caller.visitor.id
      const remembering = caller.viaEdge ? undefined : gate
      const known = await remembering?.refusedUntil(voter, card)
      if (known) throw refused(known.kind === 'cap' ? 'RATE_LIMITED' : '23505', known.until, ballot.now, 'card')
      try {
        const cast = await castVote(db, await view(), votes, ballot)
        if (cast === null) return null
        news?.voted({ card, votes: Number(cast.row['votes']), isPublic: cast.isPublic })
        return cast.row
      } catch (thrown) {
        const refusal = refusalOf(thrown)
        if (refusal !== null) await remembering?.remember(voter, card, refusal.until, refusal.kind)
        throw thrown
      }
    },
  }
}

/** What of a refused vote is worth remembering. */
function refusalOf(thrown: unknown): Refusal | null {
  if (!(thrown instanceof AppError) || (thrown.code !== '23505' && thrown.code !== 'RATE_LIMITED')) return null
  const { nextVoteAt, scope } = thrown.details as { nextVoteAt: string; scope: 'card' | 'voter' }
  return { until: Date.parse(nextVoteAt), kind: scope === 'card' ? 'duplicate' : 'cap' }
}
