import { afterEach, describe, expect, it } from 'vitest'
import { type Body, BODY_BYTES, BodyBudget, openBody, readBytes, type Timer } from '#worker/http/read-body.ts'

const KIB = 1024

/** A clock that tests advance. */
function createManualTimer() {
  let time = 0
  const waits = new Set<{ at: number; run: () => void }>()
  const timer: Timer = {
    now: () => time,
    after(ms, then) {
      const wait = { at: time + ms, run: then }
      waits.add(wait)
      return () => void waits.delete(wait)
    },
  }
  return {
    timer,
    async pass(ms: number) {
      time += ms
      for (const wait of waits) {
        if (wait.at > time) continue
        waits.delete(wait)
        wait.run()
      }
      for (let i = 0; i < 20; i++) await Promise.resolve()
    },
  }
}

/** A body whose chunks the test sends. */
function sender(ip: string | null, headers: Record<string, string> = {}) {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isCanceled = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (isCanceled = true),
  })
  const init = { method: 'POST', body, headers: { ...headers, ...(ip !== null && { 'cf-connecting-ip': ip }) } }
  // Required by Node.
  const request = new Request('https://cards.example/', Object.assign(init, { duplex: 'half' }))
  return {
    request,
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes)),
    end: () => controller.close(),
    isCanceled: () => isCanceled,
  }
}

/** Reads a chunk and holds it, like a buffer. */
async function keep(body: Body): Promise<void> {
  const piece = await body.next()
  body.take(piece!.length)
}

