import { beforeEach, describe, expect, test } from 'vitest'
import { createGenerationCharges, type Taken } from '#worker/limits/generation-charges.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LIMITS = {
  perVisitorPerDay: 20,
  perNetworkPerDay: null as number | null,
  freeLooks: 10,
  freeAdjustments: 3,
  freePoses: 10,
  freePerNetworkPerHour: 60,
}

let time: { now: number }
let names = 0
beforeEach(async () => {
  await freshDatabase()
  time = { now: Date.UTC(2100, 0, 1, 12) }
})

const chargesWith = (limits: Partial<typeof LIMITS> = {}) =>
  createGenerationCharges({ db: testEnv().DB, clock: () => time.now, limits: { ...LIMITS, ...limits } })
type Charges = ReturnType<typeof chargesWith>

const newName = () => `g${++names}`
const payer = (visitor: string, network = 'home', generation = newName()) => ({ generation, visitor, network })
const leftOf = async (charges: Charges, visitor: string) => (await charges.quota(visitor)).left

/** One photo that ends with a question. @returns whether it could be paid for at all */
async function ask(charges: Charges, visitor: string, network = 'home'): Promise<Taken> {
  time.now += 1000
  const by = payer(visitor, network)
  const taken = await charges.takeCard(by, false)
  await charges.asked(by.generation)
  return taken
}

async function drawCard(charges: Charges, visitor: string): Promise<void> {
  time.now += 1000
  const by = payer(visitor)
  expect(await charges.takeCard(by, false)).toBe('taken')
  await charges.drawn(by.generation)
}

describe('the cards of a day', () => {
  test('are exactly as many as there are, of any number asked for at once', async () => {
    const charges = chargesWith()
    const all = await Promise.all(Array.from({ length: 50 }, () => charges.takeCard(payer('ann'), false)))
    expect(all.filter((taken) => taken === 'taken')).toHaveLength(20)
    expect(all.filter((taken) => taken === 'used up')).toHaveLength(30)
    expect(await charges.quota('ann')).toEqual({ left: 0, perDay: 20, resetsAt: '2100-01-02T00:00:00.000Z' })
    time.now += 12 * HOUR
    expect(await leftOf(charges, 'ann')).toBe(20)
  })

  test('count a generation once, however often its form is sent', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    const all = await Promise.all(Array.from({ length: 5 }, () => charges.takeCard(by, false)))
    expect(new Set(all)).toEqual(new Set(['taken']))
    expect(await leftOf(charges, 'ann')).toBe(19)
  })

  test('are refused with the id of a generation that is over, or of another visitor’s', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await charges.takeCard(by, false)
    expect(await charges.takeCard({ ...by, visitor: 'bob' }, false)).toBe('closed')
    await charges.drawn(by.generation)
    expect(await charges.takeCard(by, false)).toBe('closed')
    expect([await leftOf(charges, 'ann'), await leftOf(charges, 'bob')]).toEqual([19, 20])
  })

  test('are the network’s too where a provider is paid, and given back to both', async () => {
    const charges = chargesWith({ perNetworkPerDay: 3 })
    const paid = ['ann', 'bob', 'cid', 'dan'].map((visitor) => payer(visitor))
    const taken: Taken[] = []
    for (const by of paid) taken.push(await charges.takeCard(by, true))
    expect(taken).toEqual(['taken', 'taken', 'taken', 'used up'])
    expect(await charges.takeCard(payer('eve', 'elsewhere'), true)).toBe('taken')
    expect(await charges.takeCard(payer('dan'), false)).toBe('taken')
    await charges.asked(paid[0]!.generation)
    expect(await charges.takeCard(payer('dan'), true)).toBe('taken')
    expect(await charges.takeCard(payer('dan'), true)).toBe('used up')
  })
})

