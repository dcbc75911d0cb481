import { beforeEach, describe, expect, it, vi } from 'vitest'
import { countOf, rowOf, seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/faults/hostile-kv.ts'
import { type Asked, CARDS, createTables, DAY_MS, NOW, RETURNING, visitorId } from '../../worker/db/tables.ts'

beforeEach(async () => {
  await freshDatabase()
  for (const id of ['card-1', 'card-2', 'card-3']) await seedCard({ id })
})

/** The tables behind a store of denials that behaves as badly as it is told to. */
function createBooth(hostility: Hostility = {}) {
  const time = { now: NOW }
  const kv = createHostileKv(() => time.now, hostility)
  const { db, counts } = createCountingDb(testEnv().DB)
  const tables = createTables({ denyStore: kv.store, db })
  const vote = (asked: Asked, card = 'card-1') => {
    tables.clock.now = time.now
    return tables.patch(`${CARDS}?id=eq.${card}`, { votes: 1 }, { headers: RETURNING, ...asked })
  }
  const costs = () => ({ ...kv.calls, statements: counts.statements })
  return { time, tables, vote, costs }
}

const [ann, bob, cid] = [1, 2, 3].map((n) => ({ visitor: visitorId(n) })) as [Asked, Asked, Asked]

describe('a vote behind the deny cache', () => {
  it.each<[string, Asked]>([
    ['a visitor', ann],
    ['a signed-in user', { ...ann, user: 'u' }],
    ['a network without a cookie', { ip: '203.0.113.9' }],
  ])('of %s that is repeated costs one read of KV and no statement', async (_who, asked) => {
    const { vote, costs, tables } = createBooth()
    expect((await vote(asked)).status).toBe(200)
    const before = costs()
    expect(await tables.refusal(vote(asked))).toMatchObject({
      status: 409,
      code: '23505',
      details: { nextVoteAt: new Date(NOW + DAY_MS).toISOString(), scope: 'card' },
    })
    expect(costs()).toEqual({ ...before, reads: before.reads + 1 })
  })

  it('that counts writes its deadline to KV, once', async () => {
    const { vote, costs } = createBooth()
    await vote(ann)
    expect(costs()).toMatchObject({ reads: 1, writes: 1 })
  })

  it('that is repeated by its name costs one read of KV and one statement, and by another name none', async () => {
    const { vote, costs, tables } = createBooth()
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

  it('says when the next one counts, and then it does', async () => {
    const { vote, time, tables } = createBooth()
    await vote(ann)
    time.now += 3_600_000
    const nextVoteAt = new Date(NOW + DAY_MS).toISOString()
    for (let i = 0; i < 2; i++) expect(await tables.refusal(vote(ann))).toMatchObject({ details: { nextVoteAt } })
    time.now = NOW + DAY_MS
    expect((await vote(ann)).status).toBe(200)
    expect(await rowOf('card-1')).toMatchObject({ votes: 2 })
  })

  it('that is refused for one card is not refused for the others', async () => {
    const { vote } = createBooth()
    await vote(ann)
    expect((await vote(ann)).status).toBe(409)
    expect((await vote(ann, 'card-2')).status).toBe(200)
  })

  it('of a network that has used its votes for one card up still counts for another; of one that has used its day up, for none', async () => {
    const { vote, tables, costs } = createBooth()
    const { DB } = testEnv()
    const agents = ['Firefox/1', 'Chrome/1', 'Safari/1', 'Edg/1', 'OPR/1', 'SamsungBrowser/1']
    const [first, ...others] = agents.map((agent) => ({ ip: '203.0.113.9', agent }))
    for (const asked of others) expect((await vote(asked)).status).toBe(200)
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
    expect(await countOf('votes')).toBe(100)
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
    ['never answering', { hangs: true }],
    ['forgetting two of three writes', { keepsEvery: 3 }],
  ])('is counted exactly with a store that is %s', async (_how, hostility) => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { vote, time } = createBooth(hostility)
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
    expect(await rowOf('card-1')).toMatchObject({ votes: 4 })
    quiet.mockRestore()
  })
})
