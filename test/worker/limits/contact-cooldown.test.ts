import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createContactCooldown } from '#worker/limits/contact-cooldown.ts'
import { createDenyCache } from '#worker/limits/deny-cache.ts'
import { createTokenBuckets } from '#worker/limits/token-bucket.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/hostile-kv.ts'

const START = Date.UTC(2026, 10, 21)
const COOLDOWN = 20_000
const HOUR = 3_600_000

function createDesk(hostility: Hostility = {}) {
  const time = { now: START }
  const clock = () => time.now
  const kv = createHostileKv(clock, hostility)
  const written: Promise<unknown>[] = []
  const ttls: number[] = []
  const store = {
    get: kv.store.get,
    put: (key: string, value: string, options: { expirationTtl: number }) => {
      ttls.push(options.expirationTtl)
      return kv.store.put(key, value, options)
    },
  }
  const denied = createDenyCache({ store, clock, later: (work) => void written.push(work), patienceMs: 5 })
  const buckets = createTokenBuckets({ db: testEnv().DB, clock, factor: 1 })
  const cooldown = createContactCooldown({ buckets, denied, clock, cooldownMs: COOLDOWN })
  const settle = () => Promise.all(written.splice(0))
  return { time, kv, ttls, denied, cooldown, settle }
}

beforeEach(freshDatabase)

describe('a message', () => {
  test('passes when all its senders may, and starts the cooldown of each', async () => {
    const { cooldown, time } = createDesk()
    expect(await cooldown.enter(['ann', 'network'], null)).toBeNull()
    expect(await cooldown.enter(['ann'], null)).toBe(COOLDOWN)
    expect(await cooldown.enter(['bob', 'network'], null)).toBe(COOLDOWN)
    // A refusal costs nothing of those that were free.
    expect(await cooldown.enter(['bob'], null)).toBeNull()
    time.now += COOLDOWN - 1
    expect(await cooldown.enter(['ann', 'network'], null)).toBe(1)
    time.now += 1
    expect(await cooldown.enter(['ann', 'network'], null)).toBeNull()
  })

  test('that waits for two senders waits for the later one', async () => {
    const { cooldown, time } = createDesk({ outage: true })
    await cooldown.enter(['ann'], null)
    time.now += 5000
    await cooldown.enter(['network'], null)
    time.now += 1000
    expect(await cooldown.enter(['ann', 'network'], null)).toBe(COOLDOWN - 1000)
  })

  test('is refused the second time by the cache alone, for as long as the first said', async () => {
    const { cooldown, time, kv, settle } = createDesk()
    await cooldown.enter(['ann', 'network'], null)
    time.now += 4000
    expect(await cooldown.enter(['ann', 'bob'], null)).toBe(COOLDOWN - 4000)
    await settle()
    expect(kv.calls.writes).toBe(1)
    await testEnv().DB.exec('delete from token_buckets')
    expect(await cooldown.enter(['ann'], null)).toBe(COOLDOWN - 4000)
    expect(await cooldown.enter(['bob'], null)).toBeNull()
    time.now += COOLDOWN - 4000
    expect(await cooldown.enter(['ann'], null)).toBeNull()
  })

  test('that was sent is known again for an hour, and its senders wait by the cache', async () => {
    const { cooldown, time, settle } = createDesk()
    expect(await cooldown.enter(['ann'], 'key')).toBeNull()
    cooldown.sent(['ann'], 'key', START)
    await settle()
    expect(await cooldown.enter(['ann'], 'key')).toBe('sent')
    expect(await cooldown.enter(['bob'], 'key')).toBe('sent')
    await testEnv().DB.exec('delete from token_buckets')
    expect(await cooldown.enter(['ann'], 'another')).toBe(COOLDOWN)
    expect(await cooldown.enter(['ann'], null)).toBe(COOLDOWN)
    time.now += HOUR - 1
    expect(await cooldown.enter(['cid'], 'key')).toBe('sent')
    time.now += 1
    expect(await cooldown.enter(['cid'], 'key')).toBeNull()
  })

  test('without a key of its own is never known again, whatever others are called', async () => {
    const { cooldown, denied, settle } = createDesk()
    cooldown.sent(['ann'], null, START)
    await settle()
    expect(await cooldown.enter(['bob'], 'null')).toBeNull()
    denied.deny('cs:null', START + HOUR)
    await settle()
    expect(await cooldown.enter(['cid'], null)).toBeNull()
  })

  test('waits by the cache for the latest of its senders', async () => {
    const { cooldown, time, settle } = createDesk()
    cooldown.sent(['ann'], null, START)
    time.now += 5000
    cooldown.sent(['network'], null, time.now)
    await settle()
    expect(await cooldown.enter(['ann', 'network'], null)).toBe(COOLDOWN)
  })

  test('that could not be stored ends the wait, also in the cache', async () => {
    const { cooldown, settle } = createDesk()
    await cooldown.enter(['ann', 'network'], null)
    await cooldown.enter(['ann', 'network'], null)
    await settle()
    await cooldown.leave(['ann', 'network'])
    expect(await cooldown.enter(['ann', 'network'], null)).toBeNull()
  })
})

describe('the cache of refusals', () => {
  test('keeps a deadline until it is over, by its value; the store keeps it for a minute at least', async () => {
    const { denied, time, ttls, settle } = createDesk()
    denied.deny('soon', START + 5000)
    denied.deny('late', START + 90_500)
    await settle()
    expect(ttls).toEqual([60, 91])
    expect([...(await denied.deadlinesOf(['late', 'none', 'soon']))]).toEqual([
      ['late', START + 90_500],
      ['soon', START + 5000],
    ])
    time.now += 5000
    expect([...(await denied.deadlinesOf(['late', 'soon'])).keys()]).toEqual(['late'])
    await denied.allow(['late'])
    expect((await denied.deadlinesOf(['late'])).size).toBe(0)
  })

  test.each<[string, Hostility, string[]]>([
    ['down', { outage: true }, ['deny cache not writable', 'deny cache not readable']],
    ['silent', { hangs: true }, ['deny cache not readable']],
  ])('knows nothing while the store is %s, logs it and throws nothing', async (_, hostility, events) => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { denied, settle } = createDesk(hostility)
    denied.deny('a', START + 5000)
    await settle()
    expect((await denied.deadlinesOf(['a'])).size).toBe(0)
    expect(said.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event)).toEqual(events)
    said.mockRestore()
  })
})
