import type { Clock } from '#worker/env.ts'
import type { AccountHoldings } from '../auth/user.ts'
import type { Acts } from '../db/acts.ts'
import type { StandingOf } from '../storage/schema.ts'
import type { SweepPart } from '../sweep.ts'
import { createAccountCards } from './account-cards.ts'
import type { CardEvents } from './card-events.ts'
import { type CastVoteDeps, createCastVote, type VoteLimits } from './cast-vote.ts'
import { createStandingOf } from './file-access.ts'
import { type AllowsName, createSaveCard, type SaveCardDeps } from './save-card.ts'
import { CARD_SWEEPS } from './sweeps.ts'
import { CARD_TABLES } from './tables.ts'

export type CardsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly votes: VoteLimits
  readonly denied: CastVoteDeps['denied']
  /** Asked before a name is shown to everybody. */
  readonly allowsName: AllowsName
  /** True if a card in whose photo no face was found waits for a moderator instead of entering the Hall. */
  readonly reviewsFaceless: boolean
  readonly events: CardEvents
  readonly art: SaveCardDeps['art']
}

/** The product's cards as a module of the embedded backend: nothing else of it knows their tables. */
export function createCardsModule(deps: CardsDeps) {
  const { db, clock, votes: limits, denied, events } = deps
  return {
    tables: CARD_TABLES,
    acts: {
      save: createSaveCard(deps),
      vote: createCastVote({ db, clock, limits, denied, events }),
    } satisfies Acts,
    /** True when a card of this id exists, whoever may see it. */
    exists: async (id: string): Promise<boolean> =>
      (await db.prepare('select 1 from fantasy_football_cards where id = ?1').bind(id).first()) !== null,
    standingOf: createStandingOf(db) satisfies StandingOf,
    holdings: createAccountCards({ db, clock }) satisfies AccountHoldings,
    sweeps: CARD_SWEEPS satisfies Readonly<Record<string, SweepPart>>,
  }
}
