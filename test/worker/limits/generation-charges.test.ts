import { beforeEach, describe, expect, test } from 'vitest'
import { GenerationCharges, type ChargeOutcome } from '#worker/limits/generation-charges.ts'
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
  new GenerationCharges({ db: testEnv().DB, clock: () => time.now, limits: { ...LIMITS, ...limits } })
type Charges = ReturnType<typeof chargesWith>

const newName = () => `g${++names}`
const payer = (visitor: string, network = 'home', generation = newName()) => ({ generation, visitor, network })
const getLeft = async (charges: Charges, visitor: string) => (await charges.quota(visitor)).left

/** Checks one photo that ends with a question. @returns whether it could be charged */
async function ask(charges: Charges, visitor: string, network = 'home'): Promise<ChargeOutcome> {
  time.now += 1000
  const by = payer(visitor, network)
  const taken = await charges.takeCard(by, false)
  await charges.refundQuestion(by.generation)
  return taken
}

async function drawCard(charges: Charges, visitor: string): Promise<void> {
  time.now += 1000
  const by = payer(visitor)
  expect(await charges.takeCard(by, false)).toBe('taken')
  await charges.drawn(by.generation)
}

describe('daily cards', () => {
  test('grants exactly the daily cards of concurrent requests', async () => {
    const charges = chargesWith()
    const all = await Promise.all(Array.from({ length: 50 }, () => charges.takeCard(payer('ann'), false)))
    expect(all.filter((taken) => taken === 'taken')).toHaveLength(20)
    expect(all.filter((taken) => taken === 'used up')).toHaveLength(30)
    expect(await charges.quota('ann')).toEqual({ left: 0, perDay: 20, resetsAt: '2100-01-02T00:00:00.000Z' })
    time.now += 12 * HOUR
    expect(await getLeft(charges, 'ann')).toBe(20)
  })

  test('charges a generation once, however often its form is sent', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    const all = await Promise.all(Array.from({ length: 5 }, () => charges.takeCard(by, false)))
    expect(new Set(all)).toEqual(new Set(['taken']))
    expect(await getLeft(charges, 'ann')).toBe(19)
  })

  test('rejects the id of a finished generation or another visitor’s', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await charges.takeCard(by, false)
    expect(await charges.takeCard({ ...by, visitor: 'bob' }, false)).toBe('closed')
    await charges.drawn(by.generation)
    expect(await charges.takeCard(by, false)).toBe('closed')
    expect([await getLeft(charges, 'ann'), await getLeft(charges, 'bob')]).toEqual([19, 20])
  })

  test('charges the network too for a paid provider, and refunds both', async () => {
    const charges = chargesWith({ perNetworkPerDay: 3 })
    const paid = ['ann', 'bob', 'cid', 'dan'].map((visitor) => payer(visitor))
    const taken: ChargeOutcome[] = []
    for (const by of paid) taken.push(await charges.takeCard(by, true))
    expect(taken).toEqual(['taken', 'taken', 'taken', 'used up'])
    expect(await charges.takeCard(payer('eve', 'elsewhere'), true)).toBe('taken')
    expect(await charges.takeCard(payer('dan'), false)).toBe('taken')
    await charges.refundQuestion(paid[0]!.generation)
    expect(await charges.takeCard(payer('dan'), true)).toBe('taken')
    expect(await charges.takeCard(payer('dan'), true)).toBe('used up')
  })
})

