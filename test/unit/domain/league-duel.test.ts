import { describe, expect, it } from 'vitest'
import { getRoundWinner, getScore, getWinner, playDuel, verifyDuel } from '#shared/domain/league-duel.ts'
import { STATS, type Stats } from '#shared/domain/stats.ts'

const ZEROS = '00'.repeat(32)
const COMMITMENT = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
const createSide = (stats: readonly number[]) =>
  Object.fromEntries(STATS.map(({ name }, at) => [name, stats[at]])) as Stats
const STRONG = createSide([91, 78, 88, 83, 80])
const QUICK = createSide([70, 95, 81, 83, 64])
const EVEN = createSide([80, 80, 80, 80, 80])

describe('a round', () => {
  it('gives a round to the higher sum, and with equal sums to the higher die', () => {
    const stats = { challenger: STRONG, opponent: QUICK }
    const winners = [
      [1, 20],
      [1, 1],
      [1, 8],
      [1, 9],
    ].map((dice) => getRoundWinner({ stat: 'touchdownPower', dice: dice as [number, number] }, stats))
    expect(winners).toEqual(['opponent', 'challenger', 'opponent', 'opponent'])
    expect(getRoundWinner({ stat: 'leadership', dice: [7, 7] }, stats)).toBeNull()
  })
})

describe('a duel', () => {
  // These rounds come from another implementation, in Python with hashlib.
  it('repeats the rounds of a seed, and ends with the third win of a side', async () => {
    const stats = { challenger: STRONG, opponent: QUICK }
    const rounds = await playDuel(ZEROS, stats)
    expect(rounds.map(({ stat, dice }) => [stat, ...dice])).toEqual([
      ['agility', 8, 15],
      ['leadership', 12, 18],
      ['touchdownPower', 1, 4],
      ['strength', 2, 5],
      ['accuracy', 19, 13],
    ])
    expect([getScore(rounds, stats), getWinner(rounds, stats)]).toEqual([{ challenger: 3, opponent: 2 }, 'challenger'])
    expect(getWinner(rounds.slice(0, 4), stats)).toBeNull()
    const short = await playDuel('ff'.repeat(32), stats)
    expect([short.length, getScore(short, stats)]).toEqual([4, { challenger: 3, opponent: 1 }])
  })

  it('rolls again when equal sums have equal dice', async () => {
    const stats = { challenger: EVEN, opponent: EVEN }
    const rounds = await playDuel((68).toString(16).padStart(64, '0'), stats)
    expect(rounds.map(({ stat, dice }) => [stat, ...dice])).toEqual([
      ['leadership', 20, 2],
      ['agility', 12, 13],
      ['strength', 14, 8],
      ['accuracy', 7, 11],
      ['touchdownPower', 16, 9],
    ])
  })

  it('draws no stat twice, and is fair to equal cards', async () => {
    const stats = { challenger: EVEN, opponent: EVEN }
    let wins = 0
    const runs = 800
    for (let i = 0; i < runs; i++) {
      const rounds = await playDuel(i.toString(16).padStart(64, '0'), stats)
      expect(new Set(rounds.map(({ stat }) => stat)).size).toBe(rounds.length)
      if (getWinner(rounds, stats) === 'challenger') wins += 1
    }
    // Four standard deviations.
    expect(Math.abs(wins - runs / 2)).toBeLessThan(57)
  })

  it('verifies a duel by its commitment and its rounds', async () => {
    const stats = { challenger: STRONG, opponent: QUICK }
    const proof = { commitment: COMMITMENT, seed: ZEROS, stats, rounds: await playDuel(ZEROS, stats) }
    expect(await verifyDuel(proof)).toEqual({ isSeed: true, isResult: true })
    expect(await verifyDuel({ ...proof, rounds: proof.rounds.slice(1) })).toEqual({ isSeed: true, isResult: false })
    expect(await verifyDuel({ ...proof, seed: 'ff'.repeat(32) })).toMatchObject({ isSeed: false })
    expect(await verifyDuel({ ...proof, seed: '' })).toEqual({ isSeed: false, isResult: false })
  })
})
