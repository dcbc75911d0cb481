import { describe, expect, test } from 'vitest'
import { PING } from '#shared/client/realtime/frames.ts'
import { reconnectDelayMs } from '#shared/client/realtime/reconnect-delay.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { createRealtimeClient, trackPromise } from './talking.ts'

const subscribe = (channel: string) => ({ type: 'subscribe', payload: { channel } })
const ping = { type: 'ping', payload: {} }

describe('the socket', () => {
  test.each([
    ['https://core.example', 'wss://core.example/?project_id=p1&frames=many'],
    ['http://127.0.0.1:8787/base', 'ws://127.0.0.1:8787/?project_id=p1&frames=many'],
  ])('opens the socket of %s at %s', (coreUrl, url) => {
    const talking = createRealtimeClient(undefined, coreUrl)
    trackPromise(talking.realtime.channel('room').subscribe())
    expect(talking.socket().url).toBe(url)
  })

  test('opens one socket for all channels, which go from disconnected through connected to subscribed', async () => {
    const { realtime, sockets, socket } = createRealtimeClient()
    const states: string[] = []
    const names = ['a', 'b', 'c']
    const all = names.map((name) => {
      const channel = realtime.channel(name)
      channel.onState((state) => states.push(`${name} ${state}`))
      expect(channel.state()).toBe('disconnected')
      return channel.subscribe()
    })
    expect(sockets).toHaveLength(1)
    socket().open()
    expect(socket().sent).toEqual(names.map(subscribe))
    for (const name of names) socket().say('subscribed', { channel: name })
    await Promise.all(all)
    expect(states).toEqual(['connected', 'subscribed'].flatMap((state) => names.map((name) => `${name} ${state}`)))
  })

  test('subscribes once to a channel that is requested twice, with the user and metadata of the first', async () => {
    const { realtime, socket } = createRealtimeClient()
    const channel = realtime.channel('room')
    const both = [channel.subscribe({ userId: 'ann', metadata: { color: 'red' } }), channel.subscribe()]
    socket().open()
    expect(socket().sent).toEqual([
      { type: 'subscribe', payload: { channel: 'room', userId: 'ann', metadata: { color: 'red' } } },
    ])
    socket().say('subscribed', { channel: 'room' })
    await Promise.all(both)
    expect(realtime.channel('room')).toBe(channel)
  })

  test('closes the socket with the last channel, and keeps it for the others', async () => {
    const talking = createRealtimeClient()
    const first = await talking.joined('first')
    const second = await talking.joined('second')
    first.unsubscribe()
    expect([talking.socket().isClosed, talking.socket().sent.at(-1)]).toEqual([
      false,
      { type: 'unsubscribe', payload: { channel: 'first' } },
    ])
    second.unsubscribe()
    expect([talking.socket().isClosed, talking.isWatched(), talking.waiting()]).toEqual([true, false, 0])
    await talking.pass(60_000)
    expect(talking.sockets).toHaveLength(1)
  })

  test('closes a socket that was opened for one message at the next heartbeat', async () => {
    const { realtime, socket, pass } = createRealtimeClient()
    const message = realtime.publish('room', 'chat', 1)
    socket().open()
    socket().say('published', { channel: 'room', messageId: '1-0' })
    await message
    await pass(24_999)
    expect(socket().isClosed).toBe(false)
    await pass(1)
    expect([socket().isClosed, socket().sent.length]).toEqual([true, 1])
  })
})

describe('the heartbeat', () => {
  test('sends the same heartbeat every 25 seconds', async () => {
    expect(JSON.parse(PING)).toEqual(ping)
    const talking = createRealtimeClient()
    await talking.joined()
    const before = talking.socket().sent.length
    await talking.pass(24_999)
    expect(talking.socket().sent).toHaveLength(before)
    await talking.pass(1)
    await talking.pass(50_000)
    expect(talking.socket().sent.slice(before)).toEqual([ping, ping, ping])
  })

  test('tolerates a server that never answers heartbeats', async () => {
    const talking = createRealtimeClient()
    await talking.joined()
    await talking.pass(300_000)
    expect(talking.sockets).toHaveLength(1)
  })

  test('closes a connection when a heartbeat stays unanswered for ten seconds after an answered one', async () => {
    const talking = createRealtimeClient()
    const channel = await talking.joined()
    await talking.pass(25_000)
    talking.socket().say('pong')
    await talking.pass(34_999)
    expect(channel.state()).toBe('subscribed')
    await talking.pass(1)
    expect([channel.state(), talking.socket().isClosed]).toEqual(['disconnected', true])
    await talking.pass(2_000)
    expect(talking.sockets).toHaveLength(2)
  })
})

