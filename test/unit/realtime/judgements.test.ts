import { describe, expect, test } from 'vitest'
import { fullBucket, takeToken } from '#worker/realtime/gateway/token-bucket-state.ts'
import { nextId, readBound } from '#worker/realtime/message-id.ts'
import { shardsFor, SHARD_COUNTS, getSmallerCount } from '#worker/realtime/gateway/gateway-sharding.ts'
import { Sockets } from '#worker/realtime/gateway/sockets.ts'
import { coalesce } from '#worker/realtime/gateway/coalesce.ts'
import { waitMs, sendIntervalMs } from '#worker/realtime/channel/gateway-delivery.ts'

describe('a token bucket', () => {
  const pace = { perSecond: 2, burst: 3 }

  test('allows a burst, then as many calls as tokens are refilled', () => {
    let bucket = fullBucket(pace, 0)
    const takeAt = (now: number) => {
      const left = takeToken(bucket, pace, now)
      bucket = left ?? bucket
      return left !== null
    }
    expect([0, 0, 0, 0].map(takeAt)).toEqual([true, true, true, false])
    expect([499, 500, 500, 1000].map(takeAt)).toEqual([false, true, false, true])
    expect(Array(5).fill(60_000).map(takeAt)).toEqual([true, true, true, false, false])
  })

  test('adds no token when the clock goes back', () => {
    expect(takeToken({ left: 0.5, at: 1000 }, pace, 0)).toBeNull()
  })
})

describe('the shards of a connection', () => {
  test('starts a connection’s shards at its hash, without repeating a gateway', () => {
    for (const shardCount of SHARD_COUNTS)
      for (let hash = 0; hash < 500; hash++) {
        const shards = shardsFor(hash, shardCount)
        expect(shards[0]).toEqual({ shardCount, index: hash % shardCount })
        expect(new Set(shards.map(({ index }) => index)).size).toBe(shards.length)
        for (const { shardCount: size, index } of shards) expect(index).toBeLessThan(size)
      }
  })

  test('continues a connection’s shards on gateways beyond smaller shard counts', () => {
    expect(shardsFor(7, 4).map(({ shardCount, index }) => `${index} of ${shardCount}`)).toEqual([
      '3 of 4',
      '2 of 4',
      '1 of 4',
      '11 of 16',
      '23 of 64',
      '71 of 256',
    ])
    expect(shardsFor(7, 1).slice(0, 2)).toEqual([
      { shardCount: 1, index: 0 },
      { shardCount: 4, index: 2 },
    ])
  })

  test('spreads shards evenly over all gateways', () => {
    const counts = Array<number>(16).fill(0)
    for (let hash = 0; hash < 1600; hash++) counts[shardsFor(hash, 16)[0]!.index]! += 1
    expect(new Set(counts)).toEqual(new Set([100]))
  })

  test('opens no more gateways than a crowd needs, even when everyone reconnects at once', async () => {
    const capacity = 20
    const held = new Map<string, number>()
    const gateways = {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        fetch: () => {
          const sockets = held.get(name) ?? 0
          if (sockets >= capacity) return Promise.resolve(new Response(null, { status: 503 }))
          held.set(name, sockets + 1)
          return Promise.resolve(new Response(null))
        },
      }),
    } as never
    const sockets = new Sockets({ gateways, clock: () => 0, capacity, perNetwork: capacity, factor: 1 })
    const come = async (people: number) => {
      for (let n = 0; n < people; n++)
        expect((await sockets.open({ identity: 'i', takesMany: true }, 'n')).status).toBe(200)
    }
    await come(4 * capacity)
    expect(held.size).toBeLessThanOrEqual(16)
    await come(4 * capacity)
    expect(held.size).toBeLessThanOrEqual(16)
    await come(4 * capacity)
    expect(held.size).toBe(16)
  })

  test('lowers the shard count after a crowd', () => {
    expect([getSmallerCount(256), getSmallerCount(4), getSmallerCount(1)]).toEqual([64, 1, 1])
  })
})

describe('the send interval', () => {
  test('sends frames every 32 ms, plus a millisecond per 15 sockets of a crowd', () => {
    expect([0, 1, 480, 481, 1500].map((sockets) => Math.round(sendIntervalMs(sockets)))).toEqual([32, 32, 32, 32, 100])
  })

  test('sends the first frame after a pause without delay', () => {
    expect([10, 31, 32, 5000].map((now) => waitMs(1, 0, now))).toEqual([22, 1, 0, 0])
    expect(waitMs(1, Number.NEGATIVE_INFINITY, 0)).toBe(0)
  })
})

describe('message ids', () => {
  test('increases message ids, even when the clock goes back', () => {
    const first = nextId({ ms: 0, n: 0 }, 100)
    const second = nextId(first, 100)
    expect([first, second, nextId(second, 50), nextId(second, 101)]).toEqual([
      { ms: 100, n: 0 },
      { ms: 100, n: 1 },
      { ms: 100, n: 2 },
      { ms: 101, n: 0 },
    ])
  })

  test('expands a message id without a second part to the whole millisecond', () => {
    expect(readBound('7', 'start')).toEqual({ ms: 7, n: 0 })
    expect(readBound('7', 'end').n).toBeGreaterThan(1e12)
    expect(readBound('7-3', 'end')).toEqual({ ms: 7, n: 3 })
    expect(readBound('-', 'start').ms).toBeLessThan(readBound('+', 'end').ms)
  })
})

describe('coalesce', () => {
  test('coalesces calls during a run into the next one, which sees their changes', async () => {
    const doors: (() => void)[] = []
    let [state, running, most] = [0, 0, 0]
    const turn = coalesce(async () => {
      most = Math.max(most, (running += 1))
      const seen = state
      await new Promise<void>((resolve) => doors.push(resolve))
      running -= 1
      return seen
    })
    state = 1
    const first = turn()
    state = 2
    const [second, third] = [turn(), turn()]
    state = 3
    for (let i = 0; i < 2; i++) {
      await new Promise((resolve) => setTimeout(resolve))
      doors[i]!()
    }
    expect(await Promise.all([first, second, third])).toEqual([1, 3, 3])
    expect([doors.length, most]).toEqual([2, 1])
  })

  test('runs the next call after one that failed', async () => {
    let runs = 0
    const turn = coalesce(async () => {
      runs += 1
      if (runs === 1) throw new Error('not this time')
      return runs
    })
    const [first, second] = [turn(), turn()]
    await expect(first).rejects.toThrow('not this time')
    expect(await second).toBe(2)
    expect(await turn()).toBe(3)
  })
})
