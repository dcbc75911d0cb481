import { describe, expect, it } from 'vitest'
import { statsOf } from '#shared/domain/stats.ts'
import { factsOf, recordOfSql, getRolledTier, tierOf, tierWith } from '#worker/edge/cards/card-codec.ts'

const rolled = statsOf(() => 82)
const edited = statsOf(() => 99)
const record = {
  id: 'c1',
  visibility: 'draft',
  teamColors: 'Green Bay Packers',
  imageUrl: '/c1.jpg',
  tier: 'Captain',
  stats: rolled,
  rolledStats: rolled,
}

describe('the tier of a card', () => {
  it('follows its stats when they are edited', () => {
    expect(tierOf(record)).toBe('Captain')
    expect(tierOf({ ...record, stats: edited })).toBe('Legend')
    expect(
      tierWith(
        record,
        statsOf(() => 3),
      ),
    ).toBe('Rookie')
    expect(getRolledTier({ ...record, stats: edited })).toBe('Captain')
  })

  it('stays that of the roll for a card whose roll was not kept', () => {
    expect(tierOf({ ...record, stats: edited, rolledStats: null })).toBe('Captain')
  })

  it('is the same for a row that was asked for in SQL', () => {
    const row = { ...record, stats: JSON.stringify(edited), rolledStats: JSON.stringify(rolled) }
    expect(tierOf(recordOfSql(row, ''))).toBe('Legend')
  })
})

describe('the roll on the back of a card', () => {
  it('is told once the stats are others', () => {
    expect(factsOf({ ...record, stats: edited })!.rolledStats).toEqual(rolled)
  })

  it.each([
    ['the stats are as they were rolled', record],
    ['the roll was not kept', { ...record, stats: edited, rolledStats: null }],
  ])('is left out when %s', (_when, card) => {
    expect(factsOf(card)!.rolledStats).toBeNull()
  })
})