describe('a photo that ends with a question', () => {
  test('is given back once, however often that is said and whatever is said later', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await charges.takeCard(by, false)
    await Promise.all([1, 2, 3, 4].map(() => charges.asked(by.generation)))
    expect(await leftOf(charges, 'ann')).toBe(20)
    await charges.drawn(by.generation)
    await charges.asked(by.generation)
    expect(await leftOf(charges, 'ann')).toBe(20)
  })

  test('is not given back once it is drawn, and an unpaid generation gives nothing back', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await charges.takeCard(by, false)
    await charges.drawn(by.generation)
    await charges.asked(by.generation)
    await charges.asked('never')
    expect(await leftOf(charges, 'ann')).toBe(19)
  })

  test('costs nothing ten times in a row, then a card each; a drawn card begins anew', async () => {
    const charges = chargesWith()
    for (let i = 0; i < 10; i++) await ask(charges, 'ann')
    expect(await leftOf(charges, 'ann')).toBe(20)
    for (let i = 0; i < 3; i++) await ask(charges, 'ann')
    expect(await leftOf(charges, 'ann')).toBe(17)
    await drawCard(charges, 'ann')
    for (let i = 0; i < 11; i++) await ask(charges, 'ann')
    expect(await leftOf(charges, 'ann')).toBe(15)
  })

  test('is free exactly ten times when many are asked about at once', async () => {
    const charges = chargesWith()
    const all = Array.from({ length: 20 }, () => payer('ann'))
    await Promise.all(all.map((by) => charges.takeCard(by, false)))
    await Promise.all(all.map(({ generation }) => charges.asked(generation)))
    expect(await leftOf(charges, 'ann')).toBe(10)
  })

  test('is not looked at when the visitor has no card left', async () => {
    const charges = chargesWith({ perVisitorPerDay: 1 })
    await drawCard(charges, 'ann')
    expect(await ask(charges, 'ann')).toBe('used up')
  })

  test('is free sixty times an hour and network; a visitor that is asked again waits, and no other does', async () => {
    const charges = chargesWith()
    const start = time.now
    for (let i = 0; i < 60; i++) await ask(charges, `v${i}`)
    expect(await leftOf(charges, 'v59')).toBe(20)

    await ask(charges, 'late')
    expect(await leftOf(charges, 'late')).toBe(19)
    const wait = await charges.waitAfterQuestion({ visitor: 'late', network: 'home' })
    expect(wait).toEqual({ waitMs: start + 1000 + HOUR - time.now })
    expect(await charges.waitAfterQuestion({ visitor: 'new', network: 'home' })).toBeNull()
    expect(await charges.waitAfterQuestion({ visitor: 'late', network: 'elsewhere' })).toBeNull()

    time.now += wait!.waitMs - 1
    expect(await charges.waitAfterQuestion({ visitor: 'late', network: 'home' })).toEqual({ waitMs: 1 })
    time.now += 1
    expect(await charges.waitAfterQuestion({ visitor: 'late', network: 'home' })).toBeNull()
  })

  test('does not keep a visitor waiting that has drawn a card since', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 1 })
    await ask(charges, 'ann')
    expect(await charges.waitAfterQuestion(payer('ann'))).not.toBeNull()
    await drawCard(charges, 'ann')
    expect(await charges.waitAfterQuestion(payer('ann'))).toBeNull()
  })
})