let clock = createManualTimer()
const reader = (totalBytes?: number) => {
  clock = createManualTimer()
  return new BodyBudget(totalBytes, clock.timer)
}
/** The current state of a promise. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  const result = promise.then(
    (value) => value,
    (thrown: { code: string; status: number; retryAfterSeconds: number | null }) => [
      thrown.code,
      thrown.status,
      thrown.retryAfterSeconds,
    ],
  )
  return Promise.race([result, new Promise((resolve) => setTimeout(() => resolve('waits'), 5))])
}

describe('a small body', () => {
  it('times out a small body after ten seconds, even while it trickles', async () => {
    const budget = reader()
    const slow = sender('192.0.2.1')
    const reading = readBytes(slow.request, { maxBytes: BODY_BYTES.small }, budget)
    for (let seconds = 0; seconds < 9; seconds++) {
      slow.send(10)
      await clock.pass(1000)
    }
    expect(await outcome(reading)).toBe('waits')
    await clock.pass(1000)
    expect(await outcome(reading)).toEqual(['BODY_TOO_SLOW', 408, null])
    expect(slow.isCanceled()).toBe(true)
    expect(budget.heldBytes).toBe(0)
  })

  it('rejects a small body by its Content-Length before reading a byte, and by its actual length', async () => {
    const stated = sender('192.0.2.1', { 'content-length': '5000' })
    expect(await outcome(readBytes(stated.request, { maxBytes: BODY_BYTES.vote }, reader()))).toEqual([
      'FILE_TOO_LARGE',
      413,
      null,
    ])
    const lying = sender('192.0.2.1', { 'content-length': '10' })
    const reading = readBytes(lying.request, { maxBytes: BODY_BYTES.vote }, reader())
    lying.send(5000)
    expect(await outcome(reading)).toEqual(['FILE_TOO_LARGE', 413, null])
    expect(lying.isCanceled()).toBe(true)
  })

  it('accepts a small body while large ones fill the budget', async () => {
    const budget = reader(100 * KIB)
    const large = openBody(sender('192.0.2.1').request, { maxBytes: 1e6 }, budget)
    large.take(100 * KIB)
    large.isReceiving = false
    const vote = sender('192.0.2.2')
    const reading = readBytes(vote.request, { maxBytes: BODY_BYTES.vote }, budget)
    vote.send(20)
    vote.end()
    expect((await reading).bytes).toHaveLength(20)
  })
})

describe('a larger body', () => {
  it('reads a larger body up to its route’s time limit, and ends it after ten silent seconds', async () => {
    const steady = sender('192.0.2.1')
    const reading = readBytes(steady.request, { maxBytes: 1e6, totalMs: 30_000 }, reader())
    steady.send(70 * KIB)
    await clock.pass(0)
    for (let i = 0; i < 5; i++) {
      await clock.pass(5000)
      steady.send(1)
      await clock.pass(0)
    }
    expect(await outcome(reading)).toBe('waits')
    await clock.pass(5000)
    expect(await outcome(reading)).toEqual(['BODY_TOO_SLOW', 408, null])

    const silent = sender('192.0.2.1')
    const waiting = readBytes(silent.request, { maxBytes: 1e6 }, reader())
    silent.send(70 * KIB)
    await clock.pass(0)
    await clock.pass(10_000)
    expect(await outcome(waiting)).toEqual(['BODY_TOO_SLOW', 408, null])
  })
})

describe('a full budget', () => {
  it('closes a stalled sender for an active one when the budget is full', async () => {
    const budget = reader(400 * KIB)
    const [stalled, steady] = [sender('192.0.2.1'), sender('192.0.2.2')]
    const stalling = readBytes(stalled.request, { maxBytes: 1e6 }, budget)
    stalled.send(300 * KIB)
    await clock.pass(100)
    await clock.pass(5000)
    const reading = readBytes(steady.request, { maxBytes: 1e6 }, budget)
    steady.send(200 * KIB)
    steady.end()
    expect((await reading).bytes).toHaveLength(200 * KIB)
    expect(await outcome(stalling)).toEqual(['OVERLOADED', 503, 10])
    expect(stalled.isCanceled()).toBe(true)
    expect(budget.heldBytes).toBe(200 * KIB)
  })

  it('closes a sender that has slowed down, not a newcomer', async () => {
    const budget = reader(400 * KIB)
    const [trickling, steady] = [sender('192.0.2.1'), sender('192.0.2.2')]
    const trickle = openBody(trickling.request, { maxBytes: 1e6 }, budget)
    trickling.send(300 * KIB)
    await keep(trickle)
    for (let i = 0; i < 4; i++) {
      const next = trickle.next()
      await clock.pass(8000)
      trickling.send(KIB)
      await next
    }
    const waiting = trickle.next()
    const newcomer = openBody(steady.request, { maxBytes: 1e6 }, budget)
    const first = newcomer.next()
    await clock.pass(50)
    steady.send(128 * KIB)
    await first
    newcomer.take(128 * KIB)
    expect(await outcome(waiting)).toEqual(['OVERLOADED', 503, 10])
    expect(budget.heldBytes).toBe(128 * KIB)
  })

  it('rejects a large newcomer when nobody is slower', async () => {
    const budget = reader(400 * KIB)
    const whole = openBody(sender('192.0.2.1').request, { maxBytes: 1e6 }, budget)
    whole.take(390 * KIB)
    whole.isReceiving = false
    const late = sender('192.0.2.2')
    const reading = readBytes(late.request, { maxBytes: 1e6 }, budget)
    late.send(80 * KIB)
    expect(await outcome(reading)).toEqual(['OVERLOADED', 503, 10])
    expect(budget.heldBytes).toBe(390 * KIB)
  })

  it('keeps all bodies within the budget', async () => {
    const budget = reader(1024 * KIB)
    const all = Array.from({ length: 40 }, (_, i) => {
      const one = sender(`192.0.2.${i}`)
      return { one, reading: outcome(readBytes(one.request, { maxBytes: 1e6 }, budget)) }
    })
    for (let round = 0; round < 10; round++) {
      for (const { one } of all) if (!one.isCanceled()) one.send(20 * KIB)
      await clock.pass(10)
      expect(budget.heldBytes).toBeLessThanOrEqual(1024 * KIB + 40 * 64 * KIB)
    }
    expect(budget.heldBytes).toBeLessThanOrEqual(1024 * KIB)
    expect(all.filter(({ one }) => one.isCanceled()).length).toBeGreaterThan(20)
  })
})

describe('a network', () => {
  it('limits a network to a quarter of the budget, and closes its own slowest body to make room', async () => {
    const budget = reader(800 * KIB)
    const [stalled, steady, other] = [sender('192.0.2.1'), sender('192.0.2.1'), sender('192.0.2.9')]
    const others = openBody(other.request, { maxBytes: 1e6 }, budget)
    others.take(150 * KIB)
    const stalling = openBody(stalled.request, { maxBytes: 1e6 }, budget)
    stalled.send(150 * KIB)
    await keep(stalling)
    const waiting = stalling.next()
    await clock.pass(5000)
    const reading = readBytes(steady.request, { maxBytes: 1e6 }, budget)
    steady.send(150 * KIB)
    steady.end()
    expect((await reading).bytes).toHaveLength(150 * KIB)
    expect(await outcome(waiting)).toEqual(['RATE_LIMITED', 429, 10])
    expect(budget.heldBytes).toBe(300 * KIB)
    expect(others.held).toBe(150 * KIB)
  })

  it('always lets a network send one body, as large as its route allows', async () => {
    const budget = reader(800 * KIB)
    const large = sender('192.0.2.1')
    const reading = readBytes(large.request, { maxBytes: 1e6 }, budget)
    large.send(600 * KIB)
    large.end()
    expect((await reading).bytes).toHaveLength(600 * KIB)
  })

  it('exempts internal and service requests from the network limit', () => {
    const budget = reader(800 * KIB)
    for (const body of [
      openBody(sender(null).request, { maxBytes: 1e6 }, budget),
      openBody(sender(null).request, { maxBytes: 1e6 }, budget),
      openBody(sender('192.0.2.1').request, { maxBytes: 1e6, network: null }, budget),
    ])
      body.take(200 * KIB)
    expect(budget.heldBytes).toBe(600 * KIB)
  })
})

afterEach(() => {
  clock = createManualTimer()
})
