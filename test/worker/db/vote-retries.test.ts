import { beforeEach, describe, expect, test } from 'vitest'
import { getCardRow } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { HOUR, DAY, createVoting, seedCards } from './vote-place.ts'

beforeEach(seedCards)

describe('a retried vote', () => {
  test.each([
    ['the ledger', true],
    ['the cache', false],
  ])('counts a retried vote once and repeats its response for an hour, from %s', async (_, isCacheEmpty) => {
    const { vote, time, events, noted } = createVoting({}, isCacheEmpty)
    const ann = { id: 'ann', key: 'one' }
    expect(await vote('c0', ann)).toBe('counted')
    time.now += HOUR - 1
    expect(await vote('c0', ann)).toBe('counted')
    expect(noted).toEqual([null, null])
    expect(await vote('c0', { ...ann, key: 'two' })).toMatchObject({ code: '23505', waitMs: DAY - HOUR + 1 })
    expect(await vote('c0', { ...ann, key: null })).toMatchObject({ code: '23505' })
    time.now += 1
    expect(await vote('c0', ann)).toMatchObject({ code: '23505', waitMs: DAY - HOUR })
    expect([(await getCardRow('c0'))!['votes'], events.voted.mock.calls.length]).toEqual([1, 1])
    time.now += DAY - HOUR
    expect(await vote('c0', ann)).toBe('counted')
    expect((await getCardRow('c0'))!['votes']).toBe(2)
    // The vote that now counts has the same key again, and no other.
    expect([await vote('c0', ann), await vote('c0', { ...ann, key: 'two' })]).toMatchObject([
      'counted',
      { code: '23505', waitMs: DAY },
    ])
  })

  test('repeats a vote’s response after the cache lost it and a second vote was refused', async () => {
    const { vote, kv } = createVoting({}, false)
    await vote('c0', { id: 'ann', key: 'one' })
    await kv.store.put('vt:ann:c0', '0', { expirationTtl: 60 })
    expect(await vote('c0', { id: 'ann', key: 'two' })).toMatchObject({ code: '23505' })
    await testEnv().DB.exec('update votes set request = null')
    expect(await vote('c0', { id: 'ann', key: 'one' })).toBe('counted')
  })

  test('counts an idempotency key separately for each voter and card, and votes without a key once', async () => {
    const { vote } = createVoting({})
    for (const [card, id] of [
      ['c0', 'ann'],
      ['c0', 'bob'],
      ['c1', 'ann'],
    ] as const)
      expect(await vote(card, { id, key: 'one' })).toBe('counted')
    expect([(await getCardRow('c0'))!['votes'], (await getCardRow('c1'))!['votes']]).toEqual([2, 1])
    expect(await vote('c2', { id: 'ann' })).toBe('counted')
    expect(await vote('c2', { id: 'ann' })).toMatchObject({ code: '23505' })
    expect(await vote('c2', { id: 'ann', key: 'one' })).toMatchObject({ code: '23505' })
  })

  test('counts one of many concurrent retries of a vote, and returns the same response to each', async () => {
    const { vote, events } = createVoting({})
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => vote('c0', { id: 'ann', key: 'one' })))
    expect(new Set(outcomes)).toEqual(new Set(['counted']))
    expect([(await getCardRow('c0'))!['votes'], events.voted.mock.calls.length]).toEqual([1, 1])
  })

  test('returns no card for a retried vote once the card is gone', async () => {
    const { vote } = createVoting({}, false)
    await vote('c0', { id: 'ann', key: 'one' })
    await testEnv().DB.exec(`delete from fantasy_football_cards where id = 'c0'`)
    expect(await vote('c0', { id: 'ann', key: 'one' })).toBe('no card')
  })

  test('stores an idempotency key as a hash of fixed length', async () => {
    const { vote } = createVoting({})
    await vote('c0', { id: 'ann', key: 'k'.repeat(128) })
    const stored = await testEnv().DB.prepare('select request from votes').first<string>('request')
    expect(stored).toMatch(/^[0-9a-f]{32}$/)
  })
})
