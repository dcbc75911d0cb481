import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '#worker/backend/caller.ts'
import { createCastVote, type VoteLimits } from '#worker/backend/cards/cast-vote.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { createSchemaCache } from '#worker/backend/db/schema.ts'
import { ruledView } from '#worker/backend/db/view.ts'
import { rulesFor } from '#worker/backend/db/rule.ts'
import { where } from '#shared/query/ast.ts'
import { createDenyCache } from '#worker/limits/deny-cache.ts'
import { withScope } from '#worker/http/request-scope.ts'
import { rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { createHostileKv } from '../../support/faults/hostile-kv.ts'
import budgets from '../../bench/counts.json'
import { takeReachedCeilings } from '../../support/quiet.ts'

const START = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every limit far away but those of a test. */
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
  /** The larger network; missing: from before it was kept. */
  readonly site?: string
  /** True when its cookie is older than a day. */
  readonly isKnown?: boolean
  readonly isNew?: boolean
  readonly more?: Partial<Caller>
  readonly total?: number
  /** Its idempotency key. */
  readonly key?: string | null
}
type Told = 'counted' | 'no card' | { code: string; scope: string; waitMs: number }

/** The act alone, on a database and a clock, with a cache that knows nothing. */
function createBallots(limits: Partial<VoteLimits>, isForgetful = true, db = testEnv().DB) {
  const time = { now: START }
  const clock = () => time.now
  const events = { voted: vi.fn() }
  const kv = createHostileKv(clock, isForgetful ? { staleMs: Number.POSITIVE_INFINITY } : {})
  const denied = createDenyCache({ store: kv.store, clock, later: (work) => void work })
  const act = createCastVote({ db, clock, limits: { ...WIDE, ...limits }, denied, events })
  const schema = createSchemaCache(db, clock, CARD_TABLES)
  const noted: (string | null)[] = []
  let voters = 0

  async function vote(
    card: string,
    { id, network = 'net', site, isKnown = true, isNew = false, more = {}, total = 1, key = null }: Voter = {},
  ): Promise<Told> {
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
      const view = async () => ruledView(table, rules.select, caller, query)
      const row = await withScope('a-request', (scope) => {
        const asked = act({
          rule: rules.update!,
          values: { votes: total },
          id: card,
          caller,
          idempotencyKey: key,
          view,
        })
        return asked.finally(() => noted.push(scope.limit))
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

const limited = (scope: string, waitMs: number): Told => ({ code: 'RATE_LIMITED', scope, waitMs })

describe('a vote that is sent again by the same name', () => {
  test.each([
    ['the ledger', true],
    ['the cache', false],
  ])('counts once and is answered alike for an hour, as %s says', async (_, isForgetful) => {
    const { vote, time, events, noted } = createBallots({}, isForgetful)
    const ann = { id: 'ann', key: 'one' }
    expect(await vote('c0', ann)).toBe('counted')
    time.now += HOUR - 1
    expect(await vote('c0', ann)).toBe('counted')
    expect(noted).toEqual([null, null])
    expect(await vote('c0', { ...ann, key: 'two' })).toMatchObject({ code: '23505', waitMs: DAY - HOUR + 1 })
    expect(await vote('c0', { ...ann, key: null })).toMatchObject({ code: '23505' })
    time.now += 1
    expect(await vote('c0', ann)).toMatchObject({ code: '23505', waitMs: DAY - HOUR })
    expect([(await rowOf('c0'))!['votes'], events.voted.mock.calls.length]).toEqual([1, 1])
    time.now += DAY - HOUR
    expect(await vote('c0', ann)).toBe('counted')
    expect((await rowOf('c0'))!['votes']).toBe(2)
    // The vote that counts now is by the same name again, and by no other.
    expect([await vote('c0', ann), await vote('c0', { ...ann, key: 'two' })]).toMatchObject([
      'counted',
      { code: '23505', waitMs: DAY },
    ])
  })

  test('is known to the cache also when the cache had lost it and a second vote was refused', async () => {
    const { vote, kv } = createBallots({}, false)
    await vote('c0', { id: 'ann', key: 'one' })
    await kv.store.put('vt:ann:c0', '0', { expirationTtl: 60 })
    expect(await vote('c0', { id: 'ann', key: 'two' })).toMatchObject({ code: '23505' })
    await testEnv().DB.exec('update votes set request = null')
    expect(await vote('c0', { id: 'ann', key: 'one' })).toBe('counted')
  })

  test('is another one for another voter or card, and a vote without a name is never repeated', async () => {
    const { vote } = createBallots({})
    for (const [card, id] of [
      ['c0', 'ann'],
      ['c0', 'bob'],
      ['c1', 'ann'],
    ] as const)
      expect(await vote(card, { id, key: 'one' })).toBe('counted')
    expect([(await rowOf('c0'))!['votes'], (await rowOf('c1'))!['votes']]).toEqual([2, 1])
    expect(await vote('c2', { id: 'ann' })).toBe('counted')
    expect(await vote('c2', { id: 'ann' })).toMatchObject({ code: '23505' })
    expect(await vote('c2', { id: 'ann', key: 'one' })).toMatchObject({ code: '23505' })
  })

  test('counts once of any number at the same time, and each is told that it counts', async () => {
    const { vote, events } = createBallots({})
    const told = await Promise.all(Array.from({ length: 20 }, () => vote('c0', { id: 'ann', key: 'one' })))
    expect(new Set(told)).toEqual(new Set(['counted']))
    expect([(await rowOf('c0'))!['votes'], events.voted.mock.calls.length]).toEqual([1, 1])
  })

  test('is answered without the card once that is gone', async () => {
    const { vote } = createBallots({}, false)
    await vote('c0', { id: 'ann', key: 'one' })
    await testEnv().DB.exec(`delete from fantasy_football_cards where id = 'c0'`)
    expect(await vote('c0', { id: 'ann', key: 'one' })).toBe('no card')
  })

  test('keeps a hash of its name, as long for every name', async () => {
    const { vote } = createBallots({})
    await vote('c0', { id: 'ann', key: 'k'.repeat(128) })
    const kept = await testEnv().DB.prepare('select request from votes').first<string>('request')
    expect(kept).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a limit of votes', () => {
  test('gives a larger network four times what one of its networks gets, for a card and in an hour', async () => {
    const { vote, time, noted } = createBallots({ perNetworkPerCard: 2, perNetworkPerHour: 3 })
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

  test('gives a larger network four times what one of its networks gets, while cookies are new', async () => {
    const { vote, time } = createBallots({ perNetworkPerCardOfNew: 1 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site', isNew: true, isKnown: false })
    for (let n = 0; n < 4; n++) expect(await from(n)).toBe('counted')
    expect(await from(4)).toEqual(limited('card', 2 * MINUTE))
    time.now += 2 * MINUTE
    expect(await from(4)).toBe('counted')
  })

  test('gives a larger network 2 % of everybody’s votes of a day', async () => {
    const { vote } = createBallots({ perDay: 150 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site' })
    for (let n = 0; n < 3; n++) expect(await from(n)).toBe('counted')
    expect(await from(3)).toEqual(limited('voter', DAY))
    expect(takeReachedCeilings()).toEqual([])
    expect(await vote('c0', { network: 'n4', site: 'elsewhere' })).toBe('counted')
  })

  test('keeps half of everybody’s votes for voters known for longer than a day', async () => {
    const { vote, time } = createBallots({ perDay: 4 })
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

  test('counts no refused or repeated vote of strangers', async () => {
    const { vote } = createBallots({ perDay: 4 })
    const ann = { id: 'ann', key: 'one', isKnown: false }
    for (let n = 0; n < 3; n++) expect(await vote('c0', ann)).toBe('counted')
    expect(await vote('c0', { ...ann, key: 'two' })).toMatchObject({ code: '23505' })
    expect(await vote('c0', { id: 'bob', isKnown: false })).toBe('counted')
  })

  test('of one voter and card: once in a period, to the millisecond', async () => {
    const { vote, time } = createBallots({})
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += DAY - 1
    expect(await vote('c0', { id: 'ann' })).toEqual({ code: '23505', scope: 'card', waitMs: 1 })
    expect([await vote('c1', { id: 'ann' }), await vote('c0', { id: 'bob' })]).toEqual(['counted', 'counted'])
    time.now += 1
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    expect(await rowOf('c0')).toMatchObject({ votes: 3 })
  })

  test('of one voter: so many in a day, and the oldest makes room', async () => {
    const { vote, time } = createBallots({ perVoterPerDay: 3 })
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

  test('of one network: so many in an hour, whoever votes', async () => {
    const { vote, time } = createBallots({ perNetworkPerHour: 3 })
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

  test('of one network and card: so many in twenty minutes', async () => {
    const { vote, time } = createBallots({ perNetworkPerCard: 2 })
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

  test('of new cookies of one network and card: so many in two minutes', async () => {
    const { vote, time } = createBallots({ perNetworkPerCardOfNew: 2 })
    const fresh = { isNew: true }
    expect(await vote('c0', fresh)).toBe('counted')
    time.now += MINUTE
    expect(await vote('c0')).toBe('counted')
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

  test('of callers without a cookie: so many a day for a card, and in all', async () => {
    const { vote, time } = createBallots({ perAddressPerCard: 2, perAddressPerDay: 3 })
    const nameless = (n: number, network = 'net') => ({ id: `address-${n}`, network })
    expect(await vote('c0', nameless(1))).toBe('counted')
    time.now += HOUR
    expect(await vote('c0', nameless(2))).toBe('counted')
    expect(await vote('c0', nameless(3))).toEqual(limited('card', DAY - HOUR))
    // Those with a cookie neither count nor are counted.
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

  test('ends all votes of a UTC day at the site-wide limit, logs it and caches nothing', async () => {
    const { vote, time, kv } = createBallots({ perDay: 2 }, false)
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

  test('that has several reasons is said by the last of them', async () => {
    const { vote, time } = createBallots({ perVoterPerDay: 1, perNetworkPerCard: 1 })
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += MINUTE
    expect(await vote('c1', { id: 'bob' })).toBe('counted')
    expect(await vote('c1', { id: 'ann' })).toEqual(limited('voter', DAY - MINUTE))
    expect(await vote('c1', { id: 'cid' })).toEqual(limited('card', 20 * MINUTE))
  })
})

test('a vote writes as many rows as the model of costs says', async () => {
  const { db, counts } = createCountingDb(testEnv().DB)
  const { vote } = createBallots({}, true, db)
  await vote('c0', { id: 'ann' })
  const before = counts.rowsWritten
  await vote('c0', { id: 'bob' })
  expect(counts.rowsWritten - before).toBe(budgets['rowsWritten: a vote'])
})

describe('a vote', () => {
  test('is news, of the Hall only for what is in it', async () => {
    const { vote, events } = createBallots({})
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

  test('is refused from a page of another site, whatever token it holds', async () => {
    const { vote, kv } = createBallots({})
    const refused = { code: '42501', scope: 'permission denied: pages of other sites cast no votes', waitMs: 0 }
    expect(await vote('c0', { more: { crossSite: true } })).toEqual(refused)
    expect(await vote('c0', { more: { crossSite: true, userId: 'u', role: 'user' } })).toEqual(refused)
    expect(kv.calls.reads).toBe(0)
    expect(await vote('c0', { more: { userId: 'u', role: 'user' } })).toBe('counted')
  })

  test('that was refused for a card or for all is refused by the cache, for just as long', async () => {
    const { vote, time, kv } = createBallots({ perVoterPerDay: 2, perNetworkPerCard: 2 }, false)
    for (const card of ['c0', 'c1']) await vote(card, { id: 'ann' })
    expect(await vote('c2', { id: 'ann' })).toEqual(limited('voter', DAY))
    await testEnv().DB.exec('delete from votes')
    time.now += 1000
    const before = kv.calls.writes
    expect(await vote('c3', { id: 'ann' })).toEqual(limited('voter', DAY - 1000))
    expect(await vote('c0', { id: 'ann' })).toEqual({ code: '23505', scope: 'card', waitMs: DAY - 1000 })
    expect(kv.calls.writes).toBe(before)
    for (const id of ['bob', 'cid']) await vote('c5', { id })
    // Not as a second vote: dan has none for this card.
    for (let presses = 2; presses > 0; presses--)
      expect(await vote('c5', { id: 'dan' })).toEqual(limited('card', 20 * MINUTE))
    expect(await vote('c6', { id: 'dan' })).toBe('counted')
  })

  test('that is refused is noted by the name of the limit', async () => {
    const { vote, noted } = createBallots({ perVoterPerDay: 2, perNetworkPerCard: 2, perDay: 5 })
    for (const card of ['c0', 'c0', 'c1', 'c2']) await vote(card, { id: 'ann' })
    expect(noted).toEqual([null, 'vote:again', null, 'vote:voter'])
    for (const id of ['bob', 'cid', 'dan']) await vote('c5', { id })
    expect(noted.slice(4)).toEqual([null, null, 'vote:card'])
    for (const card of ['c6', 'c7']) await vote(card)
    expect(noted.slice(7)).toEqual([null, 'vote:all'])
    expect(takeReachedCeilings()).toEqual(['vote 5'])
  })

  test('for more than one vote above what there is, is out of bounds, also once the voter has voted', async () => {
    const { vote } = createBallots({})
    const refused = { code: '23514', scope: 'votes violates its check constraint', waitMs: 0 }
    expect(await vote('c0', { id: 'ann', total: 2 })).toEqual(refused)
    expect(await vote('c0', { id: 'ann', total: 1 })).toBe('counted')
    expect(await vote('c0', { id: 'ann', total: 3 })).toEqual(refused)
    expect(await vote('c0', { id: 'ann', total: 2 })).toMatchObject({ code: '23505' })
    expect(await vote('c0', { id: 'bob', total: 2 })).toBe('counted')
  })
})
