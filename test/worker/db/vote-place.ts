import { expect, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '#worker/backend/caller.ts'
import { castVote, type VoteLimits } from '#worker/backend/cards/cast-vote.ts'
import type { CardEvents } from '#worker/backend/cards/card-events.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { SchemaCache } from '#worker/backend/db/schema.ts'
import { createRuledView } from '#worker/backend/db/view.ts'
import { rulesFor } from '#worker/backend/db/rule.ts'
import { where } from '#shared/query/ast.ts'
import { DenyCache } from '#worker/limits/deny-cache.ts'
import { withScope } from '#worker/http/request-scope.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv } from '../../support/faults/hostile-kv.ts'

export const START = Date.UTC(2026, 10, 21, 12)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Limits too high to reach, except those a test sets. */
const WIDE: VoteLimits = {
  periodMs: DAY,
  perVoterPerDay: 1000,
  perAddressPerDay: 1000,
  perAddressPerCard: 1000,
  perNetworkPerCard: 1000,
  perNetworkPerHour: 1000,
  perNetworkPerCardOfNew: 1000,
  perDay: 1000,
}

type Voter = {
  readonly id?: string
  readonly network?: string
  /** The larger network. Undefined for votes cast before it was stored. */
  readonly site?: string
  /** True when its cookie is older than a day. */
  readonly isKnown?: boolean
  readonly isNew?: boolean
  readonly more?: Partial<Caller>
  readonly total?: number
  /** Its idempotency key. */
  readonly key?: string | null
}
type VoteOutcome = 'counted' | 'no card' | { code: string; scope: string; waitMs: number }

/** Casts votes on a database and a clock, with an empty cache. */
export function createVoting(limits: Partial<VoteLimits>, isCacheEmpty = true, db = testEnv().DB) {
  const time = { now: START }
  const clock = () => time.now
  const events = { voted: vi.fn<CardEvents['voted']>() }
  const kv = createHostileKv(clock, isCacheEmpty ? { staleMs: Number.POSITIVE_INFINITY } : {})
  const denied = new DenyCache({ store: kv.store, clock, later: (work) => void work })
  const votes = { db, clock, limits: { ...WIDE, ...limits }, denied, events }
  const schema = new SchemaCache(db, clock, CARD_TABLES)
  const noted: (string | null)[] = []
  let voters = 0

  async function vote(
    card: string,
    { id, network = 'net', site, isKnown = true, isNew = false, more = {}, total = 1, key = null }: Voter = {},
  ): Promise<VoteOutcome> {
    const name = id ?? (++voters).toString(16).padStart(32, '0')
    const caller = {
      role: 'public',
      visitor: {
        kind: name.startsWith('address-') ? 'address' : 'visitor',
        id: name,
        address: network,
        isNew,
        isKnown,
        ...(site !== undefined && { site }),
      },
      userId: null,
      sessionId: null,
      viaEdge: true,
      crossSite: false,
      hasKey: true,
      ...more,
    } as Caller
    const rules = rulesFor(CARD_TABLES, 'fantasy_football_cards', caller)!
    const query = { filters: [where('id', 'eq', card)] }
    const table = (await schema.find('fantasy_football_cards'))!
    try {
      const view = async () => createRuledView(table, rules.select, caller, query)
      const row = await withScope('a-request', (scope) => {
        const casting = castVote(votes, {
          rule: rules.update!,
          values: { votes: total },
          id: card,
          caller,
          idempotencyKey: key,
          view,
        })
        return casting.finally(() => noted.push(scope.limit))
      })
      return row === null ? 'no card' : 'counted'
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const { nextVoteAt, scope } = (thrown.details ?? {}) as { nextVoteAt: string; scope: string }
      if (nextVoteAt === undefined) return { code: thrown.code, scope: thrown.message, waitMs: 0 }
      const waitMs = Date.parse(nextVoteAt) - time.now
      expect(thrown.retryAfterSeconds).toBe(Math.ceil(waitMs / 1000))
      return { code: thrown.code, scope, waitMs }
    }
  }
  return { time, vote, events, kv, noted }
}

export const CARDS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']

export const limited = (scope: string, waitMs: number): VoteOutcome => ({ code: 'RATE_LIMITED', scope, waitMs })

/** Creates an empty database with the cards to vote for. */
export async function seedCards() {
  await freshDatabase()
  for (const id of CARDS) await seedCard({ id })
}
