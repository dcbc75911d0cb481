import { describe, expect, test } from 'vitest'
import { flushPromises } from '../../support/scripted-host.ts'
import { getRejection } from './recorder.ts'
import { createRealtimeClient, trackPromise } from './talking.ts'

const published = (channel: string, messageId: string) => ['published', { channel, messageId }] as const
const publish = (channel: string, data: unknown, more: object = {}) => ({
  type: 'publish',
  payload: { channel, type: 'chat', data, ...more },
})

describe('concurrent messages', () => {
  test('matches the ids of concurrent messages, though confirmations name only the channel', async () => {
    const talking = createRealtimeClient()
    const [room, other] = [await talking.joined('room'), await talking.joined('other')]
    const socket = talking.socket()
    const before = socket.sent.length
    const ids = [room.publish('chat', 1), room.publish('chat', 2), other.publish('chat', 3), room.publish('chat', 4)]
    expect(socket.sent.slice(before)).toEqual([publish('room', 1), publish('other', 3)])
    socket.say(...published('other', 'c'))
    socket.say(...published('room', 'a'))
    expect(socket.sent.at(-1)).toEqual(publish('room', 2))
    socket.say('error', { channel: 'room', error: 'Too long' })
    socket.say(...published('room', 'd'))
    expect(await Promise.all([ids[0], getRejection(ids[1]!), ids[2], ids[3]])).toEqual([
      'a',
      expect.objectContaining({ message: 'Too long' }),
      'c',
      'd',
    ])
  })

  test('drops the connection of a message that timed out, so that no other gets its late confirmation', async () => {
    const talking = createRealtimeClient()
    const room = await talking.joined()
    const late = trackPromise(room.publish('chat', 'late'))
    await talking.pass(5_000)
    const next = trackPromise(room.publish('chat', 'next'))
    await talking.pass(5_000)
    expect(late.error).toMatchObject({ message: 'Message send timeout' })
    const old = talking.socket()
    expect(old.isClosed).toBe(true)
    await talking.pass(2_000)
    const socket = talking.serve()
    expect(socket.sent).toContainEqual(publish('room', 'next'))
    socket.say(...published('room', 'n'))
    await flushPromises()
    expect(next).toMatchObject({ isOver: true, value: 'n' })
  })

  test('sends an unsent message over the next connection, but not after its ten seconds', async () => {
    const talking = createRealtimeClient()
    const room = await talking.joined()
    talking.socket().lose()
    const storing = trackPromise(room.publish('chat', 'kept'))
    await talking.pass(2_000)
    expect(talking.serve().sent).toContainEqual(publish('room', 'kept'))
    talking.socket().say(...published('room', 'k'))
    await flushPromises()
    expect(storing).toMatchObject({ value: 'k' })

    talking.socket().lose()
    const lost = trackPromise(room.publish('chat', 'lost'))
    await talking.pass(2_000)
    talking.socket().lose()
    await talking.pass(8_000)
    expect(lost.error).toMatchObject({ message: 'Message send timeout' })
    await talking.pass(30_000)
    expect(talking.serve().sent).not.toContainEqual(publish('room', 'lost'))
  })
})

describe('a message', () => {
  test('publishes without a subscription, and sends exactly the given fields', async () => {
    const { realtime, socket } = createRealtimeClient()
    const id = realtime.publish('room', 'chat', { a: 1 }, { userId: 'ann', metadata: 7 })
    expect(socket().sent).toEqual([])
    socket().open()
    expect(socket().sent).toEqual([publish('room', { a: 1 }, { userId: 'ann', metadata: 7 })])
    socket().say(...published('room', '5-0'))
    expect(await id).toBe('5-0')
  })

  test('publishes after the subscription is confirmed, so that an error belongs to one of them', async () => {
    const { realtime, socket } = createRealtimeClient()
    const channel = realtime.channel('room')
    const all = [channel.subscribe(), channel.publish('chat', 1)]
    socket().open()
    expect(socket().sent).toHaveLength(1)
    socket().say('subscribed', { channel: 'room' })
    expect(socket().sent.at(-1)).toEqual(publish('room', 1))
    socket().say(...published('room', '1-0'))
    expect(await Promise.all(all)).toEqual([undefined, '1-0'])
  })
})

