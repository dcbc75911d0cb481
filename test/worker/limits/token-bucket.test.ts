import { beforeEach, describe, expect, test } from 'vitest'
import { withScope } from '#worker/http/request-scope.ts'
import { TokenBuckets, requireToken } from '#worker/limits/token-bucket.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const time = { now: 0 }
beforeEach(() => {
  time.now = Date.UTC(2026, 10, 21)
})
const createBuckets = (factor = 1) => new TokenBuckets({ db: testEnv().DB, clock: () => time.now, factor })
const RATE = { times: 3, seconds: 30 }

/** Returns how many of `count` parallel calls get a token. */
async function passes(count: number, key = 'a', factor = 1): Promise<number> {
  const responses = await Promise.all(Array.from({ length: count }, () => createBuckets(factor).take(key, RATE)))
  return responses.filter((wait) => wait === null).length
}

describe('a token bucket', () => {
  test('grants exactly the bucket’s tokens immediately, then one per refill', async () => {
    expect(await passes(20)).toBe(3)
    expect(await createBuckets().take('a', RATE)).toBe(10_000)
    time.now += 9999
    expect(await createBuckets().take('a', RATE)).toBe(1)
    time.now += 1
    expect(await passes(5)).toBe(1)
    time.now += 60_000
    expect(await passes(20)).toBe(3)
  })

  test('gives each key its own bucket, scaled by the factor of its mode', async () => {
    expect([await passes(9, 'a'), await passes(9, 'b'), await passes(9, 'c', 2)]).toEqual([3, 3, 6])
  })

  test('takes a token from every key or none, and returns the empty ones', async () => {
    const buckets = createBuckets()
    await passes(3, 'a')
    expect(await buckets.takeAll(['a', 'b'], RATE)).toEqual([{ key: 'a', waitMs: 10_000 }])
    expect(await passes(9, 'b')).toBe(3)
    await passes(3, 'c')
    const full = await Promise.all(Array.from({ length: 9 }, () => buckets.takeAll(['d', 'e'], RATE)))
    expect(full.filter((empty) => empty === null)).toHaveLength(3)
    expect((await buckets.takeAll(['d', 'e', 'f'], RATE))!.map(({ key }) => key).toSorted()).toEqual(['d', 'e'])
    expect(await passes(9, 'f')).toBe(3)
  })

  test('returns a token to its bucket', async () => {
    await passes(3)
    await createBuckets().refund(['a'], RATE)
    expect(await passes(9)).toBe(1)
  })

  test('rejects with the caller’s message, and states when the next token is available', async () => {
    const buckets = createBuckets()
    for (let n = 0; n < 3; n++) await requireToken(buckets, 'a', RATE)
    const refusal = { code: 'RATE_LIMITED', status: 429, retryAfterSeconds: 10 }
    await expect(requireToken(buckets, 'a', RATE)).rejects.toMatchObject(refusal)
    await expect(requireToken(buckets, 'a', RATE, 'Too many.')).rejects.toMatchObject({
      ...refusal,
      message: 'Too many.',
    })
  })

  test.each([
    ['contact:network:10.0.0.1', 'contact:network'],
    ['contact:networks:2001:db8:1', 'contact:networks'],
    ['contact:site:2001:db8:1', 'contact:site'],
    ['contact:strangers', 'contact:strangers'],
    ['contact:all', 'contact:all'],
    ['sign-in:account:ann', 'sign-in:account'],
    ['sign-in:guess:ann', 'sign-in:guess'],
    ['sign-in:known:ann', 'sign-in:known'],
    ['contact:ann', 'contact'],
    ['contact', 'contact'],
  ])('logs the refusal by %s as %s, without its visitor', async (key, noted) => {
    const limit = await withScope('a-request', async (scope) => {
      for (let n = 0; n < 4; n++) await requireToken(createBuckets(), key, RATE).catch(() => undefined)
      return scope.limit
    })
    expect(limit).toBe(noted)
  })
})
