import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Card } from '#shared/domain/card.ts'
import { type Server, startServer } from './support/server.ts'
import { openStore, type Store } from './support/store.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

describe('a storm of votes on the running Worker @long', () => {
  let server: Server
  let store: Store

  before(async () => {
    server = await startServer()
    store = openStore(server.dataDir)
  })
  after(() => server.close())

  const votesOf = (id: string, from = store) =>
    from.rows<{ votes: number; ledger: number }>(
      'select votes, (select count(*) from votes where card = ?1) as ledger from fantasy_football_cards where id = ?1',
      id,
    )[0]!

  test('200 visitors at once raise a count by exactly 200', async () => {
    // All of them come from one address, whose own limit is 120.
    const crowded = await startServer({ env: { LIMITS: 'relaxed' } })
    try {
      const { id } = await makePublicCard(createVisitor(crowded.url))
      const visitors = Array.from({ length: 200 }, () => createVisitor(crowded.url))
      await Promise.all(visitors.map((visitor) => visitor.arrive()))

      const answers = await Promise.all(visitors.map((visitor) => visitor.post(`/api/cards/${id}/votes`, { votes: 1 })))

      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
      assert.deepEqual({ ...votesOf(id, openStore(crowded.dataDir)) }, { votes: 200, ledger: 200 })
      const seen = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Card).votes))
      assert.equal(Math.max(...seen), 200)
    } finally {
      await crowded.close()
    }
  })

  test('one visitor 200 times raises it by one, and is told when the next vote counts', async () => {
    const visitor = createVisitor(server.url)
    const { id } = await makePublicCard(visitor, { nickname: 'Once' })
    const before = Date.now()

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => visitor.post(`/api/cards/${id}/votes`, { votes: 1 })),
    )

    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, ...Array.from({ length: 199 }, () => 409)])
    assert.equal(votesOf(id).votes, 1)
    const refusal = (await answers.find(({ status }) => status === 409)!.json()) as {
      code: string
      details: { nextVoteAt: string }
    }
    assert.equal(refusal.code, '23505')
    const waits = Date.parse(refusal.details.nextVoteAt) - before
    assert.ok(Math.abs(waits - 86_400_000) < 60_000, `waits ${waits} ms`)
  })

  test('200 requests without a cookie from one address count at most five times, whatever browser they claim', async () => {
    const { id } = await makePublicCard(createVisitor(server.url), { nickname: 'Crowd' })
    const families = ['Firefox/1', 'Edg/1', 'OPR/1', 'SamsungBrowser/1', 'Chrome/1', 'Safari/1', 'curl/8', 'x']
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        createVisitor(server.url, { keepsCookies: false, agent: families[i % families.length]! }).post(
          `/api/cards/${id}/votes`,
          { votes: 1 },
        ),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    assert.ok(answers.every(({ status }) => [200, 409, 429].includes(status)))
    assert.equal(votesOf(id).votes, 5)
  })

  test('a forged cookie is no cookie', async () => {
    const { id } = await makePublicCard(createVisitor(server.url), { nickname: 'Forged' })
    const forge = async (i: number) => {
      const visitor = createVisitor(server.url, { keepsCookies: false, agent: 'Firefox/9' })
      const own = createVisitor(server.url)
      const [, signature] = (await own.arrive())!.split('.')
      visitor.useCookie(`visitor=${String(i).padStart(32, '0')}.${signature}`)
      return visitor.post(`/api/cards/${id}/votes`, { votes: 1 })
    }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => forge(i)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(votesOf(id).votes, 1)
  })

  test('a draft cannot be voted for, and leaves no trace in the ledger', async () => {
    const maker = createVisitor(server.url)
    const created = (await (await maker.generate({ nickname: 'Hidden' })).json()) as { id: string }
    const { card } = await maker.watch(created.id)
    const answer = await createVisitor(server.url).post(`/api/cards/${card!.id}/votes`, { votes: 1 })
    assert.equal(answer.status, 404)
    assert.deepEqual({ ...votesOf(card!.id) }, { votes: 0, ledger: 0 })
  })
})