describe('realtime by HTTP', () => {
  test('publishes a message by HTTP without a socket', async () => {
    const { realtime, requests, sockets } = createRealtimeClient(() =>
      Response.json({ messageId: '9-0', channel: 'room', timestamp: 9 }),
    )
    expect(await realtime.post('room', 'chat', { a: 1 }, { userId: 'ann' })).toBe('9-0')
    expect(sockets).toEqual([])
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://core.example/api/realtime/p1/publish',
        headers: { authorization: 'Bearer public-key' },
        body: { channel: 'room', type: 'chat', data: { a: 1 }, userId: 'ann' },
      },
    ])
  })

  test('reads presence by HTTP', async () => {
    const users = [{ userId: 'ann', joinedAt: 1, lastSeen: 2 }]
    const { realtime, requests } = createRealtimeClient(() => Response.json({ channel: 'a b', users, count: 300 }))
    expect(await realtime.presence('a b')).toEqual({ users, count: 300 })
    expect(await realtime.channel('a b').getPresence()).toEqual({ users, count: 300 })
    expect(requests[0]!.url).toBe('https://core.example/api/realtime/p1/presence?channel=a+b')
  })

  test.each([
    [{}, 'channel=room&start=-&end=%2B'],
    [{ limit: 5 }, 'channel=room&limit=5&start=-&end=%2B'],
    [{ after: '1-0' }, 'channel=room&start=1-0&end=%2B'],
    [{ limit: 5, after: '1-0', before: '9-0' }, 'channel=room&limit=7&start=1-0&end=9-0'],
  ])('requests history by HTTP as the API requires: %j', async (options, query) => {
    const { realtime, requests } = createRealtimeClient()
    await realtime.channel('room').getMessages(options)
    expect(requests[0]!.url).toBe(`https://core.example/api/realtime/p1/messages?${query}`)
  })

  test('excludes both boundary messages from the history between them', async () => {
    const all = ['1-0', '2-0', '3-0', '4-0'].map((id) => ({ id, type: 'chat', data: id, timestamp: 1 }))
    const { realtime } = createRealtimeClient(() => Response.json({ messages: all, hasMore: false }))
    const between = await realtime.channel('room').getMessages({ after: '1-0', before: '4-0' })
    expect(between.map(({ id, channel }) => [id, channel])).toEqual([
      ['2-0', 'room'],
      ['3-0', 'room'],
    ])
    expect(await realtime.channel('room').getMessages({ after: '1-0', limit: 1 })).toHaveLength(1)
  })

  test.each([
    ['publish', (talking: ReturnType<typeof createRealtimeClient>) => talking.realtime.post('room', 'chat', 1)],
    ['presence', (talking: ReturnType<typeof createRealtimeClient>) => talking.realtime.presence('room')],
    ['history', (talking: ReturnType<typeof createRealtimeClient>) => talking.realtime.messages('room')],
  ])('reports a failing %s by HTTP as a realtime error', async (_, ask) => {
    const refused = createRealtimeClient(() => Response.json({ error: 'No', code: 'FORBIDDEN' }, { status: 403 }))
    expect(await getRejection(ask(refused))).toMatchObject({ kind: 'realtime', code: 'FORBIDDEN', message: 'No' })
    const odd = createRealtimeClient(() => Response.json({ hello: 1 }))
    expect(await getRejection(ask(odd))).toMatchObject({ kind: 'realtime', code: 'INTERNAL' })
    const dead = createRealtimeClient(() => Promise.reject(new TypeError('fetch failed')))
    expect(await getRejection(ask(dead))).toMatchObject({ kind: 'realtime', code: 'NETWORK_ERROR' })
  })
})
