import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { rowOf, seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/hostile-kv.ts'

const DAY_MS = 86_400_000

function createBooth(hostility: Hostility = {}) {
  const time = { now: Date.UTC(2026, 10, 21) }
  const kv = createHostileKv(() => time.now, hostility)
  const db = createCountingDb(testEnv().DB)
  const app = createTestApp({ clock: () => time.now, gateStore: kv.store }, { ...testEnv(), DB: db.db })
  return { time, kv, counts: db.counts, app }
}

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'card-1' })
})

describe('the vote button', () => {
  test('raises the count by one and answers with the true row and the time of the next vote', async () => {
    const { app, time } = createBooth()
    const response = await app.visitor().post('/api/cards/card-1/votes', { votes: 1 })
    expect(response.status).toBe(200)
    const nextVoteAt = new Date(time.now + DAY_MS).toISOString()
    expect(await response.json()).toMatchObject({ id: 'card-1', votes: 1, playerName: 'Ace', nextVoteAt })
  })

  test('refuses a repeat with the time of the next vote; the third time costs one KV read and no statement', async () => {
    const { app, kv, counts, time } = createBooth()
    const visitor = app.visitor()
    await visitor.arrive()
    const vote = () => visitor.post('/api/cards/card-1/votes', { votes: 1 })
    await vote()
    expect((await vote()).status).toBe(409)
    const before = { reads: kv.calls.reads, statements: counts.statements }

    const response = await vote()

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      code: '23505',
      details: { nextVoteAt: new Date(time.now + DAY_MS).toISOString() },
    })
    expect(response.headers.get('retry-after')).toBe('86400')
    expect(kv.calls.reads - before.reads).toBe(1)
    expect(counts.statements - before.statements).toBe(0)
  })

  test('counts again after exactly 24 hours', async () => {
    const { app, time } = createBooth()
    const visitor = app.visitor()
    const vote = () => visitor.post('/api/cards/card-1/votes', { votes: 1 })
    await visitor.arrive()
    await vote()
    time.now += DAY_MS - 1
    expect((await vote()).status).toBe(409)
    time.now += 1
    expect(await (await vote()).json()).toMatchObject({ votes: 2 })
  })

  test.each<[string, Hostility]>([
    ['60 seconds stale', { staleMs: 60_000 }],
    ['refusing a second write within a second', { refuseFastWrites: true }],
    ['down', { outage: true }],
  ])('stays exact with a KV that is %s', async (_how, hostility) => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { app, time } = createBooth(hostility)
    const start = time.now
    const visitors = Array.from({ length: 10 }, () => app.visitor())
    await Promise.all(visitors.map((visitor) => visitor.arrive()))
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        visitors.map((visitor) => visitor.post('/api/cards/card-1/votes', { votes: 1 })),
      )
      for (const answer of answers) {
        expect(answer.status).toBe(round === 0 ? 200 : 409)
        const nextVoteAt = new Date(start + DAY_MS).toISOString()
        if (round > 0) expect(await answer.json()).toMatchObject({ code: '23505', details: { nextVoteAt } })
      }
      time.now += 20_000
    }
    expect(await rowOf('card-1')).toMatchObject({ votes: 10 })
    quiet.mockRestore()
  })

  test('of a card that nobody knows says Card Not Found', async () => {
    const { app } = createBooth()
    const response = await app.visitor().post('/api/cards/nobody/votes', { votes: 1 })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'Card Not Found', code: 'NOT_FOUND' })
  })

  test.each([{ votes: 'many' }, { votes: 1.5 }, {}, [1]])('refuses %j and changes nothing', async (body) => {
    const { app } = createBooth()
    const response = await app.visitor().post('/api/cards/card-1/votes', body)
    expect(response.status).toBe(400)
    expect(await rowOf('card-1')).toMatchObject({ votes: 0 })
  })

  test.each([999, 0, -1])('refuses the forged total %i', async (votes) => {
    const { app } = createBooth()
    const response = await app.visitor().post('/api/cards/card-1/votes', { votes })
    expect(response.status).toBe(400)
    expect(await rowOf('card-1')).toMatchObject({ votes: 0 })
  })
})
