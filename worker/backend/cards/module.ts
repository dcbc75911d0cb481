import type { Clock } from '#worker/env.ts'
import type { WriteHandlers } from '../db/write-handlers.ts'
import type { GetFileVisibility } from '../storage/schema.ts'
import type { SweepPart } from '../sweep.ts'
import { AccountCards } from './account-cards.ts'
import type { CardEvents } from './card-events.ts'
import { type CastVoteDeps, castVote, type VoteLimits } from './cast-vote.ts'
import { createFileVisibility } from './file-access.ts'
import { type AllowsName, saveCard, type SaveCardDeps } from './save-card.ts'
import { CARD_SWEEPS } from './sweeps.ts'
import { CARD_TABLES } from './tables.ts'

export type CardsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly votes: VoteLimits
  readonly denied: CastVoteDeps['denied']
  /** Checks a name before everybody can see it. */
  readonly allowsName: AllowsName
  /** True if a card without a face in its photo waits for a moderator instead of entering the Hall. */
  readonly reviewsFaceless: boolean
  readonly events: Pick<CardEvents, 'voted' | 'published'>
  readonly art: SaveCardDeps['art']
}

/** The product's cards as a module of the embedded backend. No other module knows their tables. */
export function createCardsModule(deps: CardsDeps) {
  const { db, clock, votes: limits, denied, events } = deps
  return {
    tables: CARD_TABLES,
    handlers: {
      save: (write) => saveCard(deps, write),
      vote: (write) => castVote({ db, clock, limits, denied, events }, write),
    } satisfies WriteHandlers,
    /** True when a card with this id exists, no matter who may see it. */
    exists: async (id: string): Promise<boolean> =>
      (await db.prepare('select 1 from fantasy_football_cards where id = ?1').bind(id).first()) !== null,
    getFileVisibility: createFileVisibility(db) satisfies GetFileVisibility,
    holdings: new AccountCards({ db, clock }),
    sweeps: CARD_SWEEPS satisfies Readonly<Record<string, SweepPart>>,
  }
}