describe('a photo that ends with a question', () => {
  test('refunds a photo that ends with a question once, however often the refund is repeated', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await charges.takeCard(by, false)
    await Promise.all([1, 2, 3, 4].map(() => charges.refundQuestion(by.generation)))
    expect(await getLeft(charges, 'ann')).toBe(20)
    await charges.drawn(by.generation)
    await charges.refundQuestion(by.generation)
    expect(await getLeft(charges, 'ann')).toBe(20)
  })

  test('refunds nothing once the card is drawn, and nothing for an unpaid generation', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await charges.takeCard(by, false)
    await charges.drawn(by.generation)
    await charges.refundQuestion(by.generation)
    await charges.refundQuestion('never')
    expect(await getLeft(charges, 'ann')).toBe(19)
  })

  test('checks ten photos with questions in a row for free, then charges a card each until a card is drawn', async () => {
    const charges = chargesWith()
    for (let i = 0; i < 10; i++) await ask(charges, 'ann')
    expect(await getLeft(charges, 'ann')).toBe(20)
    for (let i = 0; i < 3; i++) await ask(charges, 'ann')
    expect(await getLeft(charges, 'ann')).toBe(17)
    await drawCard(charges, 'ann')
    for (let i = 0; i < 11; i++) await ask(charges, 'ann')
    expect(await getLeft(charges, 'ann')).toBe(15)
  })

  test('checks exactly ten photos with questions for free when many are checked concurrently', async () => {
    const charges = chargesWith()
    const all = Array.from({ length: 20 }, () => payer('ann'))
    await Promise.all(all.map((by) => charges.takeCard(by, false)))
    await Promise.all(all.map(({ generation }) => charges.refundQuestion(generation)))
    expect(await getLeft(charges, 'ann')).toBe(10)
  })

  test('refuses to check a photo when the visitor has no card left', async () => {
    const charges = chargesWith({ perVisitorPerDay: 1 })
    await drawCard(charges, 'ann')
    expect(await ask(charges, 'ann')).toBe('used up')
  })

  test('checks sixty photos an hour per network for free, then delays only repeated visitors', async () => {
    const charges = chargesWith()
    const start = time.now
    for (let i = 0; i < 60; i++) await ask(charges, `v${i}`)
    expect(await getLeft(charges, 'v59')).toBe(20)

    await ask(charges, 'late')
    expect(await getLeft(charges, 'late')).toBe(19)
    const wait = await charges.waitAfterQuestion({ visitor: 'late', network: 'home' })
    expect(wait).toEqual({ waitMs: start + 1000 + HOUR - time.now })
    expect(await charges.waitAfterQuestion({ visitor: 'new', network: 'home' })).toBeNull()
    expect(await charges.waitAfterQuestion({ visitor: 'late', network: 'elsewhere' })).toBeNull()

    time.now += wait!.waitMs - 1
    expect(await charges.waitAfterQuestion({ visitor: 'late', network: 'home' })).toEqual({ waitMs: 1 })
    time.now += 1
    expect(await charges.waitAfterQuestion({ visitor: 'late', network: 'home' })).toBeNull()
  })

  test('lets a visitor who has since drawn a card check another photo without waiting', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 1 })
    await ask(charges, 'ann')
    expect(await charges.waitAfterQuestion(payer('ann'))).not.toBeNull()
    await drawCard(charges, 'ann')
    expect(await charges.waitAfterQuestion(payer('ann'))).toBeNull()
  })
})

