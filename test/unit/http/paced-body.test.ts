import { expect, test } from 'vitest'
import { createPacedReader, type Pace, type Timer } from '#worker/http/paced-body.ts'

const PACE: Pace = { minBytes: 1000, windowMs: 10_000, totalMs: 60_000 }

/** A time that passes only when it is told to, and fires what is due. */
function scriptedTime() {
  let now = 0
  const due = new Set<{ at: number; fire: () => void }>()
  const timer: Timer = {
    now: () => now,
    after(ms, fire) {
      const entry = { at: now + ms, fire }
      due.add(entry)
      return () => due.delete(entry)
    },
  }
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
  return {
    timer,
    async pass(ms: number) {
      await settle()
      now += ms
      for (const entry of due) if (entry.at <= now && due.delete(entry)) entry.fire()
      await settle()
    },
  }
}

/** A sender that sends when it is told to. */
function sender() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isHungUpOn = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (isHungUpOn = true),
  })
  return {
    body,
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes)),
    end: () => controller.close(),
    isHungUpOn: () => isHungUpOn,
  }
}

/** Reads on until the body ends. @returns how it ended, as soon as it has */
function readAll(next: () => Promise<Uint8Array | null>) {
  const state = { bytes: 0, end: null as null | 'whole' | string }
  const all = async () => {
    for (let piece = await next(); piece !== null; piece = await next()) state.bytes += piece.length
  }
  all().then(
    () => (state.end = 'whole'),
    (thrown: { code: string }) => (state.end = thrown.code),
  )
  return state
}

test('a body that stalls for ten seconds is ended, and its sender is hung up on', async () => {
  const [time, from] = [scriptedTime(), sender()]
  const read = readAll(createPacedReader(from.body, PACE, time.timer).next)
  from.send(500)
  await time.pass(9_999)
  expect(read).toEqual({ bytes: 500, end: null })
  await time.pass(1)
  expect(read.end).toBe('BODY_TOO_SLOW')
  expect(from.isHungUpOn()).toBe(true)
})

test('a body that trickles is ended as well: a byte now and then is no progress', async () => {
  const [time, from] = [scriptedTime(), sender()]
  const read = readAll(createPacedReader(from.body, PACE, time.timer).next)
  for (let second = 0; second < 10; second++) {
    from.send(99)
    await time.pass(1000)
  }
  expect(read).toEqual({ bytes: 990, end: 'BODY_TOO_SLOW' })
})

test('a body that keeps up is read to its end, and is ended after a minute', async () => {
  const [time, from] = [scriptedTime(), sender()]
  const read = readAll(createPacedReader(from.body, PACE, time.timer).next)
  for (let second = 0; second < 55; second += 5) {
    from.send(600)
    await time.pass(5000)
  }
  expect(read).toEqual({ bytes: 6600, end: null })
  from.send(600)
  from.end()
  await time.pass(0)
  expect(read).toEqual({ bytes: 7200, end: 'whole' })

  const slow = sender()
  const later = readAll(createPacedReader(slow.body, PACE, time.timer).next)
  for (let second = 0; second < 60; second += 5) {
    slow.send(600)
    await time.pass(5000)
  }
  expect(later).toEqual({ bytes: 7200, end: 'BODY_TOO_SLOW' })
})

test('the time that is taken to put bytes away is not the sender’s', async () => {
  const [time, from] = [scriptedTime(), sender()]
  const { next } = createPacedReader(from.body, PACE, time.timer)
  for (let piece = 0; piece < 20; piece++) {
    from.send(10)
    expect(await next()).toHaveLength(10)
    await time.pass(9000)
  }
  from.end()
  expect(await next()).toBeNull()
})

test('a reader is told of its end', async () => {
  const [time, from] = [scriptedTime(), sender()]
  const { next } = createPacedReader(from.body, PACE, time.timer)
  const first = expect(next()).rejects.toMatchObject({ code: 'BODY_TOO_SLOW', status: 408 })
  await time.pass(10_000)
  await first
  expect(await next()).toBeNull()
})
