import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyNews,
  crowdOf,
  encodeMembers,
  isSameCrowd,
  type Known,
  type Member,
  newsOf,
  rosterOf,
} from '#worker/realtime/presence.ts'

const member = (userId: string, joinedAt = 0, more: Partial<Member> = {}): Member => ({
  userId,
  metadata: null,
  joinedAt,
  lastSeen: joinedAt,
  ...more,
})
const many = (count: number) => rosterOf(Array.from({ length: count }, (_, i) => member(`m${i}`, i)))

describe('a roster', () => {
  test('has a person with several sockets once: there since the first, described by the newest', () => {
    const roster = rosterOf([
      member('ann', 5, { lastSeen: 9, metadata: '"new"' }),
      member('bob'),
      member('ann', 2, { lastSeen: 20, metadata: '"old"' }),
    ])
    expect([...roster.values()]).toEqual([
      { userId: 'ann', joinedAt: 2, lastSeen: 20, metadata: '"new"' },
      member('bob'),
    ])
  })

  test('is listed whole up to 200, in the order people came; of more there is a sample of 50 and the count', () => {
    const [small, large] = [crowdOf(many(200)), crowdOf(many(201))]
    expect([small.count, small.listed.length, small.listed[0]!.userId, small.listed[199]!.userId]).toEqual([
      200,
      200,
      'm0',
      'm199',
    ])
    expect([large.count, large.listed.length, new Set(large.listed).size]).toEqual([201, 50, 50])
  })

  test('is written as the wire has it', () => {
    expect(JSON.parse(encodeMembers([member('a"b', 1, { metadata: '{"x":1}', lastSeen: 2 }), member('c')]))).toEqual([
      { userId: 'a"b', metadata: { x: 1 }, joinedAt: 1, lastSeen: 2 },
      { userId: 'c', joinedAt: 0, lastSeen: 0 },
    ])
  })

  test('of the same people is the same, whenever they were seen; other words are another', () => {
    expect(isSameCrowd(rosterOf([member('a', 1)]), rosterOf([member('a', 1, { lastSeen: 9 })]))).toBe(true)
    expect(isSameCrowd(rosterOf([member('a')]), rosterOf([member('a', 0, { metadata: '1' })]))).toBe(false)
    expect(isSameCrowd(rosterOf([member('a')]), rosterOf([member('b')]))).toBe(false)
    expect(isSameCrowd(rosterOf([member('a')]), rosterOf([]))).toBe(false)
  })
})

describe('news of a roster', () => {
  const people = fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(null, '1', '2'))
    .map((said) => rosterOf(Object.entries(said).map(([userId, metadata]) => member(userId, 0, { metadata }))))

  test('applied in order lead to the same roster', () => {
    fc.assert(
      fc.property(fc.array(people, { minLength: 1, maxLength: 8 }), (states) => {
        let [stated, heard]: (Known | null)[] = [null, null]
        for (const [index, roster] of states.entries()) {
          const news = newsOf(stated!, roster, index + 1)
          stated = { version: index + 1, roster }
          heard = applyNews(heard!, news)
          expect(isSameCrowd(heard!.roster, roster)).toBe(true)
        }
      }),
    )
  })

  test('name only what has changed', () => {
    const before = { version: 1, roster: many(300) }
    const after = new Map(before.roster).set('new', member('new'))
    after.delete('m7')
    expect(newsOf(before, after, 2)).toEqual({ version: 2, base: 1, joined: [member('new')], left: ['m7'] })
  })

  test('are not applied to anything but what they build on', () => {
    const [one, two, three] = [many(1), many(2), many(3)]
    const diff = newsOf({ version: 2, roster: two }, three, 3)
    expect(applyNews(null, diff)).toBeNull()
    expect(applyNews({ version: 1, roster: one }, diff)).toBeNull()
    expect(applyNews({ version: 2, roster: two }, diff)?.roster.size).toBe(3)
  })

  test('that are whole replace anything but what is newer', () => {
    const old = newsOf(null, many(1), 1)
    const known = { version: 2, roster: many(2) }
    expect(applyNews(known, old)).toBe(known)
    expect(applyNews(known, newsOf(null, many(5), 3))?.roster.size).toBe(5)
  })
})
