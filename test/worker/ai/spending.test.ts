import { beforeEach, describe, expect, test } from 'vitest'
import { type Charge, Spending } from '#worker/backend/ai/spending.ts'
import { WindowCounters } from '#worker/limits/window-counter.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeReachedCeilings } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const now = Date.UTC(2026, 10, 21, 12)
const clock = () => now
const spending = () =>
  new Spending({
    db: testEnv().DB,
    clock,
    counters: new WindowCounters({ db: testEnv().DB, clock }),
    perDay: { visitorCalls: 3, pictures: 10, calls: 10 },
    generations: { perVisitorPerDay: 2, perNetworkPerDay: 4 },
  })
const PICTURE: Charge = { kind: 'pictures', units: 1, buyer: 'a', network: 'n', isCounted: true, forMs: 60_000 }
const getCode = (charging: Promise<unknown>) =>
  charging.then(
    () => 'taken',
    (thrown: { code: string }) => thrown.code,
  )

describe('AI charges', () => {
  test('keeps the lease while a second call with the same name is running', async () => {
    const first = await spending().take({ ...PICTURE, name: 'job' })
    const second = await spending().take({ ...PICTURE, name: 'job' })
    await first.release({ refund: 0 })
    expect(await getCode(spending().take(PICTURE))).toBe('AI_IN_FLIGHT')
    // The limit matches the whole name, not a prefix.
    expect(await getCode(spending().take({ ...PICTURE, name: 'jo' }))).toBe('AI_IN_FLIGHT')
    await second.release({ refund: 0 })
    expect(await getCode(spending().take(PICTURE))).toBe('taken')
  })

  test('restores the caller’s and the site-wide budget exactly when units are refunded', async () => {
    for (let i = 0; i < 12; i++) await (await spending().take({ ...PICTURE, units: 3 })).release({ refund: 3 })
    const { results } = await testEnv().DB.prepare('select used from window_counters').all()
    expect(results).toEqual([{ used: 0 }, { used: 0 }, { used: 0 }])
    await (await spending().take({ ...PICTURE, units: 3 })).release({ refund: 1 })
    await (await spending().take(PICTURE)).release({ refund: 0 })
    expect(await getCode(spending().take(PICTURE))).toBe('AI_QUOTA_EXCEEDED')
  })

  const CALL = { kind: 'calls' } as const
  const RAW = { isCounted: false } as const
  /** Cases: charge, buyers in order, number of successful charges, code of the first refusal. */
  test.each([
    ['three calls per buyer', CALL, ['a', 'a', 'a', 'a'], 3, 'AI_QUOTA_EXCEEDED'],
    ['three tenths of all calls to one network', CALL, ['a', 'b', 'c', 'd'], 3, 'AI_QUOTA_EXCEEDED'],
    ['no four-unit call, even to a new buyer', { ...CALL, units: 4 }, ['a'], 0, 'AI_QUOTA_EXCEEDED'],
    ['two images per buyer who bypasses the edge', RAW, ['a', 'a', 'a'], 2, 'AI_QUOTA_EXCEEDED'],
    ['only one of two two-image requests', { ...RAW, units: 2 }, ['a', 'a'], 1, 'AI_QUOTA_EXCEEDED'],
    ['four images per network, across its buyers', RAW, ['a', 'b', 'c', 'd', 'e'], 4, 'AI_QUOTA_EXCEEDED'],
    ['the whole site-wide budget to a network counted by the edge', {}, [...'abcdefghijk'], 10, 'AI_CEILING_REACHED'],
    ['the whole site-wide budget to the owner', CALL, Array.from({ length: 11 }, () => null), 10, 'AI_CEILING_REACHED'],
  ])('sells exactly %s', async (_, what, buyers, sold, code) => {
    for (const [i, buyer] of buyers.entries()) {
      const charging = spending().take({ ...PICTURE, ...what, buyer })
      expect(await getCode(charging), `the ${i + 1}th`).toBe(i < sold ? 'taken' : code)
      if (i < sold) await (await charging).release({ refund: 0 })
    }
    // Another network has its own share while the site-wide budget lasts.
    const elsewhere = getCode(spending().take({ ...PICTURE, ...what, units: 1, buyer: 'z', network: 'other' }))
    expect(await elsewhere).toBe(code === 'AI_CEILING_REACHED' ? code : 'taken')
    // Only exhausting the site-wide budget is logged, not a buyer’s or network’s share.
    const kind = 'kind' in what ? what.kind : PICTURE.kind
    expect(new Set(takeReachedCeilings())).toEqual(new Set(code === 'AI_CEILING_REACHED' ? [`${kind} 10`] : []))
  })
})
