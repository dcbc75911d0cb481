import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '#worker/backend/caller.ts'
import { castVote, type VoteLimits } from '#worker/backend/cards/cast-vote.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { SchemaCache } from '#worker/backend/db/schema.ts'
import { createRuledView } from '#worker/backend/db/view.ts'
import { rulesFor } from '#worker/backend/db/rule.ts'
import { where } from '#shared/query/ast.ts'
import { DenyCache } from '#worker/limits/deny-cache.ts'
import { withScope } from '#worker/http/request-scope.ts'
import { getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { createHostileKv } from '../../support/faults/hostile-kv.ts'
import budgets from '../../bench/counts.json'
import { takeReachedCeilings } from '../../support/quiet.ts'

const START = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
function createVoting(limits: Partial<VoteLimits>, isCacheEmpty = true, db = testEnv().DB) {
  const time = { now: START }
  const clock = () => time.now
  const events = { voted: vi.fn() }
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

const CARDS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']
beforeEach(async () => {
  await freshDatabase()
  for (const id of CARDS) await seedCard({ id })
})

const limited = (scope: string, waitMs: number): VoteOutcome => ({ code: 'RATE_LIMITED', scope, waitMs })

describe('a retried vote', () => {
  test.each([
    ['the ledger', true],
    ['the cache', false],
  ])('counts a retried vote once and repeats its response for an hour, from %s', async (_, isCacheEmpty) => {
    const { vote, time, events, noted } = createVoting({}, isCacheEmpty)
    const ann = { id: 'ann', key: 'one' }
    expect(await vote('c0', ann)).toBe('counted')
    time.now += HOUR - 1
    expect(await vote('c0', ann)).toBe('counted')
    expect(noted).toEqual([null, null])
    expect(await vote('c0', { ...ann, key: 'two' })).toMatchObject({ code: '23505', waitMs: DAY - HOUR + 1 })
    expect(await vote('c0', { ...ann, key: null })).toMatchObject({ code: '23505' })
    time.now += 1
    expect(await vote('c0', ann)).toMatchObject({ code: '23505', waitMs: DAY - HOUR })
    expect([(await getCardRow('c0'))!['votes'], events.voted.mock.calls.length]).toEqual([1, 1])
    time.now += DAY - HOUR
    expect(await vote('c0', ann)).toBe('counted')
    expect((await getCardRow('c0'))!['votes']).toBe(2)
    // The vote that now counts has the same key again, and no other.
    expect([await vote('c0', ann), await vote('c0', { ...ann, key: 'two' })]).toMatchObject([
      'counted',
      { code: '23505', waitMs: DAY },
    ])
  })

  test('repeats a vote’s response after the cache lost it and a second vote was refused', async () => {
    const { vote, kv } = createVoting({}, false)
    await vote('c0', { id: 'ann', key: 'one' })
    await kv.store.put('vt:ann:c0', '0', { expirationTtl: 60 })
    expect(await vote('c0', { id: 'ann', key: 'two' })).toMatchObject({ code: '23505' })
    await testEnv().DB.exec('update votes set request = null')
    expect(await vote('c0', { id: 'ann', key: 'one' })).toBe('counted')
  })

  test('counts an idempotency key separately for each voter and card, and votes without a key once', async () => {
    const { vote } = createVoting({})
    for (const [card, id] of [
      ['c0', 'ann'],
      ['c0', 'bob'],
      ['c1', 'ann'],
    ] as const)
      expect(await vote(card, { id, key: 'one' })).toBe('counted')
    expect([(await getCardRow('c0'))!['votes'], (await getCardRow('c1'))!['votes']]).toEqual([2, 1])
    expect(await vote('c2', { id: 'ann' })).toBe('counted')
    expect(await vote('c2', { id: 'ann' })).toMatchObject({ code: '23505' })
    expect(await vote('c2', { id: 'ann', key: 'one' })).toMatchObject({ code: '23505' })
  })

  test('counts one of many concurrent retries of a vote, and returns the same response to each', async () => {
    const { vote, events } = createVoting({})
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => vote('c0', { id: 'ann', key: 'one' })))
    expect(new Set(outcomes)).toEqual(new Set(['counted']))
    expect([(await getCardRow('c0'))!['votes'], events.voted.mock.calls.length]).toEqual([1, 1])
  })

  test('returns no card for a retried vote once the card is gone', async () => {
    const { vote } = createVoting({}, false)
    await vote('c0', { id: 'ann', key: 'one' })
    await testEnv().DB.exec(`delete from fantasy_football_cards where id = 'c0'`)
    expect(await vote('c0', { id: 'ann', key: 'one' })).toBe('no card')
  })

  test('stores an idempotency key as a hash of fixed length', async () => {
    const { vote } = createVoting({})
    await vote('c0', { id: 'ann', key: 'k'.repeat(128) })
    const stored = await testEnv().DB.prepare('select request from votes').first<string>('request')
    expect(stored).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('vote limits', () => {
  test('limits a larger network to four times the votes of one of its networks, per card and per hour', async () => {
    const { vote, time, noted } = createVoting({ perNetworkPerCard: 2, perNetworkPerHour: 3 })
    const from = (n: number, card = 'c0') => vote(card, { network: `n${n}`, site: 'site' })
    for (let n = 0; n < 8; n++) expect(await from(n)).toBe('counted')
    expect(await from(8)).toEqual(limited('card', 20 * MINUTE))
    expect(noted.at(-1)).toBe('vote:card')
    for (let n = 8; n < 12; n++) expect(await from(n, 'c1')).toBe('counted')
    expect(await from(12, 'c2')).toEqual(limited('voter', HOUR))
    expect(await vote('c0', { network: 'n13', site: 'elsewhere' })).toBe('counted')
    time.now += HOUR
    expect(await from(12, 'c2')).toBe('counted')
  })

  test('limits a larger network to four times the votes of one of its networks while cookies are new', async () => {
    const { vote, time } = createVoting({ perNetworkPerCardOfNew: 1 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site', isNew: true, isKnown: false })
    for (let n = 0; n < 4; n++) expect(await from(n)).toBe('counted')
    expect(await from(4)).toEqual(limited('card', 2 * MINUTE))
    time.now += 2 * MINUTE
    expect(await from(4)).toBe('counted')
  })

  test('limits a larger network to 2 % of the site’s daily votes', async () => {
    const { vote } = createVoting({ perDay: 150 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site' })
    for (let n = 0; n < 3; n++) expect(await from(n)).toBe('counted')
    expect(await from(3)).toEqual(limited('voter', DAY))
    expect(takeReachedCeilings()).toEqual([])
    expect(await vote('c0', { network: 'n4', site: 'elsewhere' })).toBe('counted')
  })

  test('allows a larger network one vote per day even if 2 % are less', async () => {
    const { vote } = createVoting({ perDay: 10 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site' })
    expect(await from(0)).toBe('counted')
    expect(await from(1)).toEqual(limited('voter', DAY))
  })

  test('counts only votes for the same card in a larger network’s wait for it', async () => {
    for (const [limits, isNew, windowMs] of [
      [{ perNetworkPerCard: 1 }, false, 20 * MINUTE],
      [{ perNetworkPerCardOfNew: 1 }, true, 2 * MINUTE],
    ] as const) {
      await freshDatabase()
      for (const id of ['c0', 'c1']) await seedCard({ id })
      const { vote, time } = createVoting(limits)
      const from = (n: number, card = 'c0', site = 'site') => vote(card, { network: `n${n}`, site, isNew })
      expect(await from(0)).toBe('counted')
      time.now += MINUTE
      for (let n = 1; n < 4; n++) expect(await from(n)).toBe('counted')
      for (let n = 4; n < 7; n++)
        expect([await from(n, 'c1'), await from(n, 'c0', 'other')]).toEqual(['counted', 'counted'])
      expect(await from(7)).toEqual(limited('card', windowMs - MINUTE))
    }
  })

  test('reserves half of the site’s daily votes for voters known for more than a day', async () => {
    const { vote, time } = createVoting({ perDay: 4 })
    const stranger = () => vote('c0', { isKnown: false })
    for (let n = 0; n < 2; n++) expect(await stranger()).toBe('counted')
    expect(await stranger()).toEqual(limited('voter', DAY / 2))
    expect(takeReachedCeilings()).toEqual(['vote 2'])
    for (let n = 0; n < 2; n++) expect(await vote('c0')).toBe('counted')
    expect(await vote('c0')).toEqual(limited('voter', DAY / 2))
    expect(takeReachedCeilings()).toEqual(['vote 4'])
    time.now += DAY / 2
    expect(await stranger()).toBe('counted')
  })

  test('leaves strangers their half of the daily votes after known voters took theirs', async () => {
    const { vote } = createVoting({ perDay: 4 })
    for (const isKnown of [true, true, false, false]) expect(await vote('c0', { isKnown })).toBe('counted')
  })

  test('does not count refused or repeated votes of unknown voters', async () => {
    const { vote } = createVoting({ perDay: 4 })
    const ann = { id: 'ann', key: 'one', isKnown: false }
    for (let n = 0; n < 3; n++) expect(await vote('c0', ann)).toBe('counted')
    expect(await vote('c0', { ...ann, key: 'two' })).toMatchObject({ code: '23505' })
    expect(await vote('c0', { id: 'bob', isKnown: false })).toBe('counted')
  })

  test('counts one vote per voter, card and period, to the millisecond', async () => {
    const { vote, time } = createVoting({})
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += DAY - 1
    expect(await vote('c0', { id: 'ann' })).toEqual({ code: '23505', scope: 'card', waitMs: 1 })
    expect([await vote('c1', { id: 'ann' }), await vote('c0', { id: 'bob' })]).toEqual(['counted', 'counted'])
    time.now += 1
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    expect(await getCardRow('c0')).toMatchObject({ votes: 3 })
  })

  test('limits votes per voter per day; the oldest vote frees a slot', async () => {
    const { vote, time } = createVoting({ perVoterPerDay: 3 })
    for (const card of ['c0', 'c1', 'c2']) {
      expect(await vote(card, { id: 'ann' })).toBe('counted')
      time.now += HOUR
    }
    expect(await vote('c3', { id: 'ann' })).toEqual(limited('voter', DAY - 3 * HOUR))
    expect(await vote('c3', { id: 'bob' })).toBe('counted')
    time.now = START + DAY - 1
    expect(await vote('c3', { id: 'ann' })).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c3', { id: 'ann' })).toBe('counted')
    expect(await vote('c4', { id: 'ann' })).toEqual(limited('voter', HOUR))
  })

  test('limits votes per network per hour, across voters', async () => {
    const { vote, time } = createVoting({ perNetworkPerHour: 3 })
    for (const card of ['c0', 'c1', 'c2']) {
      expect(await vote(card)).toBe('counted')
      time.now += 10 * MINUTE
    }
    expect(await vote('c3')).toEqual(limited('voter', 30 * MINUTE))
    expect(await vote('c3', { network: 'other' })).toBe('counted')
    time.now = START + HOUR - 1
    expect(await vote('c3')).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c3')).toBe('counted')
  })

  test('limits votes per network and card per twenty minutes', async () => {
    const { vote, time } = createVoting({ perNetworkPerCard: 2 })
    expect(await vote('c0')).toBe('counted')
    time.now += 5 * MINUTE
    expect(await vote('c0')).toBe('counted')
    expect(await vote('c0')).toEqual(limited('card', 15 * MINUTE))
    expect([await vote('c1'), await vote('c0', { network: 'other' })]).toEqual(['counted', 'counted'])
    time.now = START + 20 * MINUTE - 1
    expect(await vote('c0')).toEqual(limited('card', 1))
    time.now += 1
    expect(await vote('c0')).toBe('counted')
  })

  test('limits votes from new cookies per network and card per two minutes', async () => {
    const { vote, time } = createVoting({ perNetworkPerCardOfNew: 2 })
    const fresh = { isNew: true }
    expect(await vote('c0', fresh)).toBe('counted')
    time.now += MINUTE
    expect(await vote('c0')).toBe('counted')
    // Votes for other cards and of other networks do not prolong the wait.
    expect(await vote('c2', fresh)).toBe('counted')
    expect(await vote('c0', { ...fresh, network: 'third' })).toBe('counted')
    expect(await vote('c0', fresh)).toEqual(limited('card', MINUTE))
    expect([await vote('c1', fresh), await vote('c0', { ...fresh, network: 'other' }), await vote('c0')]).toEqual([
      'counted',
      'counted',
      'counted',
    ])
    time.now = START + 3 * MINUTE - 1
    expect(await vote('c0', fresh)).toEqual(limited('card', 1))
    time.now += 1
    expect(await vote('c0', fresh)).toBe('counted')
  })

  test('limits votes without a cookie per day, per card and in total', async () => {
    const { vote, time } = createVoting({ perAddressPerCard: 2, perAddressPerDay: 3 })
    const nameless = (n: number, network = 'net') => ({ id: `address-${n}`, network })
    expect(await vote('c0', nameless(1))).toBe('counted')
    time.now += HOUR
    expect(await vote('c0', nameless(2))).toBe('counted')
    expect(await vote('c0', nameless(3))).toEqual(limited('card', DAY - HOUR))
    // Votes with a cookie count separately.
    expect([await vote('c0'), await vote('c1')]).toEqual(['counted', 'counted'])
    expect(await vote('c0', nameless(3, 'other'))).toBe('counted')
    expect(await vote('c1', nameless(3))).toBe('counted')
    expect(await vote('c2', nameless(4))).toEqual(limited('voter', DAY - HOUR))
    time.now = START + DAY - 1
    expect(await vote('c2', nameless(4))).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c2', nameless(4))).toBe('counted')
    expect(await vote('c0', nameless(5))).toEqual(limited('voter', HOUR))
  })

  test('rejects all votes of a UTC day beyond the site-wide limit, logs it and caches nothing', async () => {
    const { vote, time, kv } = createVoting({ perDay: 2 }, false)
    time.now = START + 6 * HOUR
    expect([await vote('c0'), await vote('c1')]).toEqual(['counted', 'counted'])
    const writes = kv.calls.writes
    expect(await vote('c2', { network: 'other' })).toEqual(limited('voter', 6 * HOUR))
    expect([takeReachedCeilings(), kv.calls.writes]).toEqual([['vote 2'], writes])
    time.now = START + 12 * HOUR - 1
    expect(await vote('c2')).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c2')).toBe('counted')
    expect(takeReachedCeilings()).toEqual(['vote 2'])
  })

  test('refuses a vote whose period is just over for the limit it reaches, not as a second vote', async () => {
    const { vote, time } = createVoting({ perDay: 1 })
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += DAY - 1
    expect(await vote('c1', { id: 'bob' })).toBe('counted')
    time.now += 1
    expect(await vote('c0', { id: 'ann' })).toEqual(limited('voter', DAY / 2))
    expect(takeReachedCeilings()).toEqual(['vote 1'])
  })

  test('tells a voter to wait for every card when the limit for one ends at the same time', async () => {
    const { vote } = createVoting({ perAddressPerCard: 1, perAddressPerDay: 1 })
    expect(await vote('c0', { id: 'address-1' })).toBe('counted')
    expect(await vote('c0', { id: 'address-2' })).toEqual(limited('voter', DAY))
  })

  test('returns the longest wait when several limits refuse a vote', async () => {
    const { vote, time } = createVoting({ perVoterPerDay: 1, perNetworkPerCard: 1 })
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += MINUTE
    expect(await vote('c1', { id: 'bob' })).toBe('counted')
    expect(await vote('c1', { id: 'ann' })).toEqual(limited('voter', DAY - MINUTE))
    expect(await vote('c1', { id: 'cid' })).toEqual(limited('card', 20 * MINUTE))
  })
})

test('writes as many rows per vote as the cost model states', async () => {
  const { db, counts } = createCountingDb(testEnv().DB)
  const { vote } = createVoting({}, true, db)
  await vote('c0', { id: 'ann' })
  const before = counts.rowsWritten
  await vote('c0', { id: 'bob' })
  expect(counts.rowsWritten - before).toBe(budgets['rowsWritten: a vote'])
})

describe('a vote', () => {
  test('publishes an event for every vote, and to the Hall only for cards in it', async () => {
    const { vote, events } = createVoting({})
    await seedCard({ id: 'unlisted', visibility: 'unlisted' })
    await vote('c0')
    await vote('unlisted')
    await vote('c0', { network: 'other' })
    expect(events.voted.mock.calls).toEqual([
      [{ card: 'c0', votes: 1, isPublic: true }],
      [{ card: 'unlisted', votes: 1, isPublic: false }],
      [{ card: 'c0', votes: 2, isPublic: true }],
    ])
    expect([await vote('never'), events.voted.mock.calls.length]).toEqual(['no card', 3])
  })

  test('rejects a vote from a page of another site, regardless of its token', async () => {
    const { vote, kv } = createVoting({})
    const refused = { code: '42501', scope: 'permission denied: other sites cannot vote', waitMs: 0 }
    expect(await vote('c0', { more: { crossSite: true } })).toEqual(refused)
    expect(await vote('c0', { more: { crossSite: true, userId: 'u', role: 'user' } })).toEqual(refused)
    expect(kv.calls.reads).toBe(0)
    expect(await vote('c0', { more: { userId: 'u', role: 'user' } })).toBe('counted')
  })

  test('rejects a repeated vote from the deny cache for as long as the limit lasts', async () => {
    const { vote, time, kv } = createVoting({ perVoterPerDay: 2, perNetworkPerCard: 2 }, false)
    for (const card of ['c0', 'c1']) await vote(card, { id: 'ann' })
    expect(await vote('c2', { id: 'ann' })).toEqual(limited('voter', DAY))
    await testEnv().DB.exec('delete from votes')
    time.now += 1000
    const before = kv.calls.writes
    expect(await vote('c3', { id: 'ann' })).toEqual(limited('voter', DAY - 1000))
    expect(await vote('c0', { id: 'ann' })).toEqual({ code: '23505', scope: 'card', waitMs: DAY - 1000 })
    expect(kv.calls.writes).toBe(before)
    for (const id of ['bob', 'cid']) await vote('c5', { id })
    // Not refused as a second vote: dan has no vote for this card.
    for (let presses = 2; presses > 0; presses--)
      expect(await vote('c5', { id: 'dan' })).toEqual(limited('card', 20 * MINUTE))
    expect(await vote('c6', { id: 'dan' })).toBe('counted')
  })

  test('logs a refused vote with the name of its limit', async () => {
    const { vote, noted } = createVoting({ perVoterPerDay: 2, perNetworkPerCard: 2, perDay: 5 })
    for (const card of ['c0', 'c0', 'c1', 'c2']) await vote(card, { id: 'ann' })
    expect(noted).toEqual([null, 'vote:again', null, 'vote:voter'])
    for (const id of ['bob', 'cid', 'dan']) await vote('c5', { id })
    expect(noted.slice(4)).toEqual([null, null, 'vote:card'])
    for (const card of ['c6', 'c7']) await vote(card)
    expect(noted.slice(7)).toEqual([null, 'vote:all'])
    expect(takeReachedCeilings()).toEqual(['vote 5'])
  })

  test('rejects a total more than one above the stored votes, even after the voter has voted', async () => {
    const { vote } = createVoting({})
    const refused = { code: '23514', scope: 'votes violates its check constraint', waitMs: 0 }
    expect(await vote('c0', { id: 'ann', total: 2 })).toEqual(refused)
    expect(await vote('c0', { id: 'ann', total: 1 })).toBe('counted')
    expect(await vote('c0', { id: 'ann', total: 3 })).toEqual(refused)
    expect(await vote('c0', { id: 'ann', total: 2 })).toMatchObject({ code: '23505' })
    expect(await vote('c0', { id: 'bob', total: 2 })).toBe('counted')
  })
})
