import { expect, test } from 'vitest'
import { watchLag } from '#worker/http/loop-lag.ts'

const TIMER_MS = 2

/** An isolate whose timers come as late as is said. */
function createLoop() {
  let now = 1_000_000
  const timers: (() => void)[] = []
  const kept: Promise<void>[] = []
  const lag = watchLag({ now: () => now, wait: () => new Promise((resolve) => timers.push(resolve)) })
  const request = () => lag.notice((work) => void kept.push(work))
  return {
    lag,
    request,
    /** So many requests come, and the timer after them is this late. */
    async turn({ requests, lateMs }: { requests: number; lateMs: number }) {
      for (let n = 0; n < requests; n++) request()
      now += TIMER_MS + lateMs
      for (const ring of timers.splice(0)) ring()
      await Promise.all(kept.splice(0))
    },
    pass: (ms: number) => (now += ms),
    timersSet: () => timers.length,
  }
}

type Loop = ReturnType<typeof createLoop>

async function flood(loop: Loop, turns: number) {
  for (let n = 0; n < turns; n++) await loop.turn({ requests: 32, lateMs: 50 })
}

test('many requests and timers that are late for 400 ms are a saturated loop', async () => {
  const loop = createLoop()
  await flood(loop, 5)
  expect(loop.lag.isSaturated()).toBe(false)
  await flood(loop, 5)
  expect(loop.lag.isSaturated()).toBe(true)
})

test('one timer in time shows that there is no queue', async () => {
  const loop = createLoop()
  await flood(loop, 7)
  await loop.turn({ requests: 16, lateMs: 20 })
  await flood(loop, 7)
  expect(loop.lag.isSaturated()).toBe(false)
})

test('a slow machine with few requests is not saturated by them', async () => {
  const loop = createLoop()
  for (let n = 0; n < 40; n++) await loop.turn({ requests: 2, lateMs: 50 })
  expect(loop.lag.isSaturated()).toBe(false)
})

test('it stays saturated while refusals still wait for each other, and ends with a timer in time', async () => {
  const loop = createLoop()
  await flood(loop, 10)
  await loop.turn({ requests: 16, lateMs: 10 })
  expect(loop.lag.isSaturated()).toBe(true)
  loop.pass(20)
  await loop.turn({ requests: 1, lateMs: 1 })
  expect(loop.lag.isSaturated()).toBe(false)
})

/** One that was saturated until now, and answered in time once. */
async function justDrained() {
  const loop = createLoop()
  await flood(loop, 10)
  loop.pass(20)
  await loop.turn({ requests: 1, lateMs: 1 })
  return loop
}

test.each([
  ['100 ms late, with as many requests as before', { afterMs: 100, requests: 32, lateMs: 100 }, true],
  ['a little less late', { afterMs: 100, requests: 32, lateMs: 99 }, false],
  ['with few requests, on a machine that stalls for other reasons', { afterMs: 100, requests: 15, lateMs: 300 }, false],
  ['with fewer than 100 requests a second', { afterMs: 800, requests: 80, lateMs: 100 }, false],
  ['with 100 requests a second', { afterMs: 800, requests: 91, lateMs: 100 }, true],
  ['just within a second', { afterMs: 897, requests: 200, lateMs: 100 }, true],
  ['a second later', { afterMs: 898, requests: 200, lateMs: 100 }, false],
])('after it was saturated one timer may say so again: %s', async (_, { afterMs, ...turn }, isAgain) => {
  const loop = await justDrained()
  loop.pass(afterMs)
  await loop.turn(turn)
  expect(loop.lag.isSaturated()).toBe(isAgain)
})

test('a timer that is 100 ms late says nothing of a loop that was never saturated', async () => {
  const loop = createLoop()
  await loop.turn({ requests: 200, lateMs: 300 })
  expect(loop.lag.isSaturated()).toBe(false)
})

test('what was seen a second ago says nothing of now', async () => {
  const loop = createLoop()
  await flood(loop, 10)
  loop.pass(1000)
  expect(loop.lag.isSaturated()).toBe(false)
  loop.request()
  expect(loop.lag.isSaturated()).toBe(false)
})

test('a timer is set once in 20 ms, and again after one that never came', () => {
  const loop = createLoop()
  for (let n = 0; n < 100; n++) loop.request()
  expect(loop.timersSet()).toBe(1)
  loop.pass(500)
  loop.request()
  expect(loop.timersSet()).toBe(1)
  loop.pass(500)
  loop.request()
  expect(loop.timersSet()).toBe(2)
})
