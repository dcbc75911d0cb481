import { beforeEach, expect, inject, test, vi } from 'vitest'
import { REALTIME_LIMITS as LIMITS } from '#shared/client/limits.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { inTime } from '../../support/hostile-requests.ts'
import { randomFrom } from '../../support/random.ts'
import { tellAttempts } from '../../support/tell-attempts.ts'
import { connect, type Listener } from '../../worker/realtime/listener.ts'

/** One socket that sends more, or more at once, than a person can, beside two that go on talking. */
const { seed, share } = inject('hostile')
const ENEMY = { 'cf-connecting-ip': '198.51.100.7' }
const MIB = 2 ** 20
/** New channels that one network may open at once, and then one every so many seconds. */
const [CHANNELS, SECONDS_PER_CHANNEL] = [60, 12]

let app: TestApp
let ann: Listener
let bob: Listener
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
  ;[ann, bob] = [await connect(app), await connect(app)]
  for (const good of [ann, bob]) await good.subscribe('room')
})

/** What one of them says, the other hears in time. */
async function talk(text: string): Promise<void> {
  await inTime(text, async () => {
    await ann.publish('room', text)
    await vi.waitFor(() => expect(bob.messages('room').at(-1)).toMatchObject({ data: text }), { interval: 1 })
  })
}

const ended = (enemy: Listener, timeout = 5000) =>
  vi.waitFor(() => expect(enemy.ended()).not.toBeNull(), { timeout, interval: 1 }).then(() => enemy.ended()!)

test.each([
  [
    'of text',
    () => JSON.stringify({ type: 'publish', payload: { channel: 'room', type: 'said', data: 'x'.repeat(32 * MIB) } }),
  ],
  ['of two-byte text', () => 'é'.repeat(16 * MIB - 1)],
  ['of bytes', () => new ArrayBuffer(32 * MIB)],
] as const)('a frame of 32 MiB %s is refused, reaches nobody, and the room talks on', async (_what, frame) => {
  const enemy = await connect(app, '', ENEMY)
  await enemy.subscribe('room')
  const sent = frame()
  enemy.raw(sent)
  if (typeof sent === 'string') expect(await ended(enemy)).toEqual({ code: 1009, reason: 'frame too long' })
  else expect((await enemy.nth('error', 1))['error']).toBe('Only text frames are understood.')
  await talk('still here')
  expect(bob.messages('room')).toHaveLength(1)
})

test('10,000 subscriptions open no more channels than a network may, and the room talks on', async () => {
  const random = randomFrom(seed)
  const opened = new Set<string>()
  const closes = new Set<string>()
  const began = performance.now()
  const count = Math.round(10_000 * share)
  let enemy = await connect(app, '', ENEMY)
  const leave = () => {
    for (const { payload } of enemy.of('subscribed')) opened.add(String(payload['channel']))
    const other = enemy.heard.filter(({ type }) => !['subscribed', 'presence', 'error'].includes(type))
    expect(other).toEqual([])
  }
  for (let sent = 0; sent < count; sent++) {
    enemy.say('subscribe', { channel: `flood-${sent}-${Math.floor(random() * 1e9)}`, presence: 'none' })
    if (sent % 500 < 499) continue
    const { code, reason } = await inTime('500 subscriptions', () => ended(enemy))
    closes.add(`${code} ${reason}`)
    leave()
    enemy = await connect(app, '', ENEMY)
    await talk(`after ${sent}`)
  }
  const seconds = (performance.now() - began) / 1000
  tellAttempts(count)
  for (const close of closes) expect(close).toMatch(/^1008 too many (?:refused frames|frames at once)$/)
  expect(opened.size).toBeGreaterThan(CHANNELS / 2)
  expect(opened.size).toBeLessThanOrEqual(CHANNELS + Math.ceil(seconds / SECONDS_PER_CHANNEL))
}, 120_000)

test('a thousand messages a second from one socket bring 40 and then 20 a second, end it, and the room talks on', async () => {
  const enemy = await connect(app, '', ENEMY)
  await enemy.subscribe('room')
  const began = performance.now()
  let sent = 0
  while (enemy.ended() === null && sent < 3000) {
    const due = Math.min(3000, Math.floor(performance.now() - began))
    for (; sent < due && enemy.ended() === null; sent++)
      enemy.say('publish', { channel: 'room', type: 'said', data: 'flood' })
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const { code, reason } = await ended(enemy)
  expect([code, reason]).toEqual([1008, expect.stringMatching(/^too many /)])
  const seconds = (performance.now() - began) / 1000
  await talk('still here')
  const heard = bob.messages('room').filter(({ data }) => data === 'flood').length
  expect(heard).toBeGreaterThanOrEqual(1)
  expect(heard).toBeLessThanOrEqual(LIMITS.publishBurst + LIMITS.publishesPerSecond * Math.ceil(seconds))
  expect(bob.messages('room').at(-1)).toMatchObject({ data: 'still here' })
}, 60_000)
