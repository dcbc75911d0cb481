import { describe, expect, it } from 'vitest'
import { createStats } from '#shared/domain/stats.ts'
import { getCardTier, getRolledTier, sqlToRecord, tierWith, toCardFacts } from '#worker/edge/cards/card-codec.ts'

const rolled = createStats(() => 82)
const edited = createStats(() => 99)
const record = {
  id: 'c1',
  visibility: 'draft',
  teamColors: 'Green Bay Packers',
  imageUrl: '/c1.jpg',
  tier: 'Captain',
  stats: rolled,
  rolledStats: rolled,
}

describe('changes the tier of a card with its edited stats', () => {
  it('changes the tier of a card with its edited stats', () => {
    expect(getCardTier(record)).toBe('Captain')
    expect(getCardTier({ ...record, stats: edited })).toBe('Legend')
    expect(
      tierWith(
        record,
        createStats(() => 3),
      ),
    ).toBe('Rookie')
    expect(getRolledTier({ ...record, stats: edited })).toBe('Captain')
  })

  it('keeps the rolled tier of a card without stored rolled stats', () => {
    expect(getCardTier({ ...record, stats: edited, rolledStats: null })).toBe('Captain')
  })

  it('derives the same tier for a row read by SQL', () => {
    const row = { ...record, stats: JSON.stringify(edited), rolledStats: JSON.stringify(rolled) }
    expect(getCardTier(sqlToRecord(row, ''))).toBe('Legend')
  })
})

describe('rolled stats on the back', () => {
  it('prints the rolled stats on the back once the stats differ', () => {
    expect(toCardFacts({ ...record, stats: edited })!.rolledStats).toEqual(rolled)
  })

  it.each([
    ['the stats are unchanged', record],
    ['the rolled stats were not stored', { ...record, stats: edited, rolledStats: null }],
  ])('omits the rolled stats on the back when %s', (_when, card) => {
    expect(toCardFacts(card)!.rolledStats).toBeNull()
  })
})
