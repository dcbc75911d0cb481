import { createRoll, hashSeed, isSeed, shuffle } from './seeded.ts'

/** Draft lotteries per season. Earlier ones stay listed, so a commissioner cannot secretly draw again. */
export const DRAWS_PER_SEASON = 5
export const DRAW_SEATS_MIN = 2
/** Countdown before the first reveal, long enough for polling browsers to notice the draw. */
export const DRAW_LEAD_MS = 20_000
/** Interval between reveals. */
export const DRAW_STEP_MS = 5000

/**
 * Returns the draft order: the seats in ascending order, shuffled by the seed. The first seat has the first pick.
 *
 * @example await drawOrder([1, 2, 3], seed) // [3, 1, 2]
 * @throws RangeError for an invalid seed
 */
export const drawOrder = (seats: readonly number[], seed: string): Promise<number[]> =>
  shuffle(
    seats.toSorted((one, other) => one - other),
    createRoll(seed),
  )

export type DrawProof = {
  readonly commitment: string
  readonly seed: string
  readonly seats: readonly number[]
  /** Seats in draft order. */
  readonly order: readonly number[]
}

/**
 * Verifies that a seed matches a draw's commitment and produces its order.
 *
 * @example await verifyDraw({ commitment, seed, seats: [1, 2], order: [2, 1] }) // { isSeed: true, isOrder: true }
 */
export async function verifyDraw({ commitment, seed, seats, order }: DrawProof) {
  if (!isSeed(seed)) return { isSeed: false, isOrder: false }
  const [hash, drawn] = await Promise.all([hashSeed(seed), drawOrder(seats, seed)])
  return { isSeed: hash === commitment, isOrder: drawn.join(',') === order.join(',') }
}

/**
 * Finds a draw of a league, in this season or a past one.
 *
 * @example findDraw(league, 1)?.commitment
 */
export const findDraw = <Draw extends { readonly number: number }>(
  { draws, seasons }: { draws: readonly Draw[]; seasons: readonly { draws: readonly Draw[] }[] },
  number: number,
): Draw | undefined => [draws, ...seasons.map((season) => season.draws)].flat().find((draw) => draw.number === number)

/** Returns the path of a draw's page, where the visitor's browser verifies the draw. */
export const drawPath = (code: string, number: number): string => `/league/${code}/draws/${number}`
