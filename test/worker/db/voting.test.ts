import { beforeEach, describe, expect, test } from 'vitest'
import { sign } from '#worker/http/signature.ts'
import { countOf, rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { type Asked, CARDS, createTables, DAY_MS, NOW, RETURNING, type Tables, visitorId } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await seedCard({ id: 'card', votes: 5 })
})

const vote = (asked: Asked, votes: unknown = 6, id = 'card') =>
  tables.patch(`${CARDS}?id=eq.${id}`, { votes }, { headers: RETURNING, ...asked })
const statuses = (answers: readonly Response[]) =>
  Object.fromEntries(
    [...new Set(answers.map((a) => a.status))].map((s) => [s, answers.filter((a) => a.status === s).length]),
  )
const voteForEach = (count: number, asked: Asked) =>
  Promise.all(Array.from({ length: count }, (_, n) => vote(asked, 1, `c${n}`)))
const votesOf = async (id = 'card') => (await rowOf(id))!['votes']

describe('a storm of votes', () => {
  test('two hundred visitors at once raise a count by exactly two hundred', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => vote({ visitor: visitorId(n), ip: `192.0.2.${n % 4}` })),
    )
    expect(statuses(answers)).toEqual({ 200: 200 })
    expect(await votesOf()).toBe(205)
    expect(await countOf('votes')).toBe(200)
  })

  test('one visitor two hundred times raises it by one', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => vote({ visitor: visitorId(1) })))
    expect(statuses(answers)).toEqual({ 200: 1, 409: 199 })
    expect(await votesOf()).toBe(6)
  })

  test('two hundred without a cookie from one address raise it by at most five, whatever browser they claim to be', async () => {
    const agents = ['Firefox/1', 'Chrome/1', 'Safari/1', 'Edg/1', 'OPR/1', 'SamsungBrowser/1', 'curl/8']
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => vote({ ip: '203.0.113.9', agent: agents[n % agents.length]! })),
    )
    expect(statuses(answers)[200]).toBe(5)
    expect(await votesOf()).toBe(10)
    expect((await vote({ ip: '203.0.113.10', agent: 'Firefox/1' })).status).toBe(200)
  })

  test('a forged cookie is no cookie', async () => {
    const forged = Array.from({ length: 40 }, (_, n) =>
      vote({ ip: '203.0.113.9', headers: { ...RETURNING, cookie: `visitor=${visitorId(n)}.${'0'.repeat(64)}` } }),
    )
    expect(statuses(await Promise.all(forged))[200]).toBe(1)
    expect(await votesOf()).toBe(6)
  })

  test('a hundred cards a day is all one voter, and all one address without cookies, may vote for', async () => {
    for (let n = 0; n < 110; n++) await seedCard({ id: `c${n}` })
    expect(statuses(await voteForEach(110, { visitor: visitorId(1) }))).toEqual({ 200: 100, 429: 10 })
    expect(statuses(await voteForEach(110, { ip: '203.0.113.9' }))).toEqual({ 200: 100, 429: 10 })
  })
})

describe('a second vote', () => {
  test('is refused until the period is over, with the exact time of the next', async () => {
    await vote({ visitor: visitorId(1) })
    tables.clock.now = NOW + 3_600_000
    const refused = await vote({ visitor: visitorId(1) }, 7)
    expect(refused.status).toBe(409)
    expect(refused.headers.get('retry-after')).toBe(String(23 * 3600))
    expect(await refused.json()).toMatchObject({ code: '23505', details: { nextVoteAt: '2026-11-22T12:00:00.000Z' } })

    tables.clock.now = NOW + DAY_MS - 1
    expect((await vote({ visitor: visitorId(1) }, 7)).status).toBe(409)
    tables.clock.now = NOW + DAY_MS
    expect((await vote({ visitor: visitorId(1) }, 7)).status).toBe(200)
    expect(await votesOf()).toBe(7)
    expect(await countOf('votes')).toBe(1)
  })

  test('over the daily limit says when the oldest of the day has grown old', async () => {
    for (let n = 0; n < 101; n++) await seedCard({ id: `c${n}` })
    for (let n = 0; n < 100; n++) {
      tables.clock.now = NOW + n * 1000
      await vote({ visitor: visitorId(1) }, 1, `c${n}`)
    }
    const refusal = await tables.refusal(vote({ visitor: visitorId(1) }, 1, 'c100'))
    expect(refusal).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      details: { nextVoteAt: new Date(NOW + DAY_MS).toISOString(), scope: 'voter' },
    })
    tables.clock.now = NOW + DAY_MS
    expect((await vote({ visitor: visitorId(1) }, 1, 'c100')).status).toBe(200)
  })
})

describe('the total that is sent', () => {
  test('may be stale: it says only that a vote is meant', async () => {
    expect(await (await vote({ visitor: visitorId(1) }, 1)).json()).toMatchObject([{ votes: 6 }])
  })

  test.each([7, 999, 0, -1, 5.5, '6', null, true, 2 ** 53, [6]])('is refused when it is %j', async (votes) => {
    expect(await tables.refusal(vote({ visitor: visitorId(1) }, votes))).toMatchObject({ status: 400, code: '23514' })
    expect(await votesOf()).toBe(5)
    expect(await countOf('votes')).toBe(0)
  })

  test.each([
    ['another column', 'id=eq.card', { votes: 6, player_name: 'Mine' }],
    ['only another column', 'id=eq.card', { visibility: 'public' }],
    ['nothing', 'id=eq.card', {}],
    ['no filter', '', { votes: 6 }],
    ['many ids', 'id=in.(card,other)', { votes: 6 }],
    ['two filters', 'id=eq.card&votes=eq.5', { votes: 6 }],
    ['another filter', 'player_name=eq.Ace', { votes: 6 }],
    ['a negated filter', 'id=not.eq.other', { votes: 6 }],
    ['two patches', 'id=eq.card', [{ votes: 6 }, { votes: 6 }]],
  ])('goes alone, to one card: not with %s', async (_, search, body) => {
    const answer = tables.patch(`${CARDS}?${search}`, body, { visitor: visitorId(1) })
    expect(await tables.refusal(answer)).toMatchObject({ status: 403, code: '42501' })
    expect(await votesOf()).toBe(5)
  })

  test('for a card that is not there changes nothing and is no error', async () => {
    const told = await vote({ visitor: visitorId(1) }, 1, 'never')
    expect([told.status, await told.json()]).toEqual([200, []])
    expect((await tables.patch(`${CARDS}?id=eq.never`, { votes: 1 }, { visitor: visitorId(1) })).status).toBe(204)
    expect(await countOf('votes')).toBe(0)
  })
})

test('even with the service key a count moves one by one', async () => {
  const jump = tables.patch(`${CARDS}?id=eq.card`, { votes: 999 }, { as: 'service' })
  expect(await tables.refusal(jump)).toMatchObject({ status: 400, code: '23514' })
  expect(await votesOf()).toBe(5)
})

test('the ledger names voters and networks by their signatures, never by an address', async () => {
  await vote({ ip: '203.0.113.9' })
  const { results } = await testEnv().DB.prepare('select * from votes').all<{ voter: string; network: string }>()
  expect(JSON.stringify(results)).not.toContain('203.0.113')
  expect(results[0]!.network).toBe(await sign('visitor-secret-for-tests-0123456789abcdef', 'address:203.0.113.9'))
})
