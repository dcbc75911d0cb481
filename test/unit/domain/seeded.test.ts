import { describe, expect, it } from 'vitest'
import { countOpen, createRoll, hashSeed, isSeed, newSeed, shuffle } from '#shared/domain/seeded.ts'

const ZEROS = '00'.repeat(32)
const ONES = 'ff'.repeat(32)
const COUNTING = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join('')
const TWELVE = Array.from({ length: 12 }, (_, at) => at + 1)

const rolls = async (seed: string, count: number, times: number) => {
  const roll = createRoll(seed)
  const rolled = []
  for (let i = 0; i < times; i++) rolled.push(await roll(count))
  return rolled
}

describe('a seed', () => {
  it('is 256 random bits in hex', () => {
    const seeds = [newSeed(), newSeed()]
    expect(seeds.map(isSeed)).toEqual([true, true])
    expect(seeds[0]).not.toBe(seeds[1])
    expect(['', ZEROS.slice(1), ZEROS.replace('0', 'g'), ONES.toUpperCase(), `${ZEROS}0`].map(isSeed)).toEqual(
      Array(5).fill(false),
    )
  })

  // The vectors below come from another implementation, in Python with hashlib.
  it('is committed to by the SHA-256 of its bytes', async () => {
    expect(await Promise.all([ZEROS, ONES, COUNTING].map(hashSeed))).toEqual([
      '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
      'af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051',
      '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    ])
    await expect(hashSeed('seed')).rejects.toThrow(RangeError)
  })
})

describe('rolls', () => {
  it('repeats the rolls of a seed', async () => {
    expect(await rolls(ZEROS, 6, 8)).toEqual([5, 4, 2, 4, 3, 2, 5, 5])
    expect(await rolls(ONES, 6, 8)).toEqual([4, 0, 2, 2, 2, 0, 5, 2])
    expect(() => createRoll('seed')).toThrow(RangeError)
  })

  it('skips numbers that would favor the small results', async () => {
    // 3781113668 and 3582250647 of the row are at or above 3 * 2^30, the only multiple that fits.
    expect(await rolls(ZEROS, 3 * 2 ** 30, 6)).toEqual([
      1840668629, 559458448, 3034825978, 1430939594, 2823302051, 2660242460,
    ])
  })
})

describe('a shuffle', () => {
  it('repeats the order of a seed', async () => {
    expect(await shuffle(TWELVE, createRoll(ZEROS))).toEqual([4, 2, 10, 7, 3, 12, 1, 8, 5, 9, 11, 6])
    expect(await shuffle(TWELVE, createRoll(ONES))).toEqual([4, 2, 12, 7, 8, 9, 10, 11, 6, 1, 3, 5])
    expect(await shuffle(TWELVE, createRoll(COUNTING))).toEqual([9, 11, 8, 12, 5, 6, 7, 4, 2, 1, 3, 10])
    expect(await Promise.all([ZEROS, ONES, COUNTING].map((seed) => shuffle([1, 2], createRoll(seed))))).toEqual([
      [1, 2],
      [2, 1],
      [1, 2],
    ])
    expect([await shuffle([7], createRoll(ZEROS)), await shuffle([], createRoll(ZEROS))]).toEqual([[7], []])
  })

  it('gives every place to every item equally often, and every order of four', async () => {
    const places = Array.from({ length: 12 }, () => Array<number>(12).fill(0))
    const orders = new Map<string, number>()
    const runs = 2400
    for (let i = 0; i < runs; i++) {
      const seed = i.toString(16).padStart(64, '0')
      for (const [place, item] of (await shuffle(TWELVE, createRoll(seed))).entries()) places[item - 1]![place]! += 1
      const order = (await shuffle([1, 2, 3, 4], createRoll(seed))).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    const chiSquare = (counts: readonly number[], expected: number) =>
      counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // The bounds are exceeded by chance once in 100,000: 121 and 23 degrees of freedom.
    expect(chiSquare(places.flat(), runs / 12)).toBeLessThan(196)
    expect(orders.size).toBe(24)
    expect(chiSquare([...orders.values()], runs / 24)).toBeLessThan(64)
  })
})

describe('a timetable', () => {
  it('opens one thing at each moment, and never more than there are', () => {
    const times = { startsAt: 10_000, stepMs: 5000 }
    expect([0, 9999, 10_000, 14_999, 15_000, 60_000, 1e12].map((now) => countOpen(times, 12, now))).toEqual([
      0, 0, 1, 1, 2, 11, 12,
    ])
  })
})
