import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sign } from '#worker/http/signature.ts'
import { createTestApp } from '../../support/app.ts'
import { rowOf, seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/faults/hostile-kv.ts'

const DAY_MS = 86_400_000

function createBooth(hostility: Hostility = {}) {
  const time = { now: Date.UTC(2026, 10, 21) }
  const kv = createHostileKv(() => time.now, hostility)
  const db = createCountingDb(testEnv().DB)
  const app = createTestApp({ clock: () => time.now, denyStore: kv.store }, { ...testEnv(), DB: db.db })
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

  test('refuses the first repeat by KV alone: one read, no statement, the time of the next vote', async () => {
    const { app, kv, counts, time } = createBooth()
    const visitor = app.visitor()
    await visitor.arrive()
    const vote = () => visitor.post('/api/cards/card-1/votes', { votes: 1 })
    await vote()
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

  test('sent again by the same name answers the same vote; another visitor’s is none of it', async () => {
    const { app } = createBooth()
    const [ann, bob] = [
      app.visitor({ 'cf-connecting-ip': '192.0.2.1' }),
      app.visitor({ 'cf-connecting-ip': '192.0.2.2' }),
    ]
    await Promise.all([ann.arrive(), bob.arrive()])
    const vote = async (visitor: typeof ann, votes: number, key: string) => {
      const answer = await visitor.post('/api/cards/card-1/votes', { votes }, { 'idempotency-key': key })
      return [answer.status, await answer.json()]
    }
    const first = await vote(ann, 1, 'one')
    expect(await vote(ann, 1, 'one')).toEqual(first)
    expect(await vote(bob, 2, 'one')).toMatchObject([200, { votes: 2 }])
    // Its card is as it is by now.
    expect(await vote(ann, 1, 'one')).toMatchObject([200, { votes: 2 }])
    expect(await vote(ann, 3, 'two')).toMatchObject([409, { code: '23505' }])
    expect(await vote(ann, 3, 'k'.repeat(129))).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
    expect(await rowOf('card-1')).toMatchObject({ votes: 2 })
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
    ['always empty', { staleMs: Number.POSITIVE_INFINITY }],
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

  test('of an unknown card says Card Not Found', async () => {
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

describe('cookies are free, so a network is what counts:', () => {
  const MINUTE = 60_000
  const votesOf = async () => Number((await rowOf('card-1'))!['votes'])

  test('sixty new cookies of one network at once are twelve votes, and the rest are told when to come back', async () => {
    const { app, time } = createBooth()
    const vote = async () => {
      const visitor = app.visitor()
      await visitor.arrive()
      return visitor.post('/api/cards/card-1/votes', { votes: 1 })
    }
    const answers = await Promise.all(Array.from({ length: 60 }, vote))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(await votesOf()).toBe(12)
    const refused = answers.find(({ status }) => status !== 200)!
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '120'])
    time.now += 2 * MINUTE
    expect((await vote()).status).toBe(200)
  })

  test('three hundred people behind one address vote for one card within an hour', async () => {
    const { app, time } = createBooth()
    for (let minute = 0; minute < 60; minute++) {
      const people = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const visitor = app.visitor()
          await visitor.arrive()
          return visitor
        }),
      )
      for (const person of people) expect((await person.post('/api/cards/card-1/votes', { votes: 1 })).status).toBe(200)
      time.now += MINUTE
    }
    expect(await votesOf()).toBe(300)
  })

  test('cookies that were collected and kept for a while meet the cap of their network; another network does not', async () => {
    const { app, time } = createBooth()
    const people = Array.from({ length: 125 }, () => app.visitor())
    for (const person of people) await person.arrive()
    time.now += 3 * MINUTE
    const answers = await Promise.all(people.map((person) => person.post('/api/cards/card-1/votes', { votes: 1 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const elsewhere = app.visitor({ 'cf-connecting-ip': '198.51.100.7' })
    expect((await elsewhere.post('/api/cards/card-1/votes', { votes: 1 })).status).toBe(200)
  })

  test('a cookie from before they said when they were given is as good as ever; one with another time is none', async () => {
    const { app } = createBooth()
    const visitor = app.visitor()
    const [id, , signature] = (await visitor.arrive()).split('=')[1]!.split('.')
    const { visitorSecret } = app.services.edge.config
    const asked = (cookie: string) =>
      app.send('/api/config', { headers: { cookie: `__Host-visitor=${cookie}` } }).then((r) => r.headers.getSetCookie())
    expect(await asked(`${id}.${await sign(visitorSecret, `visitor:${id}`)}`)).toEqual([])
    expect(await asked(`${id}.0.${signature}`)).toHaveLength(1)
    expect(await asked(`${id}.${signature}`)).toHaveLength(1)
  })
})
