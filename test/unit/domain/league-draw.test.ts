import { describe, expect, it } from 'vitest'
import { drawOrder, verifyDraw } from '#shared/domain/league-draw.ts'

const SEED = '00'.repeat(32)
const COMMITMENT = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
const SEATS = Array.from({ length: 12 }, (_, at) => at + 1)
const ORDER = [4, 2, 10, 7, 3, 12, 1, 8, 5, 9, 11, 6]

describe('a draw', () => {
  it('shuffles the seats in ascending order, however they are listed', async () => {
    expect(await drawOrder(SEATS, SEED)).toEqual(ORDER)
    expect(await drawOrder(SEATS.toReversed(), SEED)).toEqual(ORDER)
  })

  it('verifies a draw by its commitment and its order', async () => {
    const draw = { commitment: COMMITMENT, seed: SEED, seats: SEATS, order: ORDER }
    expect(await verifyDraw(draw)).toEqual({ isSeed: true, isOrder: true })
    expect(await verifyDraw({ ...draw, order: ORDER.toReversed() })).toEqual({ isSeed: true, isOrder: false })
    expect(await verifyDraw({ ...draw, seats: SEATS.slice(1) })).toEqual({ isSeed: true, isOrder: false })
    expect(await verifyDraw({ ...draw, seed: 'ff'.repeat(32) })).toEqual({ isSeed: false, isOrder: false })
    expect(await verifyDraw({ ...draw, seed: 'a seed' })).toEqual({ isSeed: false, isOrder: false })
  })
})