describe('adjusting the photo of a card', () => {
  test('is free exactly three times a card, of any number asked for at once', async () => {
    const charges = chargesWith()
    const all = await Promise.all(Array.from({ length: 8 }, () => charges.takeAdjustment(payer('ann'), 'c1')))
    expect(all.filter((taken) => taken === 'taken')).toHaveLength(3)
    expect(all.filter((taken) => taken === 'used up')).toHaveLength(5)
    expect([await charges.freeAdjustments('c1'), await charges.freeAdjustments('c2')]).toEqual([0, 3])
    expect(await leftOf(charges, 'ann')).toBe(20)
  })

  test('counts once by one name, and comes back when it ends with a question', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await Promise.all([charges.takeAdjustment(by, 'c1'), charges.takeAdjustment(by, 'c1')])
    expect(await charges.freeAdjustments('c1')).toBe(2)
    await charges.asked(by.generation)
    expect(await charges.freeAdjustments('c1')).toBe(3)
    expect(await charges.takeAdjustment(by, 'c1')).toBe('closed')
  })

  test('begins no new free looks: else four crops of one card were forty looks', async () => {
    const charges = chargesWith()
    for (let i = 0; i < 10; i++) await ask(charges, 'ann')
    const by = payer('ann')
    await charges.takeAdjustment(by, 'c1')
    await charges.drawn(by.generation)
    await ask(charges, 'ann')
    expect(await leftOf(charges, 'ann')).toBe(19)
  })

  test('shares the network’s hour with free looks, and says when there are others', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 2 })
    await ask(charges, 'ann')
    time.now += 60_000
    expect(await charges.takeAdjustment(payer('bob'), 'c1')).toBe('taken')
    expect(await charges.takeAdjustment(payer('cid'), 'c2')).toEqual({ waitMs: HOUR - 60_000 })
    expect(await charges.takeAdjustment(payer('cid', 'elsewhere'), 'c2')).toBe('taken')
    time.now += HOUR - 60_000
    expect(await charges.takeAdjustment(payer('cid'), 'c2')).toBe('taken')
  })

  test('that is not free for the card is not kept waiting by the network either', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 3 })
    for (let i = 0; i < 3; i++) await charges.takeAdjustment(payer('ann'), 'c1')
    expect(await charges.takeAdjustment(payer('ann'), 'c1')).toBe('used up')
  })

  test('leaves nothing that names a card which is gone', async () => {
    await seedCard({ id: 'c1', visibility: 'draft' })
    const charges = chargesWith()
    await charges.takeAdjustment(payer('ann'), 'c1')
    await testEnv().DB.exec(`delete from fantasy_football_cards where id = 'c1'`)
    const { results } = await testEnv().DB.prepare('select card from generation_charges').all()
    expect(results).toEqual([{ card: null }])
  })
})

describe('drawing a card in another pose', () => {
  test('is free exactly ten times a card, of any number asked for at once, apart from its three crops', async () => {
    const charges = chargesWith()
    for (let i = 0; i < 3; i++) await charges.takeAdjustment(payer('ann'), 'c1')
    const all = await Promise.all(Array.from({ length: 15 }, () => charges.takeAdjustment(payer('ann'), 'c1', 'pose')))
    expect(all.filter((taken) => taken === 'taken')).toHaveLength(10)
    expect(all.filter((taken) => taken === 'used up')).toHaveLength(5)
    expect([await charges.freeAdjustments('c1', 'pose'), await charges.freeAdjustments('c2', 'pose')]).toEqual([0, 10])
    expect(await leftOf(charges, 'ann')).toBe(20)
  })

  test('leaves the crops of the photo free', async () => {
    const charges = chargesWith()
    await charges.takeAdjustment(payer('ann'), 'c1', 'pose')
    expect([await charges.freeAdjustments('c1'), await charges.freeAdjustments('c1', 'pose')]).toEqual([3, 9])
  })

  test('shares the network’s hour with crops', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 2 })
    await charges.takeAdjustment(payer('ann'), 'c1')
    await charges.takeAdjustment(payer('bob'), 'c2', 'pose')
    expect(await charges.takeAdjustment(payer('cid'), 'c3', 'pose')).toEqual({ waitMs: HOUR })
  })
})

test('a day later everything is whole again', async () => {
  const charges = chargesWith({ perVisitorPerDay: 2 })
  await drawCard(charges, 'ann')
  await drawCard(charges, 'ann')
  expect(await charges.takeCard(payer('ann'), false)).toBe('used up')
  time.now += DAY
  expect(await charges.takeCard(payer('ann'), false)).toBe('taken')
})
