import { runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { runs } from '../../support/hostile-requests.ts'
import { connect, type Listener } from '../../worker/realtime/listener.ts'
import { gatewayStub, sleepGateways } from '../../worker/realtime/sleep.ts'

const LIMITS = REALTIME_LIMITS

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const frame = (type: string) => (payload: unknown) => JSON.stringify({ type, payload })

const noName = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', ' ', 'a b', 'a\u0000b', 'é', '\u202e', 1, true, [], {}, ['room']),
  fc.constant('x'.repeat(LIMITS.channelMaxCharacters + 1)),
)
const tooLong = (characters: number) => fc.constantFrom<unknown>('x'.repeat(characters + 1), 7, {}, [], '')
const heavy = fc.constantFrom<unknown>(
  'x'.repeat(LIMITS.metadataMaxCharacters),
  Array.from({ length: 600 }, () => 0),
)

/** Frames that must be refused, with the reason. */
const refused = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !isFrame(text)),
  fc.json().filter((text) => !isFrame(text)),
  fc.nat(3000).map((depth) => nested(depth)),
  fc.nat(3000).map((depth) => `{"type":"subscribe","payload":${nested(depth)}}`),
  fc.string().map((type) => frame(`no-${type}`)({ channel: 'room' })),
  fc
    .constantFrom('constructor', '__proto__', 'message', 'subscribed', 'error')
    .map((type) => frame(type)({ channel: 'room' })),
  fc
    .tuple(fc.constantFrom('subscribe', 'unsubscribe', 'publish'), fc.anything())
    .map(([type, payload]) => frame(type)(payload))
    .filter((text) => !/"channel":"[\x21-\x7e]/.test(text)),
  fc
    .tuple(fc.constantFrom('subscribe', 'unsubscribe', 'publish'), noName)
    .map(([type, channel]) => frame(type)({ channel, type: 'said', data: 1 })),
  fc
    .constantFrom('hall', 'card:1', 'job:x')
    .map((channel) => frame('publish')({ channel, type: 'votes', data: { cards: [] } })),
  tooLong(LIMITS.typeMaxCharacters).map((type) => frame('publish')({ channel: 'room', type, data: 1 })),
  tooLong(LIMITS.userIdMaxCharacters).map((userId) => frame('subscribe')({ channel: 'room', userId })),
  heavy.map((metadata) => frame('publish')({ channel: 'room', type: 'said', metadata })),
  fc.constantFrom('all', 1, {}).map((presence) => frame('subscribe')({ channel: 'room', presence })),
)
/** Frames that close a socket at once. */
const fatal = fc
  .nat(3)
  .map((n) =>
    frame('publish')({ channel: 'room', type: 'said', data: (n % 2 ? 'é' : 'x').repeat(LIMITS.frameMaxBytes) }),
  )
const binary = fc.uint8Array({ maxLength: 30 }).map((bytes) => Uint8Array.from(bytes).buffer)

function isFrame(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return ['ping', 'subscribe', 'unsubscribe', 'publish'].includes(String((value as { type?: unknown } | null)?.type))
  } catch {
    return false
  }
}

/** A long timeout for a slow machine. No test asserts a duration. */
const PATIENCE = { timeout: 20_000, interval: 1 }
const open = (listener: Listener) => listener.ended() === null

it('responds to hostile frames only with errors and closes, and keeps the channel working', async () => {
  const [ann, bob] = [await connect(app), await connect(app)]
  for (const good of [ann, bob]) await good.subscribe('room')
  const frames = fc.sample(
    fc.oneof({ weight: 60, arbitrary: refused }, { weight: 4, arbitrary: binary }, { weight: 1, arbitrary: fatal }),
    runs(400),
  )

  const codes = new Set<number | undefined>()
  let [enemy, sent] = [await connect(app), 0]
  for (const text of frames) {
    enemy.raw(text as string)
    sent += 1
    if (sent % 10 > 0) continue
    await vi.waitFor(() => expect(open(enemy) ? enemy.heard.length : sent).toBe(sent), PATIENCE)
    if (open(enemy)) continue
    expect(enemy.heard.filter(({ type }) => type !== 'error')).toEqual([])
    codes.add(enemy.ended()?.code)
    enemy = await connect(app)
    sent = 0
  }

  expect([...codes].toSorted()).toEqual([1008, 1009])
  await ann.publish('room', 'all is well')
  expect(await bob.nth('message', 1)).toMatchObject({ data: 'all is well' })
  expect(bob.messages('room')).toHaveLength(1)
})

