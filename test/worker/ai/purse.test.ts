import { beforeEach, describe, expect, test } from 'vitest'
import { createPurse, type Purchase } from '#worker/backend/ai/purse.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const now = Date.UTC(2026, 10, 21, 12)
const purse = () =>
  createPurse({ db: testEnv().DB, clock: () => now, perDay: { visitorCalls: 3, pictures: 10, calls: 10 } })
const PICTURE: Purchase = { kind: 'pictures', units: 1, buyer: 'a', forMs: 60_000 }
const codeOf = (taking: Promise<unknown>) =>
  taking.then(
    () => 'taken',
    (thrown: { code: string }) => thrown.code,
  )

describe('a purse', () => {
  test('lets the second asker by one name keep what it holds when the first one is done', async () => {
    const first = await purse().take({ ...PICTURE, name: 'job' })
    const second = await purse().take({ ...PICTURE, name: 'job' })
    await first.giveBack({ refund: 0 })
    expect(await codeOf(purse().take(PICTURE))).toBe('AI_IN_FLIGHT')
    // Of a name, not of what begins like it.
    expect(await codeOf(purse().take({ ...PICTURE, name: 'jo' }))).toBe('AI_IN_FLIGHT')
    await second.giveBack({ refund: 0 })
    expect(await codeOf(purse().take(PICTURE))).toBe('taken')
  })

  test('is as full as before once units are given back, for the buyer and for everybody, and no fuller', async () => {
    for (let i = 0; i < 12; i++) await (await purse().take({ ...PICTURE, units: 3 })).giveBack({ refund: 3 })
    const { results } = await testEnv().DB.prepare('select used from ai_spending').all()
    expect(results).toEqual([{ used: 0 }, { used: 0 }])
    await (await purse().take({ ...PICTURE, units: 3 })).giveBack({ refund: 1 })
    await (await purse().take(PICTURE)).giveBack({ refund: 0 })
    expect(await codeOf(purse().take(PICTURE))).toBe('AI_QUOTA_EXCEEDED')
  })
})
