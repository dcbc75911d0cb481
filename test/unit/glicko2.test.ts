import { describe, expect, it } from 'vitest'
import { type Rating, rate } from '#worker/edge/face-off/glicko2.ts'
import { toShownRating } from '#shared/domain/face-off.ts'

const rated = (rating: number, deviation: number, volatility = 0.06): Rating => ({ rating, deviation, volatility })
const NEW = rated(1500, 350)

describe('Glicko-2', () => {
  it('computes the worked example of Glickman’s paper', () => {
    const games = [
      { opponent: rated(1400, 30), score: 1 },
      { opponent: rated(1550, 100), score: 0 },
      { opponent: rated(1700, 300), score: 0 },
    ]
    const { rating, deviation, volatility } = rate(rated(1500, 200), games)
    expect(rating).toBeCloseTo(1464.06, 1)
    expect(deviation).toBeCloseTo(151.52, 1)
    expect(volatility).toBeCloseTo(0.059_99, 4)
  })

  it('keeps rating and volatility of a period without games, and raises the deviation', () => {
    const { rating, deviation, volatility } = rate(rated(1500, 200), [])
    expect([rating, volatility]).toEqual([1500, 0.06])
    expect(deviation).toBeCloseTo(200.27, 1)
  })

  it('gives a win and a loss between equals the same points, and a draw none', () => {
    const [won, lost, drawn] = [1, 0, 0.5].map((score) => rate(NEW, [{ opponent: NEW, score }]))
    expect(won!.rating - 1500).toBeCloseTo(1500 - lost!.rating, 6)
    expect(won!.rating).toBeGreaterThan(1600)
    expect(drawn!.rating).toBeCloseTo(1500, 6)
  })

  it('raises the volatility after a result that nobody expected', () => {
    const upset = rate(rated(1200, 40), [{ opponent: rated(2200, 40), score: 1 }])
    const expected = rate(rated(2200, 40), [{ opponent: rated(1200, 40), score: 1 }])
    expect(upset.volatility).toBeGreaterThan(0.06)
    expect(expected.volatility).toBeLessThanOrEqual(0.06)
  })

  it('becomes certain of a card that is picked from again and again, whatever the results', () => {
    let card = NEW
    for (let game = 0; game < 40; game++) card = rate(card, [{ opponent: rated(1500, 80), score: game % 2 }])
    expect(card.deviation).toBeLessThan(90)
    expect(Math.abs(card.rating - 1500)).toBeLessThan(60)
  })

  it('stays within finite numbers for extreme pairs', () => {
    for (const score of [0, 1]) {
      const { rating, deviation, volatility } = rate(rated(3000, 30, 0.3), [{ opponent: rated(0, 350), score }])
      expect([rating, deviation, volatility].every(Number.isFinite)).toBe(true)
      expect(deviation).toBeLessThanOrEqual(350)
    }
  })
})

it('shows a rating only when it is known well enough', () => {
  expect(toShownRating(rated(1512.4, 96))).toBe(1512)
  expect(toShownRating(rated(1512.4, 111))).toBeNull()
})