/** Stops the gateway's clock, so that no rate limit refills while a test is slow. */
const stopClock = () =>
  runInDurableObject(gatewayStub('0'), (instance) => {
    const now = Date.now()
    instance.clock = () => now
  })

describe('a socket', () => {
  it('accepts a burst of 40 publications from a socket, and closes one that continues', async () => {
    const ann = await connect(app)
    await stopClock()
    await ann.subscribe('room')
    for (let i = 0; i < 60; i++) ann.say('publish', { channel: 'room', type: 'said', data: i })
    await vi.waitFor(() => expect(ann.of('published').length + ann.of('error').length).toBe(60), PATIENCE)
    expect(ann.of('published')).toHaveLength(LIMITS.publishBurst)
    expect(ann.of('error')[0]!.payload).toEqual({ error: 'Too many messages at once. Wait a moment.', channel: 'room' })
    for (let i = 0; i < 99; i++) ann.say('publish', { channel: 'room', type: 'said', data: i })
    await vi.waitFor(() => expect(ann.ended()).toEqual({ code: 1008, reason: 'too many refused frames' }), PATIENCE)
  })

  it('accepts a burst of 64 control frames from a socket, and names the channel in the next error', async () => {
    const ann = await connect(app, '&frames=many')
    await stopClock()
    for (let i = 0; i < 90; i++) ann.say('ping', { again: i })
    ann.say('subscribe', { channel: 'room' })
    expect((await ann.nth('error', 1, 'room'))['code']).toBe('RATE_LIMITED')
    expect(ann.of('pong')).toHaveLength(64)
    expect(await ann.publish('room', 'still speaking')).toMatch(/^\d+-\d+$/)
    for (let i = 0; i < 99; i++) ann.say('ping', { again: i })
    await vi.waitFor(() => expect(ann.ended()).toEqual({ code: 1008, reason: 'too many refused frames' }), PATIENCE)
  })

  it('lets a socket subscribe to 32 channels, and to another one after unsubscribing', async () => {
    const ann = await connect(app, '&frames=many')
    for (let i = 0; i < 32; i++) await ann.subscribe(`room${i}`, { presence: 'none' })
    ann.say('subscribe', { channel: 'one-more' })
    expect(await ann.nth('error', 1)).toEqual({
      error: 'No more than 32 channels at once.',
      channel: 'one-more',
      code: 'FORBIDDEN',
    })
    ann.say('unsubscribe', { channel: 'room3' })
    expect(await ann.subscribe('one-more')).toMatchObject({ channel: 'one-more' })
  })

  it('limits a socket’s metadata to what its gateway can store during hibernation', async () => {
    const ann = await connect(app)
    const metadata = 'é'.repeat(1000)
    for (let i = 0; i < 20; i++) ann.say('subscribe', { channel: `room${i}`, metadata, presence: 'none' })
    await vi.waitFor(() => expect(ann.of('subscribed').length + ann.of('error').length).toBe(20))
    expect(ann.of('subscribed').length).toBeGreaterThan(5)
    expect(ann.of('error')[0]!.payload['error']).toBe('The metadata of all subscriptions together is too long.')
    expect(await ann.publish('room0', 'still speaking')).toMatch(/^\d+-\d+$/)

    const subscribed = ann.of('subscribed').map(({ payload }) => String(payload['channel']))
    expect(await sleepGateways()).toBeGreaterThan(0)
    for (const room of subscribed) await ann.publish(room, 'after hibernation')
    for (const room of subscribed)
      await vi.waitFor(() => expect(ann.messages(room).at(-1)?.['data']).toBe('after hibernation'))
  })

  it('names the channel of a refused frame', async () => {
    const ann = await connect(app)
    ann.say('subscribe', { channel: 'room', userId: 7 })
    expect(await ann.nth('error', 1)).toEqual({ error: expect.stringContaining('userId'), channel: 'room' })
    ann.say('subscribe', { channel: 'a b' })
    expect(await ann.nth('error', 2)).toEqual({ error: expect.stringContaining('channel') })
  })
})
