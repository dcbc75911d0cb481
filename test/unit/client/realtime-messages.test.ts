import { describe, expect, test } from 'vitest'
import type { RealtimeMessage } from '#shared/client/realtime.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { createFrame, createListeningClient, plain } from './listening.ts'
import { createRealtimeClient } from './talking.ts'

describe('delivery', () => {
  test('delivers a message unchanged', async () => {
    const talking = createRealtimeClient()
    const received: RealtimeMessage[] = []
    await Promise.all([
      talking.realtime.subscribe('room', (message) => received.push(message)),
      flushPromises().then(() => talking.serve()),
    ])
    const message = { ...createFrame(1), data: { a: [1] }, userId: 'ann', metadata: { b: 2 } }
    talking.socket().say('message', message)
    expect(received).toEqual([message])
  })

  test('delivers many messages of one frame', async () => {
    const { socket, received } = await createListeningClient()
    const messages = [1, 2, 3].map((n) => ({ ...createFrame(n), channel: undefined }))
    socket().say('messages', { channel: 'room', messages })
    expect(received).toEqual([1, 2, 3])
  })

  test.each([
    'not JSON',
    '7',
    'null',
    '{"type":"message"}',
    '{"type":"message","payload":{"id":7,"channel":"room","type":"chat"}}',
    '{"type":"messages","payload":[]}',
    '{"type":"messages","payload":{"channel":"room","messages":7}}',
    '{"type":"messages","payload":{"channel":"room","messages":[7,{}]}}',
    '{"type":"subscribed","payload":7}',
    '{"type":"presence","payload":{"channel":"room"}}',
    '{"type":"connected","payload":{"socketId":"s"}}',
    '{"type":"error"}',
  ])('ignores an unreadable frame (%s)', async (text) => {
    const { socket, say, received, room } = await createListeningClient()
    socket().sayText(text)
    say(createFrame(1))
    expect([received, room.state()]).toEqual([[1], 'subscribed'])
  })

  test('delivers nothing after unsubscribing, nor from other channels', async () => {
    const { realtime, socket, say, received, room } = await createListeningClient()
    say({ ...createFrame(1), channel: 'other' })
    const stop = room.onMessage(() => received.push('second'))
    stop()
    realtime.channel('other').onMessage(() => received.push('other'))
    say(createFrame(1))
    room.unsubscribe()
    socket().say('message', createFrame(2))
    expect(received).toEqual([1])
  })

  test('keeps a subscription until its last listener stops', async () => {
    const talking = createRealtimeClient()
    const subscribing = Promise.all([1, 2].map(() => talking.realtime.subscribe('room', () => {})))
    talking.serve()
    const [first, second] = await subscribing
    first!()
    expect(talking.realtime.channel('room').state()).toBe('subscribed')
    second!()
    expect(talking.realtime.channel('room').state()).toBe('disconnected')
  })

  test('delivers presence as a list, with a total for a crowd', async () => {
    const talking = createRealtimeClient()
    const received: unknown[] = []
    talking.realtime.onPresence('room', (users, count) => received.push([users.map(({ userId }) => userId), count]))
    await talking.joined()
    const users = [{ userId: 'ann', joinedAt: 1, lastSeen: 2 }, { userId: 'bob', joinedAt: 1, lastSeen: 2 }, 7]
    talking.socket().say('presence', { channel: 'room', data: { users } })
    talking.socket().say('presence', { channel: 'room', data: { users, count: 900 } })
    expect(received).toEqual([
      [['ann', 'bob'], 2],
      [['ann', 'bob'], 900],
    ])
  })
})

describe('messages on a stable connection', () => {
  test('delivers a repeated message once', async () => {
    const counted = await createListeningClient()
    counted.say(createFrame(1), createFrame(2), createFrame(1), createFrame(2))
    const uncounted = await createListeningClient()
    uncounted.say(plain(1), plain(2), plain(1))
    expect([counted.received, uncounted.received]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  test('fills a gap from history before it delivers later messages', async () => {
    const { history, say, received, missed } = await createListeningClient({ seq: 0 })
    history.all = [1, 2, 3].map((n) => createFrame(n))
    say(createFrame(1), createFrame(3), createFrame(2), createFrame(4))
    await flushPromises()
    say(createFrame(5))
    expect([received, missed()]).toEqual([[1, 2, 3, 4, 5], 0])
  })

  test('fills a gap before the first message with messages newer than the subscription', async () => {
    const { history, say, received, missed, requests } = await createListeningClient({ seq: 40 })
    history.all = [createFrame(-5, 40), createFrame(1, 41), createFrame(2, 42)]
    say(createFrame(2, 42))
    await flushPromises()
    expect([received, missed(), new URL(requests[0]!.url).searchParams.get('start')]).toEqual([[1, 2], 0, '-'])
  })

  test('fills a gap that opens while another is being filled', async () => {
    const { history, say, received, missed } = await createListeningClient({ seq: 0 })
    history.all = [createFrame(1), createFrame(2)]
    say(createFrame(2), createFrame(4))
    history.all.push(createFrame(3), createFrame(4))
    await flushPromises()
    expect([received, missed()]).toEqual([[1, 2, 3, 4], 0])
  })

  test('reports a gap that history does not fill, and delivers later messages', async () => {
    const { say, received, missed } = await createListeningClient({ seq: 0 })
    say(createFrame(1), createFrame(3), createFrame(4))
    await flushPromises()
    expect([received, missed()]).toEqual([[1, 3, 4], 1])
  })

  test('accepts a channel that restarts its numbering', async () => {
    const { say, received, missed } = await createListeningClient()
    say(createFrame(1, 500), createFrame(2, 1), createFrame(3, 2))
    await flushPromises()
    expect([received, missed()]).toEqual([[1, 2, 3], 0])
  })
})
