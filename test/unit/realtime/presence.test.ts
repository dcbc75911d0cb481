import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyNews,
  encodeMembers,
  isSameCrowd,
  type KnownRoster,
  type Member,
  toCrowd,
  toNews,
  toRoster,
} from '#worker/realtime/presence.ts'

const member = (userId: string, joinedAt = 0, more: Partial<Member> = {}): Member => ({
  userId,
  metadata: null,
  joinedAt,
  lastSeen: joinedAt,
  ...more,
})
const many = (count: number) => toRoster(Array.from({ length: count }, (_, i) => member(`m${i}`, i)))

describe('a roster', () => {
  test('lists a user with several sockets once, with the first join time and the newest metadata', () => {
    const roster = toRoster([
      member('ann', 5, { lastSeen: 9, metadata: '"new"' }),
      member('bob'),
      member('ann', 2, { lastSeen: 20, metadata: '"old"' }),
    ])
    expect([...roster.values()]).toEqual([
      { userId: 'ann', joinedAt: 2, lastSeen: 20, metadata: '"new"' },
      member('bob'),
    ])
  })

  test('lists up to 200 users in order of arrival, and a sample of 50 with the count of larger crowds', () => {
    const [small, large] = [toCrowd(many(200)), toCrowd(many(201))]
    expect([small.count, small.listed.length, small.listed[0]!.userId, small.listed[199]!.userId]).toEqual([
      200,
      200,
      'm0',
      'm199',
    ])
    expect([large.count, large.listed.length, new Set(large.listed).size]).toEqual([201, 50, 50])
  })

  test('encodes a roster as the API requires', () => {
    expect(JSON.parse(encodeMembers([member('a"b', 1, { metadata: '{"x":1}', lastSeen: 2 }), member('c')]))).toEqual([
      { userId: 'a"b', metadata: { x: 1 }, joinedAt: 1, lastSeen: 2 },
      { userId: 'c', joinedAt: 0, lastSeen: 0 },
    ])
  })

  test('treats rosters with the same users as equal regardless of times, but not of metadata', () => {
    expect(isSameCrowd(toRoster([member('a', 1)]), toRoster([member('a', 1, { lastSeen: 9 })]))).toBe(true)
    expect(isSameCrowd(toRoster([member('a')]), toRoster([member('a', 0, { metadata: '1' })]))).toBe(false)
    expect(isSameCrowd(toRoster([member('a')]), toRoster([member('b')]))).toBe(false)
    expect(isSameCrowd(toRoster([member('a')]), toRoster([]))).toBe(false)
  })
})

describe('roster updates', () => {
  const people = fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(null, '1', '2'))
    .map((metadataByUser) =>
      toRoster(Object.entries(metadataByUser).map(([userId, metadata]) => member(userId, 0, { metadata }))),
    )

  test('restores the same roster from its updates in order', () => {
    fc.assert(
      fc.property(fc.array(people, { minLength: 1, maxLength: 8 }), (states) => {
        let [stated, heard]: (KnownRoster | null)[] = [null, null]
        for (const [index, roster] of states.entries()) {
          const news = toNews(stated!, roster, index + 1)
          stated = { version: index + 1, roster }
          heard = applyNews(heard!, news)
          expect(isSameCrowd(heard!.roster, roster)).toBe(true)
        }
      }),
    )
  })

  test('contains only changes in a roster update', () => {
    const before = { version: 1, roster: many(300) }
    const after = new Map(before.roster).set('new', member('new'))
    after.delete('m7')
    expect(toNews(before, after, 2)).toEqual({ version: 2, base: 1, joined: [member('new')], left: ['m7'] })
  })

  test('applies a roster update only to the version it builds on', () => {
    const [one, two, three] = [many(1), many(2), many(3)]
    const diff = toNews({ version: 2, roster: two }, three, 3)
    expect(applyNews(null, diff)).toBeNull()
    expect(applyNews({ version: 1, roster: one }, diff)).toBeNull()
    expect(applyNews({ version: 2, roster: two }, diff)?.roster.size).toBe(3)
  })

  test('replaces any older roster with a full one', () => {
    const old = toNews(null, many(1), 1)
    const known = { version: 2, roster: many(2) }
    expect(applyNews(known, old)).toBe(known)
    expect(applyNews(known, toNews(null, many(5), 3))?.roster.size).toBe(5)
  })
})
