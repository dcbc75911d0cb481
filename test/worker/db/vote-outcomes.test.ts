import { beforeEach, describe, expect, test } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import budgets from '../../bench/counts.json'
import { takeReachedCeilings } from '../../support/quiet.ts'
import { MINUTE, DAY, createVoting, limited, seedCards } from './vote-place.ts'

beforeEach(seedCards)

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
