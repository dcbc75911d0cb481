import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createContactCooldown, type Senders } from '#worker/limits/contact-cooldown.ts'
import { createDenyCache } from '#worker/limits/deny-cache.ts'
import { createTokenBuckets } from '#worker/limits/token-bucket.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/faults/hostile-kv.ts'

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
  /** As `enter` says, with the time alone of a wait. */
  const enter = async (senders: Senders, message: string | null) => {
    const wait = await cooldown.enter(senders, message)
    return wait === null || wait === 'sent' ? wait : wait.waitMs
  }
  return { time, kv, ttls, denied, cooldown, enter, settle }
}

beforeEach(freshDatabase)

describe('a message', () => {
  test('passes when all its senders may, and starts the cooldown of each', async () => {
    const { enter, time } = createDesk()
    expect(await enter(['ann', 'network'], null)).toBeNull()
    expect(await enter(['ann'], null)).toBe(COOLDOWN)
    expect(await enter(['bob', 'network'], null)).toBe(COOLDOWN)
    // A refusal costs nothing of those that were free.
    expect(await enter(['bob'], null)).toBeNull()
    time.now += COOLDOWN - 1
    expect(await enter(['ann', 'network'], null)).toBe(1)
    time.now += 1
    expect(await enter(['ann', 'network'], null)).toBeNull()
  })

  test('that waits for two senders waits for the later one', async () => {
    const { enter, time } = createDesk({ outage: true })
    await enter(['ann'], null)
    time.now += 5000
    await enter(['network'], null)
    time.now += 1000
    expect(await enter(['ann', 'network'], null)).toBe(COOLDOWN - 1000)
  })

  test('is refused the second time by the cache alone, for as long as the first said', async () => {
    const { enter, time, kv, settle } = createDesk()
    await enter(['ann', 'network'], null)
    time.now += 4000
    expect(await enter(['ann', 'bob'], null)).toBe(COOLDOWN - 4000)
    await settle()
    expect(kv.calls.writes).toBe(1)
    await testEnv().DB.exec('delete from token_buckets')
    expect(await enter(['ann'], null)).toBe(COOLDOWN - 4000)
    expect(await enter(['bob'], null)).toBeNull()
    time.now += COOLDOWN - 4000
    expect(await enter(['ann'], null)).toBeNull()
  })

  test('that was sent is known again for an hour, and its senders wait by the cache', async () => {
    const { enter, cooldown, time, settle } = createDesk()
    expect(await enter(['ann'], 'key')).toBeNull()
    cooldown.sent(['ann'], 'key', START)
    await settle()
    expect(await enter(['ann'], 'key')).toBe('sent')
    expect(await enter(['bob'], 'key')).toBe('sent')
    await testEnv().DB.exec('delete from token_buckets')
    expect(await enter(['ann'], 'another')).toBe(COOLDOWN)
    expect(await enter(['ann'], null)).toBe(COOLDOWN)
    time.now += HOUR - 1
    expect(await enter(['cid'], 'key')).toBe('sent')
    time.now += 1
    expect(await enter(['cid'], 'key')).toBeNull()
  })

  test('without a key of its own is never known again, whatever others are called', async () => {
    const { enter, cooldown, denied, settle } = createDesk()
    cooldown.sent(['ann'], null, START)
    await settle()
    expect(await enter(['bob'], 'null')).toBeNull()
    denied.deny('cs:null', START + HOUR)
    await settle()
    expect(await enter(['cid'], null)).toBeNull()
  })

  test('whose name the cache has lost is known by what its senders wait for', async () => {
    const { cooldown, denied, settle } = createDesk()
    cooldown.sent(['ann'], 'key', START)
    await settle()
    await denied.allow(['cs:key'])
    expect(await cooldown.enter(['ann'], 'key')).toBe('sent')
    expect(await cooldown.enter(['ann'], 'another')).toEqual({ waitMs: COOLDOWN, isOfAnother: true })
    // An unnamed one is another message too.
    cooldown.sent(['bob'], null, START)
    await settle()
    expect(await cooldown.enter(['bob'], 'key')).toEqual({ waitMs: COOLDOWN, isOfAnother: true })
  })

  test('that waits for what the cache does not name may be the one that has passed', async () => {
    const { cooldown, settle } = createDesk()
    expect(await cooldown.enter(['ann'], 'key')).toBeNull()
    // By the table, and then by the cache that has kept its refusal.
    expect(await cooldown.enter(['ann'], 'other')).toEqual({ waitMs: COOLDOWN, isOfAnother: false })
    await settle()
    expect(await cooldown.enter(['ann'], 'key')).toEqual({ waitMs: COOLDOWN, isOfAnother: false })
    // Two that wait, and of one of them it is not known for what.
    cooldown.sent(['network'], 'key', START)
    await settle()
    expect(await cooldown.enter(['ann', 'network'], 'third')).toEqual({ waitMs: COOLDOWN, isOfAnother: false })
  })

  test('waits by the cache for the latest of its senders', async () => {
    const { enter, cooldown, time, settle } = createDesk()
    cooldown.sent(['ann'], null, START)
    time.now += 5000
    cooldown.sent(['network'], null, time.now)
    await settle()
    expect(await enter(['ann', 'network'], null)).toBe(COOLDOWN)
  })

  test('that could not be stored ends the wait, also in the cache', async () => {
    const { enter, cooldown, settle } = createDesk()
    await enter(['ann', 'network'], null)
    await enter(['ann', 'network'], null)
    await settle()
    await cooldown.leave(['ann', 'network'])
    expect(await enter(['ann', 'network'], null)).toBeNull()
  })
})

