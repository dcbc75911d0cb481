import { describe, expect, test } from 'vitest'
import { FRAME_TIMES, momentAt } from '#web/share/moving/timeline.ts'

describe('the loop of a moving card', () => {
  test('is three seconds of thirty frames each', () => {
    expect(FRAME_TIMES).toHaveLength(90)
    expect(FRAME_TIMES.at(-1)).toBeCloseTo(3 - 1 / 30)
  })

  test('begins and ends with the same sealed pack in front of a card that stands straight', () => {
    const [first, last] = [momentAt(0), momentAt(FRAME_TIMES.at(-1)!)]
    for (const { pack, card } of [first, last]) {
      expect(pack).toEqual({ dropped: 0, torn: 0, opacity: 1 })
      expect(card.turn).toBeCloseTo(0)
    }
  })

  test('shows the card alone, turned to both sides, in between', () => {
    const alone = FRAME_TIMES.map(momentAt).filter(({ pack }) => pack === null)
    expect(alone.length).toBeGreaterThan(30)
    const turns = alone.map(({ card }) => card.turn)
    expect(Math.max(...turns)).toBeGreaterThan(0.2)
    expect(Math.min(...turns)).toBeLessThan(-0.2)
  })

  test('has no leap: nothing moves far between two frames', () => {
    const moments = FRAME_TIMES.map(momentAt)
    for (const [i, moment] of moments.entries()) {
      const before = moments[i - 1] ?? moments.at(-1)!
      expect(Math.abs(moment.card.turn - before.card.turn)).toBeLessThan(0.06)
      expect(Math.abs(moment.card.scale - before.card.scale)).toBeLessThan(i === 0 ? 0.07 : 0.02)
    }
  })
})