describe('adjusting the photo of a card', () => {
  test('adjusts a card exactly three times for free, of any concurrent requests', async () => {
    const charges = chargesWith()
    const all = await Promise.all(Array.from({ length: 8 }, () => charges.takeAdjustment(payer('ann'), 'c1')))
    expect(all.filter((taken) => taken === 'taken')).toHaveLength(3)
    expect(all.filter((taken) => taken === 'used up')).toHaveLength(5)
    expect([await charges.freeAdjustments('c1'), await charges.freeAdjustments('c2')]).toEqual([0, 3])
    expect(await getLeft(charges, 'ann')).toBe(20)
  })

  test('counts an adjustment once by its id, and refunds it when it ends with a question', async () => {
    const charges = chargesWith()
    const by = payer('ann')
    await Promise.all([charges.takeAdjustment(by, 'c1'), charges.takeAdjustment(by, 'c1')])
    expect(await charges.freeAdjustments('c1')).toBe(2)
    await charges.refundQuestion(by.generation)
    expect(await charges.freeAdjustments('c1')).toBe(3)
    expect(await charges.takeAdjustment(by, 'c1')).toBe('closed')
  })

  test('grants no new free checks for an adjustment, so that four crops do not become forty', async () => {
    const charges = chargesWith()
    for (let i = 0; i < 10; i++) await ask(charges, 'ann')
    const by = payer('ann')
    await charges.takeAdjustment(by, 'c1')
    await charges.drawn(by.generation)
    await ask(charges, 'ann')
    expect(await getLeft(charges, 'ann')).toBe(19)
  })

  test('counts adjustments in the network’s hourly free checks, and returns when more are available', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 2 })
    await ask(charges, 'ann')
    time.now += 60_000
    expect(await charges.takeAdjustment(payer('bob'), 'c1')).toBe('taken')
    expect(await charges.takeAdjustment(payer('cid'), 'c2')).toEqual({ waitMs: HOUR - 60_000 })
    expect(await charges.takeAdjustment(payer('cid', 'elsewhere'), 'c2')).toBe('taken')
    time.now += HOUR - 60_000
    expect(await charges.takeAdjustment(payer('cid'), 'c2')).toBe('taken')
  })

  test('rejects an adjustment beyond the card’s free ones without a wait for the network', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 3 })
    for (let i = 0; i < 3; i++) await charges.takeAdjustment(payer('ann'), 'c1')
    expect(await charges.takeAdjustment(payer('ann'), 'c1')).toBe('used up')
  })

  test('deletes the counts of a deleted card', async () => {
    await seedCard({ id: 'c1', visibility: 'draft' })
    const charges = chargesWith()
    await charges.takeAdjustment(payer('ann'), 'c1')
    await testEnv().DB.exec(`delete from fantasy_football_cards where id = 'c1'`)
    const { results } = await testEnv().DB.prepare('select card from generation_charges').all()
    expect(results).toEqual([{ card: null }])
  })
})

describe('drawing a card in another pose', () => {
  test('redraws a card in another pose exactly ten times for free, apart from its three crops', async () => {
    const charges = chargesWith()
    for (let i = 0; i < 3; i++) await charges.takeAdjustment(payer('ann'), 'c1')
    const all = await Promise.all(Array.from({ length: 15 }, () => charges.takeAdjustment(payer('ann'), 'c1', 'pose')))
    expect(all.filter((taken) => taken === 'taken')).toHaveLength(10)
    expect(all.filter((taken) => taken === 'used up')).toHaveLength(5)
    expect([await charges.freeAdjustments('c1', 'pose'), await charges.freeAdjustments('c2', 'pose')]).toEqual([0, 10])
    expect(await getLeft(charges, 'ann')).toBe(20)
  })

  test('does not charge a photo’s crops when the pose changes', async () => {
    const charges = chargesWith()
    await charges.takeAdjustment(payer('ann'), 'c1', 'pose')
    expect([await charges.freeAdjustments('c1'), await charges.freeAdjustments('c1', 'pose')]).toEqual([3, 9])
  })

  test('counts poses in the network’s hourly free work, together with crops', async () => {
    const charges = chargesWith({ freePerNetworkPerHour: 2 })
    await charges.takeAdjustment(payer('ann'), 'c1')
    await charges.takeAdjustment(payer('bob'), 'c2', 'pose')
    expect(await charges.takeAdjustment(payer('cid'), 'c3', 'pose')).toEqual({ waitMs: HOUR })
  })
})

test('resets all daily limits after a day', async () => {
  const charges = chargesWith({ perVisitorPerDay: 2 })
  await drawCard(charges, 'ann')
  await drawCard(charges, 'ann')
  expect(await charges.takeCard(payer('ann'), false)).toBe('used up')
  time.now += DAY
  expect(await charges.takeCard(payer('ann'), false)).toBe('taken')
})
