import { beforeEach, describe, expect, test } from 'vitest'
import { getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeReachedCeilings } from '../../support/quiet.ts'
import { START, MINUTE, HOUR, DAY, createVoting, limited, seedCards } from './vote-place.ts'

beforeEach(seedCards)

describe('vote limits', () => {
  test('limits a larger network to four times the votes of one of its networks, per card and per hour', async () => {
    const { vote, time, noted } = createVoting({ perNetworkPerCard: 2, perNetworkPerHour: 3 })
    const from = (n: number, card = 'c0') => vote(card, { network: `n${n}`, site: 'site' })
    for (let n = 0; n < 8; n++) expect(await from(n)).toBe('counted')
    expect(await from(8)).toEqual(limited('card', 20 * MINUTE))
    expect(noted.at(-1)).toBe('vote:card')
    for (let n = 8; n < 12; n++) expect(await from(n, 'c1')).toBe('counted')
    expect(await from(12, 'c2')).toEqual(limited('voter', HOUR))
    expect(await vote('c0', { network: 'n13', site: 'elsewhere' })).toBe('counted')
    time.now += HOUR
    expect(await from(12, 'c2')).toBe('counted')
  })

  test('limits a larger network to four times the votes of one of its networks while cookies are new', async () => {
    const { vote, time } = createVoting({ perNetworkPerCardOfNew: 1 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site', isNew: true, isKnown: false })
    for (let n = 0; n < 4; n++) expect(await from(n)).toBe('counted')
    expect(await from(4)).toEqual(limited('card', 2 * MINUTE))
    time.now += 2 * MINUTE
    expect(await from(4)).toBe('counted')
  })

  test('limits a larger network to 2 % of the site’s daily votes', async () => {
    const { vote } = createVoting({ perDay: 150 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site' })
    for (let n = 0; n < 3; n++) expect(await from(n)).toBe('counted')
    expect(await from(3)).toEqual(limited('voter', DAY))
    expect(takeReachedCeilings()).toEqual([])
    expect(await vote('c0', { network: 'n4', site: 'elsewhere' })).toBe('counted')
  })

  test('allows a larger network one vote per day even if 2 % are less', async () => {
    const { vote } = createVoting({ perDay: 10 })
    const from = (n: number) => vote('c0', { network: `n${n}`, site: 'site' })
    expect(await from(0)).toBe('counted')
    expect(await from(1)).toEqual(limited('voter', DAY))
  })

  test('counts only votes for the same card in a larger network’s wait for it', async () => {
    for (const [limits, isNew, windowMs] of [
      [{ perNetworkPerCard: 1 }, false, 20 * MINUTE],
      [{ perNetworkPerCardOfNew: 1 }, true, 2 * MINUTE],
    ] as const) {
      await freshDatabase()
      for (const id of ['c0', 'c1']) await seedCard({ id })
      const { vote, time } = createVoting(limits)
      const from = (n: number, card = 'c0', site = 'site') => vote(card, { network: `n${n}`, site, isNew })
      expect(await from(0)).toBe('counted')
      time.now += MINUTE
      for (let n = 1; n < 4; n++) expect(await from(n)).toBe('counted')
      for (let n = 4; n < 7; n++)
        expect([await from(n, 'c1'), await from(n, 'c0', 'other')]).toEqual(['counted', 'counted'])
      expect(await from(7)).toEqual(limited('card', windowMs - MINUTE))
    }
  })

  test('reserves half of the site’s daily votes for voters known for more than a day', async () => {
    const { vote, time } = createVoting({ perDay: 4 })
    const stranger = () => vote('c0', { isKnown: false })
    for (let n = 0; n < 2; n++) expect(await stranger()).toBe('counted')
    expect(await stranger()).toEqual(limited('voter', DAY / 2))
    expect(takeReachedCeilings()).toEqual(['vote 2'])
    for (let n = 0; n < 2; n++) expect(await vote('c0')).toBe('counted')
    expect(await vote('c0')).toEqual(limited('voter', DAY / 2))
    expect(takeReachedCeilings()).toEqual(['vote 4'])
    time.now += DAY / 2
    expect(await stranger()).toBe('counted')
  })

  test('leaves strangers their half of the daily votes after known voters took theirs', async () => {
    const { vote } = createVoting({ perDay: 4 })
    for (const isKnown of [true, true, false, false]) expect(await vote('c0', { isKnown })).toBe('counted')
  })

  test('does not count refused or repeated votes of unknown voters', async () => {
    const { vote } = createVoting({ perDay: 4 })
    const ann = { id: 'ann', key: 'one', isKnown: false }
    for (let n = 0; n < 3; n++) expect(await vote('c0', ann)).toBe('counted')
    expect(await vote('c0', { ...ann, key: 'two' })).toMatchObject({ code: '23505' })
    expect(await vote('c0', { id: 'bob', isKnown: false })).toBe('counted')
  })

  test('counts one vote per voter, card and period, to the millisecond', async () => {
    const { vote, time } = createVoting({})
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += DAY - 1
    expect(await vote('c0', { id: 'ann' })).toEqual({ code: '23505', scope: 'card', waitMs: 1 })
    expect([await vote('c1', { id: 'ann' }), await vote('c0', { id: 'bob' })]).toEqual(['counted', 'counted'])
    time.now += 1
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    expect(await getCardRow('c0')).toMatchObject({ votes: 3 })
  })

  test('limits votes per voter per day; the oldest vote frees a slot', async () => {
    const { vote, time } = createVoting({ perVoterPerDay: 3 })
    for (const card of ['c0', 'c1', 'c2']) {
      expect(await vote(card, { id: 'ann' })).toBe('counted')
      time.now += HOUR
    }
    expect(await vote('c3', { id: 'ann' })).toEqual(limited('voter', DAY - 3 * HOUR))
    expect(await vote('c3', { id: 'bob' })).toBe('counted')
    time.now = START + DAY - 1
    expect(await vote('c3', { id: 'ann' })).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c3', { id: 'ann' })).toBe('counted')
    expect(await vote('c4', { id: 'ann' })).toEqual(limited('voter', HOUR))
  })

  test('limits votes per network per hour, across voters', async () => {
    const { vote, time } = createVoting({ perNetworkPerHour: 3 })
    for (const card of ['c0', 'c1', 'c2']) {
      expect(await vote(card)).toBe('counted')
      time.now += 10 * MINUTE
    }
    expect(await vote('c3')).toEqual(limited('voter', 30 * MINUTE))
    expect(await vote('c3', { network: 'other' })).toBe('counted')
    time.now = START + HOUR - 1
    expect(await vote('c3')).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c3')).toBe('counted')
  })

  test('limits votes per network and card per twenty minutes', async () => {
    const { vote, time } = createVoting({ perNetworkPerCard: 2 })
    expect(await vote('c0')).toBe('counted')
    time.now += 5 * MINUTE
    expect(await vote('c0')).toBe('counted')
    expect(await vote('c0')).toEqual(limited('card', 15 * MINUTE))
    expect([await vote('c1'), await vote('c0', { network: 'other' })]).toEqual(['counted', 'counted'])
    time.now = START + 20 * MINUTE - 1
    expect(await vote('c0')).toEqual(limited('card', 1))
    time.now += 1
    expect(await vote('c0')).toBe('counted')
  })

  test('limits votes from new cookies per network and card per two minutes', async () => {
    const { vote, time } = createVoting({ perNetworkPerCardOfNew: 2 })
    const fresh = { isNew: true }
    expect(await vote('c0', fresh)).toBe('counted')
    time.now += MINUTE
    expect(await vote('c0')).toBe('counted')
    // Votes for other cards and of other networks do not prolong the wait.
    expect(await vote('c2', fresh)).toBe('counted')
    expect(await vote('c0', { ...fresh, network: 'third' })).toBe('counted')
    expect(await vote('c0', fresh)).toEqual(limited('card', MINUTE))
    expect([await vote('c1', fresh), await vote('c0', { ...fresh, network: 'other' }), await vote('c0')]).toEqual([
      'counted',
      'counted',
      'counted',
    ])
    time.now = START + 3 * MINUTE - 1
    expect(await vote('c0', fresh)).toEqual(limited('card', 1))
    time.now += 1
    expect(await vote('c0', fresh)).toBe('counted')
  })

  test('limits votes without a cookie per day, per card and in total', async () => {
    const { vote, time } = createVoting({ perAddressPerCard: 2, perAddressPerDay: 3 })
    const nameless = (n: number, network = 'net') => ({ id: `address-${n}`, network })
    expect(await vote('c0', nameless(1))).toBe('counted')
    time.now += HOUR
    expect(await vote('c0', nameless(2))).toBe('counted')
    expect(await vote('c0', nameless(3))).toEqual(limited('card', DAY - HOUR))
    // Votes with a cookie count separately.
    expect([await vote('c0'), await vote('c1')]).toEqual(['counted', 'counted'])
    expect(await vote('c0', nameless(3, 'other'))).toBe('counted')
    expect(await vote('c1', nameless(3))).toBe('counted')
    expect(await vote('c2', nameless(4))).toEqual(limited('voter', DAY - HOUR))
    time.now = START + DAY - 1
    expect(await vote('c2', nameless(4))).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c2', nameless(4))).toBe('counted')
    expect(await vote('c0', nameless(5))).toEqual(limited('voter', HOUR))
  })

  test('rejects all votes of a UTC day beyond the site-wide limit, logs it and caches nothing', async () => {
    const { vote, time, kv } = createVoting({ perDay: 2 }, false)
    time.now = START + 6 * HOUR
    expect([await vote('c0'), await vote('c1')]).toEqual(['counted', 'counted'])
    const writes = kv.calls.writes
    expect(await vote('c2', { network: 'other' })).toEqual(limited('voter', 6 * HOUR))
    expect([takeReachedCeilings(), kv.calls.writes]).toEqual([['vote 2'], writes])
    time.now = START + 12 * HOUR - 1
    expect(await vote('c2')).toEqual(limited('voter', 1))
    time.now += 1
    expect(await vote('c2')).toBe('counted')
    expect(takeReachedCeilings()).toEqual(['vote 2'])
  })

  test('refuses a vote whose period is just over for the limit it reaches, not as a second vote', async () => {
    const { vote, time } = createVoting({ perDay: 1 })
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += DAY - 1
    expect(await vote('c1', { id: 'bob' })).toBe('counted')
    time.now += 1
    expect(await vote('c0', { id: 'ann' })).toEqual(limited('voter', DAY / 2))
    expect(takeReachedCeilings()).toEqual(['vote 1'])
  })

  test('tells a voter to wait for every card when the limit for one ends at the same time', async () => {
    const { vote } = createVoting({ perAddressPerCard: 1, perAddressPerDay: 1 })
    expect(await vote('c0', { id: 'address-1' })).toBe('counted')
    expect(await vote('c0', { id: 'address-2' })).toEqual(limited('voter', DAY))
  })

  test('returns the longest wait when several limits refuse a vote', async () => {
    const { vote, time } = createVoting({ perVoterPerDay: 1, perNetworkPerCard: 1 })
    expect(await vote('c0', { id: 'ann' })).toBe('counted')
    time.now += MINUTE
    expect(await vote('c1', { id: 'bob' })).toBe('counted')
    expect(await vote('c1', { id: 'ann' })).toEqual(limited('voter', DAY - MINUTE))
    expect(await vote('c1', { id: 'cid' })).toEqual(limited('card', 20 * MINUTE))
  })
})
