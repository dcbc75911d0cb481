import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getTier, TIERS } from '#shared/domain/rarity.ts'
import { createStats, getOverall, rollStats, STATS } from '#shared/domain/stats.ts'
import { Stats } from '#shared/domain/stats-schema.ts'

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the five stats', () => {
  test('labels the stats as on the card page, in its order', () => {
    expect(STATS.map(({ label }) => label)).toEqual(['Strength', 'Agility', 'TD Power', 'Leadership', 'Accuracy'])
  })

  test('rolls integer stats from 60 to 100 for any random values', () => {
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

  test('reaches both ends of the stats range', () => {
    expect(rollStats(() => 0)).toEqual(createStats(() => 60))
    expect(rollStats(() => 1 - Number.EPSILON)).toEqual(createStats(() => 100))
  })

  test.each([
    ['a missing stat', { strength: 1, agility: 1, touchdownPower: 1, leadership: 1 }],
    ['an extra stat', { ...createStats(() => 1), speed: 1 }],
    ['a fraction', { ...createStats(() => 1), agility: 1.5 }],
    ['101', { ...createStats(() => 1), agility: 101 }],
    ['-1', { ...createStats(() => 1), agility: -1 }],
    ['text', { ...createStats(() => 1), agility: '7' }],
  ])('rejects %s as stats', (_what, value) => expect(Stats.safeParse(value).success).toBe(false))
})

describe('the tier', () => {
  test('derives the tier from the mean of the roll', () => {
    expect([60, 74, 75, 79, 80, 84, 85, 89, 90, 100].map((value) => getTier(createStats(() => value)))).toEqual([
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

  test('rolls each tier at its documented rate', () => {
    let seed = 42
    const random = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32
    const rolls = Array.from({ length: 40_000 }, () => getTier(rollStats(random)))
    const shares = TIERS.map((tier) => rolls.filter((rolled) => rolled === tier).length / rolls.length)
    for (const [i, share] of [0.173, 0.32, 0.325, 0.153, 0.03].entries()) expect(shares[i]).toBeCloseTo(share, 1)
  })

  test('rounds the overall', () => {
    expect(getOverall({ strength: 60, agility: 61, touchdownPower: 61, leadership: 61, accuracy: 60 })).toBe(61)
  })
})