describe('with a store that behaves badly', () => {
  const HOSTILITIES: Readonly<Record<string, Hostility>> = {
    'is 60 seconds stale': { staleMs: 60_000 },
    'is always empty': { staleMs: Number.POSITIVE_INFINITY },
    'refuses a second write within a second': { refuseFastWrites: true },
    'is down': { outage: true },
    'never answers': { hangs: true },
    'forgets two of three writes': { keepsEvery: 3 },
  }

  test('exactly one of ten messages at once passes, and then one in each cooldown', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const everyFourth = Array.from({ length: 24 }, (_, i) => i % 4 === 0)
    const offenders = []
    for (const [how, hostility] of Object.entries(HOSTILITIES)) {
      const { enter, time } = createDesk(hostility)
      const waits = await Promise.all(Array.from({ length: 10 }, () => enter([how, `network of ${how}`], null)))
      const passed = waits.filter((wait) => wait === null).length
      const passes = [true]
      for (let i = 1; i < 24; i++) {
        time.now += COOLDOWN / 4
        passes.push((await enter([how, `network of ${how}`], null)) === null)
      }
      if (passed !== 1 || passes.join() !== everyFourth.join()) offenders.push({ how, passed, passes })
    }
    expect(offenders).toEqual([])
    quiet.mockRestore()
  })
})

describe('the cache of refusals', () => {
  test('keeps a deadline until it is over, by its value; the store keeps it for a minute at least', async () => {
    const { denied, time, ttls, settle } = createDesk()
    denied.deny('soon', START + 5000, 'this')
    denied.deny('late', START + 90_500)
    await settle()
    expect(ttls).toEqual([60, 91])
    expect([...(await denied.denialsOf(['late', 'none', 'soon']))]).toEqual([
      ['late', { until: START + 90_500, cause: null }],
      ['soon', { until: START + 5000, cause: 'this' }],
    ])
    time.now += 5000
    expect([...(await denied.denialsOf(['late', 'soon'])).keys()]).toEqual(['late'])
    await denied.allow(['late'])
    expect((await denied.denialsOf(['late'])).size).toBe(0)
  })

  test.each<[string, Hostility, string[]]>([
    ['down', { outage: true }, ['deny cache not writable', 'deny cache not readable']],
    ['silent', { hangs: true }, ['deny cache not readable']],
  ])('knows nothing while the store is %s, logs it and throws nothing', async (_, hostility, events) => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { denied, settle } = createDesk(hostility)
    denied.deny('a', START + 5000)
    await settle()
    expect((await denied.denialsOf(['a'])).size).toBe(0)
    expect(said.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event)).toEqual(events)
    said.mockRestore()
  })
})
