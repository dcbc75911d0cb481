import { beforeEach, describe, expect, test } from 'vitest'
import { type Charge, createSpending } from '#worker/backend/ai/spending.ts'
import { createWindowCounters } from '#worker/limits/window-counter.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeReachedCeilings } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const now = Date.UTC(2026, 10, 21, 12)
const clock = () => now
const spending = () =>
  createSpending({
    db: testEnv().DB,
    clock,
    counters: createWindowCounters({ db: testEnv().DB, clock }),
    perDay: { visitorCalls: 3, pictures: 10, calls: 10 },
    generations: { perVisitorPerDay: 2, perNetworkPerDay: 4 },
  })
const PICTURE: Charge = { kind: 'pictures', units: 1, buyer: 'a', network: 'n', isCounted: true, forMs: 60_000 }
const codeOf = (taking: Promise<unknown>) =>
  taking.then(
    () => 'taken',
    (thrown: { code: string }) => thrown.code,
  )

describe('what AI calls cost', () => {
  test('lets the second asker by one name keep what it holds when the first one is done', async () => {
    const first = await spending().take({ ...PICTURE, name: 'job' })
    const second = await spending().take({ ...PICTURE, name: 'job' })
    await first.giveBack({ refund: 0 })
    expect(await codeOf(spending().take(PICTURE))).toBe('AI_IN_FLIGHT')
    // The limit belongs to a name, not to names that begin like it.
    expect(await codeOf(spending().take({ ...PICTURE, name: 'jo' }))).toBe('AI_IN_FLIGHT')
    await second.giveBack({ refund: 0 })
    expect(await codeOf(spending().take(PICTURE))).toBe('taken')
  })

  test('is as full as before once units are given back, for the buyer and for everybody, and no fuller', async () => {
    for (let i = 0; i < 12; i++) await (await spending().take({ ...PICTURE, units: 3 })).giveBack({ refund: 3 })
    const { results } = await testEnv().DB.prepare('select used from window_counters').all()
    expect(results).toEqual([{ used: 0 }, { used: 0 }, { used: 0 }])
    await (await spending().take({ ...PICTURE, units: 3 })).giveBack({ refund: 1 })
    await (await spending().take(PICTURE)).giveBack({ refund: 0 })
    expect(await codeOf(spending().take(PICTURE))).toBe('AI_QUOTA_EXCEEDED')
  })

  const CALL = { kind: 'calls' } as const
  const RAW = { isCounted: false } as const
  /** How often the buyers, one after the other, get `units`, and the first refusal. */
  test.each([
    ['three calls of one buyer', CALL, ['a', 'a', 'a', 'a'], 3, 'AI_QUOTA_EXCEEDED'],
    ['three tenths of all calls of one network', CALL, ['a', 'b', 'c', 'd'], 3, 'AI_QUOTA_EXCEEDED'],
    ['no call of four units, though each buyer has none yet', { ...CALL, units: 4 }, ['a'], 0, 'AI_QUOTA_EXCEEDED'],
    ['two pictures of one buyer past our edge', RAW, ['a', 'a', 'a'], 2, 'AI_QUOTA_EXCEEDED'],
    ['not two of two pictures', { ...RAW, units: 2 }, ['a', 'a'], 1, 'AI_QUOTA_EXCEEDED'],
    ['four pictures of one network, for all its buyers', RAW, ['a', 'b', 'c', 'd', 'e'], 4, 'AI_QUOTA_EXCEEDED'],
    ['what is left for all of a network that our edge has counted', {}, [...'abcdefghijk'], 10, 'AI_CEILING_REACHED'],
    ['what is left for all of the owner', CALL, Array.from({ length: 11 }, () => null), 10, 'AI_CEILING_REACHED'],
  ])('sells %s', async (_, what, buyers, sold, code) => {
    for (const [i, buyer] of buyers.entries()) {
      const taking = spending().take({ ...PICTURE, ...what, buyer })
      expect(await codeOf(taking), `the ${i + 1}th`).toBe(i < sold ? 'taken' : code)
      if (i < sold) await (await taking).giveBack({ refund: 0 })
    }
    // Another network has a share of its own, as long as there is anything.
    const elsewhere = codeOf(spending().take({ ...PICTURE, ...what, units: 1, buyer: 'z', network: 'other' }))
    expect(await elsewhere).toBe(code === 'AI_CEILING_REACHED' ? code : 'taken')
    // The log tells of what stops everybody, not of one buyer's or network's share.
    const kind = 'kind' in what ? what.kind : PICTURE.kind
    expect(new Set(takeReachedCeilings())).toEqual(new Set(code === 'AI_CEILING_REACHED' ? [`${kind} 10`] : []))
  })
})
