import { beforeEach, describe, expect, it } from 'vitest'
import { sign } from '#worker/http/signature.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { seedMany } from './named-cards.ts'
import { CARDS, createTables, DAY_MS, NOW, type RequestOptions, RETURNING, type Tables, visitorId } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await seedCard({ id: 'card', votes: 5 })
})

const vote = (options: RequestOptions, votes: unknown = 6, id = 'card') =>
  tables.patch(`${CARDS}?id=eq.${id}`, { votes }, { headers: RETURNING, ...options })
const statuses = (responses: readonly Response[]) =>
  Object.fromEntries(
    [...new Set(responses.map((a) => a.status))].map((s) => [s, responses.filter((a) => a.status === s).length]),
  )
const getVotes = async (id = 'card') => (await getCardRow(id))!['votes']

describe('concurrent votes', () => {
  it('counts sixty concurrent votes of sixty visitors', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => vote({ visitor: visitorId(n), ip: `192.0.2.${n % 4}` })),
    )
    expect(statuses(responses)).toEqual({ 200: 60 })
    expect(await getVotes()).toBe(65)
    expect(await countRows('votes')).toBe(60)
  })

  it('counts one of sixty concurrent votes of one visitor', async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => vote({ visitor: visitorId(1) })))
    expect(statuses(responses)).toEqual({ 200: 1, 409: 59 })
    expect(await getVotes()).toBe(6)
  })

  it('counts five of sixty concurrent votes without a cookie from one IP address, regardless of User-Agent', async () => {
    const agents = ['Firefox/1', 'Chrome/1', 'Safari/1', 'Edg/1', 'OPR/1', 'SamsungBrowser/1', 'curl/8']
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => vote({ ip: '203.0.113.9', agent: agents[n % agents.length]! })),
    )
    expect(statuses(responses)[200]).toBe(5)
    expect(await getVotes()).toBe(10)
    expect((await vote({ ip: '203.0.113.10', agent: 'Firefox/1' })).status).toBe(200)
  })

  it('ignores a forged cookie', async () => {
    const forged = Array.from({ length: 40 }, (_, n) =>
      vote({ ip: '203.0.113.9', headers: { ...RETURNING, cookie: `visitor=${visitorId(n)}.${'0'.repeat(64)}` } }),
    )
    expect(statuses(await Promise.all(forged))[200]).toBe(1)
    expect(await getVotes()).toBe(6)
  })

  it('limits a voter, and an IP address without cookies, to a hundred votes a day', async () => {
    await seedMany('Ace', 101)
    for (const options of [{ visitor: visitorId(1) }, { ip: '203.0.113.9' }]) {
      expect((await vote(options)).status).toBe(200)
      await testEnv()
        .DB.prepare(
          `insert into votes (voter, card, at, network)
           select voter, id, at, network from (select * from votes limit 1), fantasy_football_cards
           where id between 'public-0000' and 'public-0097'`,
        )
        .run()
      const responses = [await vote(options, 1, 'public-0099'), await vote(options, 1, 'public-0100')]
      expect(responses.map(({ status }) => status)).toEqual([200, 429])
      await testEnv().DB.prepare('delete from votes').run()
    }
  })
})

describe('a second vote', () => {
  it('rejects a second vote within the period, and returns the time left', async () => {
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
    expect(await getVotes()).toBe(7)
    expect(await countRows('votes')).toBe(1)
  })
})

describe('the total sent with a vote', () => {
  it('counts a vote with a stale total', async () => {
    expect(await (await vote({ visitor: visitorId(1) }, 1)).json()).toMatchObject([{ votes: 6 }])
  })

  it('returns no error for a vote for a missing card', async () => {
    const response = await vote({ visitor: visitorId(1) }, 1, 'never')
    expect([response.status, await response.json()]).toEqual([200, []])
    expect((await tables.patch(`${CARDS}?id=eq.never`, { votes: 1 }, { visitor: visitorId(1) })).status).toBe(204)
    expect(await countRows('votes')).toBe(0)
  })
})

it('refuses to raise votes by more than one with the service key', async () => {
  const jump = tables.patch(`${CARDS}?id=eq.card`, { votes: 999 }, { as: 'service' })
  expect(await tables.refusal(jump)).toMatchObject({ status: 400, code: '23514' })
  expect(await getVotes()).toBe(5)
})

it('stores voters and networks as signatures, never as IP addresses', async () => {
  await vote({ ip: '203.0.113.9' })
  const { results } = await testEnv().DB.prepare('select * from votes').all<{ voter: string; network: string }>()
  expect(JSON.stringify(results)).not.toContain('203.0.113')
  expect(results[0]!.network).toBe(await sign('visitor-secret-for-tests-0123456789abcdef', 'address:203.0.113.9'))
})
