import { beforeEach, describe, expect, test } from 'vitest'
import { sign } from '#worker/http/signature.ts'
import { createTestApp } from '../../support/app.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv } from '../../support/faults/hostile-kv.ts'

const DAY_MS = 86_400_000

function createVotingApp() {
  const time = { now: Date.UTC(2026, 10, 21) }
  const kv = createHostileKv(() => time.now)
  const db = createCountingDb(testEnv().DB)
  const app = createTestApp({ clock: () => time.now, denyStore: kv.store }, { ...testEnv(), DB: db.db })
  return { time, kv, counts: db.counts, app }
}

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'card-1' })
})

describe('voting', () => {
  test('counts a vote and returns the stored row and the time of the next vote', async () => {
    const { app, time } = createVotingApp()
    const response = await app.visitor().post('/api/cards/card-1/votes', { votes: 1 })
    expect(response.status).toBe(200)
    const nextVoteAt = new Date(time.now + DAY_MS).toISOString()
    expect(await response.json()).toMatchObject({ id: 'card-1', votes: 1, playerName: 'Ace', nextVoteAt })
  })

  test('rejects the first repeat with one KV read and no statement, with the time of the next vote', async () => {
    const { app, kv, counts, time } = createVotingApp()
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

  test('returns the same response to a retried vote by its idempotency key, and counts another visitor’s', async () => {
    const { app } = createVotingApp()
    const [ann, bob] = [
      app.visitor({ 'cf-connecting-ip': '192.0.2.1' }),
      app.visitor({ 'cf-connecting-ip': '192.0.2.2' }),
    ]
    await Promise.all([ann.arrive(), bob.arrive()])
    const vote = async (visitor: typeof ann, votes: number, key: string) => {
      const response = await visitor.post('/api/cards/card-1/votes', { votes }, { 'idempotency-key': key })
      return [response.status, await response.json()]
    }
    const first = await vote(ann, 1, 'one')
    expect(await vote(ann, 1, 'one')).toEqual(first)
    expect(await vote(bob, 2, 'one')).toMatchObject([200, { votes: 2 }])
    // The card in the response is current.
    expect(await vote(ann, 1, 'one')).toMatchObject([200, { votes: 2 }])
    expect(await vote(ann, 3, 'two')).toMatchObject([409, { code: '23505' }])
    expect(await vote(ann, 3, 'k'.repeat(129))).toMatchObject([400, { code: 'VALIDATION_ERROR' }])
    expect(await getCardRow('card-1')).toMatchObject({ votes: 2 })
  })

  test('returns Card Not Found for an unknown card and for a draft, and stores nothing', async () => {
    const { app } = createVotingApp()
    await seedCard({ id: 'draft', visibility: 'draft' })
    const visitor = app.visitor()
    const responses = []
    for (const id of ['nobody', 'draft']) {
      const response = await visitor.post(`/api/cards/${id}/votes`, { votes: 1 })
      const { requestId: _id, ...body } = await response.json<Record<string, unknown>>()
      responses.push([response.status, body])
    }
    expect(responses[0]).toMatchObject([404, { error: 'Card Not Found', code: 'NOT_FOUND' }])
    expect(responses[1]).toEqual(responses[0])
    expect([await getCardRow('draft'), await countRows('votes')]).toMatchObject([{ votes: 0 }, 0])
  })

  test('rejects a vote with a missing, forged or fractional total, and changes nothing', async () => {
    const { app } = createVotingApp()
    const visitor = app.visitor()
    const taken = []
    for (const body of [{ votes: 'many' }, { votes: 1.5 }, {}, [1], { votes: 999 }, { votes: 0 }, { votes: -1 }])
      if ((await visitor.post('/api/cards/card-1/votes', body)).status !== 400) taken.push(body)
    expect(taken).toEqual([])
    expect(await getCardRow('card-1')).toMatchObject({ votes: 0 })
  })
})

describe('vote limits of a network', () => {
  const MINUTE = 60_000
  const getVotes = async () => Number((await getCardRow('card-1'))!['votes'])

  test('counts twelve of sixty votes by new cookies of one network, and sends the rest Retry-After', async () => {
    const { app, time } = createVotingApp()
    const vote = async () => {
      const visitor = app.visitor()
      await visitor.arrive()
      return visitor.post('/api/cards/card-1/votes', { votes: 1 })
    }
    const responses = await Promise.all(Array.from({ length: 60 }, vote))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(await getVotes()).toBe(12)
    const refused = responses.find(({ status }) => status !== 200)!
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '120'])
    time.now += 2 * MINUTE
    expect((await vote()).status).toBe(200)
  })

  test('counts the votes of five new visitors a minute behind one IP address', async () => {
    const { app, time } = createVotingApp()
    const statuses = []
    for (let minute = 0; minute < 5; minute++) {
      for (let n = 0; n < 5; n++) {
        const person = app.visitor()
        await person.arrive()
        statuses.push((await person.post('/api/cards/card-1/votes', { votes: 1 })).status)
      }
      time.now += MINUTE
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await getVotes()).toBe(25)
  })

  test('limits old cookies by their network, and no other network’s', async () => {
    const { app, time } = createVotingApp()
    const people = Array.from({ length: 125 }, () => app.visitor())
    await Promise.all(people.map((person) => person.arrive()))
    time.now += 3 * MINUTE
    const responses = await Promise.all(people.map((person) => person.post('/api/cards/card-1/votes', { votes: 1 })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(120)
    const elsewhere = app.visitor({ 'cf-connecting-ip': '198.51.100.7' })
    expect((await elsewhere.post('/api/cards/card-1/votes', { votes: 1 })).status).toBe(200)
  })

  test('accepts a visitor cookie without a timestamp, and refuses one with another timestamp', async () => {
    const { app } = createVotingApp()
    const visitor = app.visitor()
    const [id, , signature] = (await visitor.arrive()).split('=')[1]!.split('.')
    const { visitorSecret } = app.services.edge.config
    const sendVote = (cookie: string) =>
      app.send('/api/config', { headers: { cookie: `__Host-visitor=${cookie}` } }).then((r) => r.headers.getSetCookie())
    expect(await sendVote(`${id}.${await sign(visitorSecret, `visitor:${id}`)}`)).toEqual([])
    expect(await sendVote(`${id}.0.${signature}`)).toHaveLength(1)
    expect(await sendVote(`${id}.${signature}`)).toHaveLength(1)
  })
})
