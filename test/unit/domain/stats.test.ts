import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TIERS, tierOf } from '#shared/domain/rarity.ts'
import { overallOf, rollStats, STATS, statsOf } from '#shared/domain/stats.ts'
import { Stats } from '#shared/domain/stats-schema.ts'

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the five stats', () => {
  test('have the labels of the card page, in its order', () => {
    expect(STATS.map(({ label }) => label)).toEqual(['Strength', 'Agility', 'TD Power', 'Leadership', 'Accuracy'])
  })

  test('are rolled as integers from 60 to 100, whatever the dice say', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 5, maxLength: 5 }), (dice) => {
        const rolls = [...dice]
        const stats = rollStats(() => rolls.pop()!)
        for (const { name } of STATS) {
          expect(Number.isInteger(stats[name])).toBe(true)
          expect(stats[name]).toBeGreaterThanOrEqual(60)
          expect(stats[name]).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  test('reach both ends of the range', () => {
    expect(rollStats(() => 0)).toEqual(statsOf(() => 60))
    expect(rollStats(() => 1 - Number.EPSILON)).toEqual(statsOf(() => 100))
  })

  test.each([
    ['a missing one', { strength: 1, agility: 1, touchdownPower: 1, leadership: 1 }],
    ['one too many', { ...statsOf(() => 1), speed: 1 }],
    ['a fraction', { ...statsOf(() => 1), agility: 1.5 }],
    ['101', { ...statsOf(() => 1), agility: 101 }],
    ['-1', { ...statsOf(() => 1), agility: -1 }],
    ['a text', { ...statsOf(() => 1), agility: '7' }],
  ])('are not %s', (_what, value) => expect(Stats.safeParse(value).success).toBe(false))
})

describe('the tier', () => {
  test('follows the mean of the roll', () => {
    expect([60, 74, 75, 79, 80, 84, 85, 89, 90, 100].map((value) => tierOf(statsOf(() => value)))).toEqual([
      'Rookie',
      'Rookie',
      'Starter',
      'Starter',
      'Captain',
      'Captain',
      'Star',
      'Star',
      'Legend',
      'Legend',
    ])
  })

  test('comes as often as promised', () => {
    let seed = 42
    const random = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32
    const rolls = Array.from({ length: 40_000 }, () => tierOf(rollStats(random)))
    const shares = TIERS.map((tier) => rolls.filter((rolled) => rolled === tier).length / rolls.length)
    for (const [i, share] of [0.173, 0.32, 0.325, 0.153, 0.03].entries()) expect(shares[i]).toBeCloseTo(share, 1)
  })

  test('rounds the overall', () => {
    expect(overallOf({ strength: 60, agility: 61, touchdownPower: 61, leadership: 61, accuracy: 60 })).toBe(61)
  })
})
