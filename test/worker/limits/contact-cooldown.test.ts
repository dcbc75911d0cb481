import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ContactCooldown, type Senders } from '#worker/limits/contact-cooldown.ts'
import { DenyCache } from '#worker/limits/deny-cache.ts'
import { TokenBuckets } from '#worker/limits/token-bucket.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/faults/hostile-kv.ts'

const START = Date.UTC(2026, 10, 21)
const COOLDOWN = 20_000
const HOUR = 3_600_000

function createCooldown(hostility: Hostility = {}) {
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
  const denied = new DenyCache({ store, clock, later: (work) => void written.push(work), patienceMs: 5 })
  const buckets = new TokenBuckets({ db: testEnv().DB, clock, factor: 1 })
  const cooldown = new ContactCooldown({ buckets, denied, clock, cooldownMs: COOLDOWN })
  const settle = () => Promise.all(written.splice(0))
  /** Returns the result of `enter`, reduced to its wait. */
  const enter = async (senders: Senders, message: string | null) => {
    const wait = await cooldown.enter(senders, message)
    return wait === null || wait === 'sent' ? wait : wait.waitMs
  }
  return { time, kv, ttls, denied, cooldown, enter, settle }
}

beforeEach(freshDatabase)

describe('a message', () => {
  test('accepts a message when all its senders may send, and starts each sender’s cooldown', async () => {
    const { enter, time } = createCooldown()
    expect(await enter(['ann', 'network'], null)).toBeNull()
    expect(await enter(['ann'], null)).toBe(COOLDOWN)
    expect(await enter(['bob', 'network'], null)).toBe(COOLDOWN)
    // A refusal costs the free senders nothing.
    expect(await enter(['bob'], null)).toBeNull()
    time.now += COOLDOWN - 1
    expect(await enter(['ann', 'network'], null)).toBe(1)
    time.now += 1
    expect(await enter(['ann', 'network'], null)).toBeNull()
  })

  test('waits for the later of two senders', async () => {
    const { enter, time } = createCooldown({ outage: true })
    await enter(['ann'], null)
    time.now += 5000
    await enter(['network'], null)
    time.now += 1000
    expect(await enter(['ann', 'network'], null)).toBe(COOLDOWN - 1000)
  })

  test('rejects a repeated message from the cache alone, for as long as the first refusal stated', async () => {
    const { enter, time, kv, settle } = createCooldown()
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

  test('recognizes a sent message for an hour while its senders wait', async () => {
    const { enter, cooldown, time, settle } = createCooldown()
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

  test('recognizes no message without an idempotency key', async () => {
    const { enter, cooldown, denied, settle } = createCooldown()
    cooldown.sent(['ann'], null, START)
    await settle()
    expect(await enter(['bob'], 'null')).toBeNull()
    denied.deny('cs:null', START + HOUR)
    await settle()
    expect(await enter(['cid'], null)).toBeNull()
  })

  test('recognizes a message by its senders’ cooldown after the cache lost its key', async () => {
    const { cooldown, denied, settle } = createCooldown()
    cooldown.sent(['ann'], 'key', START)
    await settle()
    await denied.allow(['cs:key'])
    expect(await cooldown.enter(['ann'], 'key')).toBe('sent')
    expect(await cooldown.enter(['ann'], 'another')).toEqual({ waitMs: COOLDOWN, isOfAnother: true })
    // A message without a key is another message too.
    cooldown.sent(['bob'], null, START)
    await settle()
    expect(await cooldown.enter(['bob'], 'key')).toEqual({ waitMs: COOLDOWN, isOfAnother: true })
  })

  test('assumes a waiting message is the accepted one when the cache does not name it', async () => {
    const { cooldown, settle } = createCooldown()
    expect(await cooldown.enter(['ann'], 'key')).toBeNull()
    // The first refusal comes from the table, the second from the cache.
    expect(await cooldown.enter(['ann'], 'other')).toEqual({ waitMs: COOLDOWN, isOfAnother: false })
    await settle()
    expect(await cooldown.enter(['ann'], 'key')).toEqual({ waitMs: COOLDOWN, isOfAnother: false })
    // Two senders wait, and the cause of one is unknown.
    cooldown.sent(['network'], 'key', START)
    await settle()
    expect(await cooldown.enter(['ann', 'network'], 'third')).toEqual({ waitMs: COOLDOWN, isOfAnother: false })
  })

  test('waits for the latest of the senders in the cache', async () => {
    const { enter, cooldown, time, settle } = createCooldown()
    cooldown.sent(['ann'], null, START)
    time.now += 5000
    cooldown.sent(['network'], null, time.now)
    await settle()
    expect(await enter(['ann', 'network'], null)).toBe(COOLDOWN)
  })

  test('ends the cooldown of a message that could not be stored, in the cache too', async () => {
    const { enter, cooldown, settle } = createCooldown()
    await enter(['ann', 'network'], null)
    await enter(['ann', 'network'], null)
    await settle()
    await cooldown.leave(['ann', 'network'])
    expect(await enter(['ann', 'network'], null)).toBeNull()
  })
})

describe('unreliable stores', () => {
  const HOSTILITIES: Readonly<Record<string, Hostility>> = {
    'is 60 seconds stale': { staleMs: 60_000 },
    'is always empty': { staleMs: Number.POSITIVE_INFINITY },
    'refuses a second write within a second': { refuseFastWrites: true },
    'is down': { outage: true },
    'never answers': { hangs: true },
    'forgets two of three writes': { keepsEvery: 3 },
  }

  test('accepts exactly one of ten concurrent messages, and then one per cooldown, however KV fails', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const everyFourth = Array.from({ length: 24 }, (_, i) => i % 4 === 0)
    const offenders = []
    for (const [how, hostility] of Object.entries(HOSTILITIES)) {
      const { enter, time } = createCooldown(hostility)
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

describe('the deny cache', () => {
  test('keeps a deadline in the deny cache until it passes, and in KV for at least a minute', async () => {
    const { denied, time, ttls, settle } = createCooldown()
    denied.deny('soon', START + 5000, 'this')
    denied.deny('late', START + 90_001)
    await settle()
    expect(ttls).toEqual([60, 91])
    expect([...(await denied.getDenials(['late', 'none', 'soon']))]).toEqual([
      ['late', { until: START + 90_001, cause: null }],
      ['soon', { until: START + 5000, cause: 'this' }],
    ])
    time.now += 5000
    expect([...(await denied.getDenials(['late', 'soon'])).keys()]).toEqual(['late'])
    await denied.allow(['late'])
    expect((await denied.getDenials(['late'])).size).toBe(0)
  })

  test.each<[string, Hostility, string[]]>([
    ['down', { outage: true }, ['deny cache not writable', 'deny cache not readable']],
    ['silent', { hangs: true }, ['deny cache not readable']],
  ])('returns nothing from the deny cache while KV is %s, logs it and does not throw', async (_, hostility, events) => {
    const logging = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { denied, settle } = createCooldown(hostility)
    denied.deny('a', START + 5000)
    await settle()
    expect((await denied.getDenials(['a'])).size).toBe(0)
    expect(logging.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event)).toEqual(events)
    logging.mockRestore()
  })

  test.each([
    ['the configured time', 40, 40],
    ['half a second by default', undefined, 500],
  ])('waits for a silent KV for %s, and for a write in the background ten seconds', async (_, patienceMs, readMs) => {
    const logging = vi.spyOn(console, 'log').mockImplementation(() => {})
    const waits: unknown[] = []
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
      waits.push(ms)
      work()
    }) as typeof setTimeout)
    const silent = () => new Promise<never>(() => {})
    const denied = new DenyCache({
      store: { get: silent, put: silent },
      clock: () => START,
      later: () => {},
      ...(patienceMs !== undefined && { patienceMs }),
    })
    try {
      expect((await denied.getDenials(['a'])).size).toBe(0)
      await denied.allow(['a'])
      expect(waits).toEqual([readMs, 10_000])
    } finally {
      timers.mockRestore()
      logging.mockRestore()
    }
  })
})
