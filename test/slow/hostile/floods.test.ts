import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, it, vi } from 'vitest'
import { REALTIME_LIMITS as LIMITS } from '#shared/client/limits.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { connect, type Listener } from '../../worker/realtime/listener.ts'
import { gatewayStub } from '../../worker/realtime/sleep.ts'

/** One socket floods, while two others continue talking. */
const ENEMY = { 'cf-connecting-ip': '198.51.100.7' }
const MIB = 2 ** 20
/** New channels that one network may open at once. */
const CHANNELS = 60
/** A long timeout for a slow machine. No test asserts a duration. */
const PATIENCE = { timeout: 20_000, interval: 1 }

let app: TestApp
let ann: Listener
let bob: Listener
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
  ;[ann, bob] = [await connect(app), await connect(app)]
  for (const good of [ann, bob]) await good.subscribe('room')
  // Stops refilling rate limits while a test is slow.
  const now = Date.now()
  await runInDurableObject(gatewayStub('0'), (instance) => {
    instance.clock = () => now
  })
})

/** Ann publishes, and Bob receives. */
async function exchangeMessage(text: string): Promise<void> {
  await ann.publish('room', text)
  await vi.waitFor(() => expect(bob.messages('room').at(-1)).toMatchObject({ data: text }), PATIENCE)
}

async function ended(enemy: Listener) {
  await vi.waitFor(() => expect(enemy.ended()).not.toBeNull(), PATIENCE)
  return enemy.ended()!
}

it.each([
  ['text', () => 'é'.repeat(16 * MIB - 1)],
  ['bytes', () => new ArrayBuffer(32 * MIB)],
] as const)('rejects a 32 MiB frame of %s while the room keeps working', async (_what, frame) => {
  const enemy = await connect(app, '', ENEMY)
  await enemy.subscribe('room')
  const sent = frame()
  enemy.raw(sent)
  if (typeof sent === 'string') expect(await ended(enemy)).toEqual({ code: 1009, reason: 'frame too long' })
  else expect((await enemy.nth('error', 1))['error']).toBe('Only text frames are understood.')
  await exchangeMessage('still here')
  expect(bob.messages('room')).toHaveLength(1)
})

it('opens at most a network’s limit of channels for 500 subscriptions, while the room keeps working', async () => {
  const opened = new Set<string>()
  for (let round = 0; round < 2; round++) {
    const enemy = await connect(app, '', ENEMY)
    for (let i = 0; i < 250; i++) enemy.say('subscribe', { channel: `flood-${round}-${i}`, presence: 'none' })
    const { code, reason } = await ended(enemy)
    expect(`${code} ${reason}`).toMatch(/^1008 too many (?:refused frames|frames at once)$/)
    for (const { payload } of enemy.of('subscribed')) opened.add(String(payload['channel']))
    expect(enemy.heard.filter(({ type }) => !['subscribed', 'presence', 'error'].includes(type))).toEqual([])
    await exchangeMessage(`after round ${round}`)
  }
  expect(opened.size).toBeGreaterThan(CHANNELS / 2)
  expect(opened.size).toBeLessThanOrEqual(CHANNELS)
})

it('delivers a flood only up to one socket’s limit, closes the socket, and the room keeps working', async () => {
  const enemy = await connect(app, '', ENEMY)
  await enemy.subscribe('room')
  for (let sent = 0; sent < 300; sent++) enemy.say('publish', { channel: 'room', type: 'said', data: 'flood' })
  expect(await ended(enemy)).toEqual({ code: 1008, reason: expect.stringMatching(/^too many /) as string })
  await exchangeMessage('still here')
  const heard = bob.messages('room').filter(({ data }) => data === 'flood').length
  expect(heard).toBeGreaterThanOrEqual(1)
  expect(heard).toBeLessThanOrEqual(LIMITS.publishBurst)
})
