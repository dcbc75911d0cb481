import { beforeEach, describe, expect, test } from 'vitest'
import { WindowCounters, type Share } from '#worker/limits/window-counter.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const HOUR = 3_600_000
const time = { now: 0 }
beforeEach(() => {
  time.now = Date.UTC(2026, 10, 21, 12, 15)
})
const counters = () => new WindowCounters({ db: testEnv().DB, clock: () => time.now })
const take = (shares: readonly Share[], units = 1) => counters().take({ shares, windowMs: HOUR, units })
const used = (key: string) => counters().used(key, HOUR)

describe('a counter', () => {
  test('counts exactly up to a window’s limit under concurrency, and returns when the window ends', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take([{ key: 'a', limit: 3 }])))
    expect(waits.filter((wait) => wait === null)).toHaveLength(3)
    expect(new Set(waits)).toEqual(new Set([null, 45 * 60_000]))
    expect(await used('a')).toBe(3)
  })

  test('starts at zero again in the next window', async () => {
    await take([{ key: 'a', limit: 1 }])
    time.now += 45 * 60_000 - 1
    expect(await take([{ key: 'a', limit: 1 }])).toBe(1)
    time.now += 1
    expect([await used('a'), await take([{ key: 'a', limit: 1 }]), await used('a')]).toEqual([0, null, 1])
  })

  test('takes several units from a window, or none of them', async () => {
    const share = [{ key: 'a', limit: 5 }]
    expect([await take(share, 6), await used('a')]).toEqual([45 * 60_000, 0])
    expect([await take(share, 3), await take(share, 3), await take(share, 2)]).toEqual([null, 45 * 60_000, null])
    expect(await used('a')).toBe(5)
  })

  test('counts several keys together, or none of them', async () => {
    const shares = [
      { key: 'person', limit: 2 },
      { key: 'network', limit: 3 },
      { key: 'all', limit: 100 },
    ]
    const waits = await Promise.all(Array.from({ length: 9 }, () => take(shares)))
    expect(waits.filter((wait) => wait === null)).toHaveLength(2)
    expect(await Promise.all(['person', 'network', 'all'].map(used))).toEqual([2, 2, 2])
  })

  test('refunds units to their own window, and never below 0', async () => {
    const taken = { shares: [{ key: 'a', limit: 9 }], windowMs: HOUR, units: 4 }
    const then = time.now
    await counters().take(taken)
    time.now += HOUR
    await counters().take({ ...taken, units: 1 })
    await testEnv().DB.batch([counters().givingBack({ ...taken, units: 3 }, then)])
    expect(await used('a')).toBe(1)
    time.now = then
    expect(await used('a')).toBe(1)
    await testEnv().DB.batch([counters().givingBack(taken, then)])
    expect(await used('a')).toBe(0)
  })

  test('counts within a transaction only when its condition holds', async () => {
    const taken = { shares: [{ key: 'a', limit: 9 }], windowMs: HOUR }
    const taking = (value: number) => counters().taking(taken, time.now, { sql: '?4 = 1', params: [value] })
    const [no, yes] = await testEnv().DB.batch([taking(0), taking(1)])
    expect([no!.results, yes!.results, await used('a')]).toEqual([[], [{ key: 'a' }], 1])
  })
})
