import { beforeEach, describe, expect, it, vi } from 'vitest'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/faults/hostile-kv.ts'
import { CARDS, createTables, DAY_MS, NOW, type RequestOptions, RETURNING, visitorId } from '../../worker/db/tables.ts'

beforeEach(async () => {
  await freshDatabase()
  for (const id of ['card-1', 'card-2', 'card-3']) await seedCard({ id })
})

/** Creates the tables with a deny cache whose KV misbehaves as configured. */
function createVoting(hostility: Hostility = {}) {
  const time = { now: NOW }
  const kv = createHostileKv(() => time.now, hostility)
  const { db, counts } = createCountingDb(testEnv().DB)
  const tables = createTables({ denyStore: kv.store, db })
  const vote = (request: RequestOptions, card = 'card-1') => {
    tables.clock.now = time.now
    return tables.patch(`${CARDS}?id=eq.${card}`, { votes: 1 }, { headers: RETURNING, ...request })
  }
  const costs = () => ({ ...kv.calls, statements: counts.statements })
  return { time, tables, vote, costs }
}

const [ann, bob, cid] = [1, 2, 3].map((n) => ({ visitor: visitorId(n) })) as [
  RequestOptions,
  RequestOptions,
  RequestOptions,
]

describe('repeated votes with the deny cache', () => {
  it.each<[string, RequestOptions]>([
    ['a visitor', ann],
    ['a signed-in user', { ...ann, user: 'u' }],
    ['a network without a cookie', { ip: '203.0.113.9' }],
  ])('rejects a repeated vote of %s with one KV read and no statement', async (_who, request) => {
    const { vote, costs, tables } = createVoting()
    expect((await vote(request)).status).toBe(200)
    const before = costs()
    expect(await tables.refusal(vote(request))).toMatchObject({
      status: 409,
      code: '23505',
      details: { nextVoteAt: new Date(NOW + DAY_MS).toISOString(), scope: 'card' },
    })
    expect(costs()).toEqual({ ...before, reads: before.reads + 1 })
  })

  it('writes a counted vote’s deadline to KV once', async () => {
    const { vote, costs } = createVoting()
    await vote(ann)
    expect(costs()).toMatchObject({ reads: 1, writes: 1 })
  })

  it('serves a retried vote with one KV read and one statement, and refuses one with another key without a statement', async () => {
    const { vote, costs, tables } = createVoting()
    const named = (key: string) => vote({ ...ann, headers: { ...RETURNING, 'idempotency-key': key } })
    const first = await (await named('one')).json()
    let before = costs()
    const again = await named('one')
    expect([again.status, await again.json()]).toEqual([200, first])
    expect(costs()).toEqual({ ...before, reads: before.reads + 1, statements: before.statements + 1 })
    before = costs()
    expect(await tables.refusal(named('two'))).toMatchObject({ status: 409, code: '23505' })
    expect(costs()).toEqual({ ...before, reads: before.reads + 1 })
    expect(await tables.refusal(named('k'.repeat(129)))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  it('returns the time of the next vote, and counts a vote from then on', async () => {
    const { vote, time, tables } = createVoting()
    await vote(ann)
    time.now += 3_600_000
    const nextVoteAt = new Date(NOW + DAY_MS).toISOString()
    for (let i = 0; i < 2; i++) expect(await tables.refusal(vote(ann))).toMatchObject({ details: { nextVoteAt } })
    time.now = NOW + DAY_MS
    expect((await vote(ann)).status).toBe(200)
    expect(await getCardRow('card-1')).toMatchObject({ votes: 2 })
  })

  it('rejects a repeated vote only for its card', async () => {
    const { vote } = createVoting()
    await vote(ann)
    expect((await vote(ann)).status).toBe(409)
    expect((await vote(ann, 'card-2')).status).toBe(200)
  })

  it('counts a network’s votes for other cards after its limit for one card, but none after its daily limit', async () => {
    const { vote, tables, costs } = createVoting()
    const { DB } = testEnv()
    const agents = ['Firefox/1', 'Chrome/1', 'Safari/1', 'Edg/1', 'OPR/1', 'SamsungBrowser/1']
    const [first, ...others] = agents.map((agent) => ({ ip: '203.0.113.9', agent }))
    for (const request of others) expect((await vote(request)).status).toBe(200)
    expect(await tables.refusal(vote(first!))).toMatchObject({ status: 429, details: { scope: 'card' } })
    expect((await vote(first!, 'card-2')).status).toBe(200)

    const many = Array.from({ length: 94 }, (_, n) => seedCard({ id: `c${n}` }))
    await Promise.all(many)
    await DB.prepare(
      `insert into votes (voter, card, at, network) select 'address-' || id, id, ?1, (select max(network) from votes)
       from fantasy_football_cards where id glob 'c[0-9]*'`,
    )
      .bind(NOW)
      .run()
    expect(await countRows('votes')).toBe(100)
    const refusal = { status: 429, code: 'RATE_LIMITED', details: { scope: 'voter' } }
    expect(await tables.refusal(vote(first!, 'card-3'))).toMatchObject(refusal)
    const before = costs()
    expect(await tables.refusal(vote(first!, 'c1'))).toMatchObject(refusal)
    expect(costs()).toEqual({ ...before, reads: before.reads + 1 })
  })

  it.each<[string, Hostility]>([
    ['60 seconds stale', { staleMs: 60_000 }],
    ['always empty', { staleMs: Number.POSITIVE_INFINITY }],
    ['refusing fast writes', { refuseFastWrites: true }],
    ['stale and refusing', { staleMs: 60_000, refuseFastWrites: true }],
    ['down', { outage: true }],
    ['never responding', { hangs: true }],
    ['forgetting two of three writes', { keepsEvery: 3 }],
  ])('counts votes exactly with a KV that is %s', async (_how, hostility) => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { vote, time } = createVoting(hostility)
    const accepted: string[] = []
    for (let round = 0; round < 10; round++) {
      time.now += 15_000
      for (const voter of [ann, bob, cid]) {
        const { status } = await vote(voter)
        if (status === 200) accepted.push(voter.visitor!)
        else expect(status).toBe(409)
      }
    }
    expect(accepted).toEqual([ann, bob, cid].map(({ visitor }) => visitor))
    time.now += DAY_MS
    expect((await vote(ann)).status).toBe(200)
    expect(await getCardRow('card-1')).toMatchObject({ votes: 4 })
    quiet.mockRestore()
  })
})