describe('a lost connection', () => {
  test.each([
    [1, 0, 2_000],
    [2, 0, 4_000],
    [3, 0.5, 8_500],
    [4, 0.999, 16_999],
    [5, 0, 30_000],
    [9, 0.25, 30_250],
    [2_000, 0, 30_000],
  ])('delays reconnection %i, at a random value of %d, by %i ms', (attempt, random, delay) => {
    expect(reconnectDelayMs(attempt, random)).toBe(delay)
  })

  test('reconnects after 2, 4, 8, 16, 30 and 30 seconds with jitter', async () => {
    const talking = createRealtimeClient()
    await talking.joined()
    talking.world.random = 0.5
    talking.socket().lose()
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      const sockets = talking.sockets.length
      await talking.pass(seconds * 1000 + 499)
      expect(talking.sockets).toHaveLength(sockets)
      await talking.pass(1)
      expect(talking.sockets).toHaveLength(sockets + 1)
      talking.socket().lose()
    }
  })

  test('backs off after each useless connection, and resets after a working one', async () => {
    const talking = createRealtimeClient()
    await talking.joined()
    talking.socket().lose()
    await talking.pass(2_000)
    talking.socket().open()
    talking.socket().lose()
    await talking.pass(3_999)
    expect(talking.sockets).toHaveLength(2)
    await talking.pass(1)
    talking.serve().lose()
    await talking.pass(2_000)
    expect(talking.sockets).toHaveLength(4)
  })

  test('resubscribes every channel, except those unsubscribed meanwhile', async () => {
    const talking = createRealtimeClient()
    const first = await talking.joined('first')
    const left = await talking.joined('left')
    talking.socket().lose()
    left.unsubscribe()
    expect(first.state()).toBe('disconnected')
    await talking.pass(2_000)
    talking.serve()
    await flushPromises()
    expect(talking.socket().sent).toEqual([subscribe('first')])
    expect([first.state(), left.state()]).toEqual(['subscribed', 'disconnected'])
  })

  test('drops a reconnection without a confirmation in ten seconds', async () => {
    const talking = createRealtimeClient()
    const channel = await talking.joined()
    talking.socket().lose()
    await talking.pass(2_000)
    talking.socket().open()
    await talking.pass(10_000)
    expect([talking.socket().isClosed, channel.state()]).toEqual([true, 'disconnected'])
    await talking.pass(4_000)
    talking.serve()
    expect([talking.sockets.length, channel.state()]).toEqual([3, 'subscribed'])
  })

  test('keeps a reconnection when one channel is refused, and retries that channel after 2, 4 and 8 seconds', async () => {
    const talking = createRealtimeClient()
    const [room, other] = [await talking.joined('room'), await talking.joined('other')]
    talking.socket().lose()
    await talking.pass(2_000)
    const socket = talking.socket()
    socket.open()
    socket.say('subscribed', { channel: 'other' })
    for (const [index, seconds] of [2, 4, 8].entries()) {
      socket.say('error', { channel: 'room', error: 'Busy', ...(index === 0 && { code: 'RATE_LIMITED' }) })
      const before = socket.sent.length
      await talking.pass(seconds * 1000 - 1)
      expect(socket.sent.slice(before).filter((frame) => JSON.stringify(frame) !== PING)).toEqual([])
      await talking.pass(1)
      expect(socket.sent.at(-1)).toEqual(subscribe('room'))
    }
    socket.say('subscribed', { channel: 'room' })
    expect([room.state(), other.state(), talking.sockets.length]).toEqual(['subscribed', 'subscribed', 2])
  })

  test('gives up on a channel that is permanently refused', async () => {
    const talking = createRealtimeClient()
    const channel = await talking.joined()
    talking.socket().lose()
    await talking.pass(2_000)
    talking.socket().open()
    talking.socket().say('error', { channel: 'room', error: 'No', code: 'FORBIDDEN' })
    await talking.pass(60_000)
    expect([channel.state(), talking.sockets.length]).toEqual(['disconnected', 2])
  })

  test('reconnects at once when the network is back', async () => {
    const talking = createRealtimeClient()
    await talking.joined()
    talking.wake()
    expect(talking.sockets).toHaveLength(1)
    for (let i = 0; i < 4; i++) {
      talking.socket().lose()
      await talking.pass(30_000)
    }
    talking.socket().lose()
    const before = talking.sockets.length
    talking.wake()
    expect(talking.sockets).toHaveLength(before + 1)
    await talking.pass(9_000)
    expect(talking.sockets).toHaveLength(before + 1)
  })
})
