import { describe, expect, test } from 'vitest'
import type { RealtimeMessage } from '#shared/client/realtime.ts'
import { settled } from '../../support/scripted-host.ts'
import { listening, plain, said } from './listening.ts'
import { createTalking } from './talking.ts'

describe('what is said', () => {
  test('is told as it was said', async () => {
    const talking = createTalking()
    const told: RealtimeMessage[] = []
    await Promise.all([
      talking.realtime.subscribe('room', (message) => told.push(message)),
      settled().then(() => talking.serve()),
    ])
    const message = { ...said(1), data: { a: [1] }, userId: 'ann', metadata: { b: 2 } }
    talking.socket().say('message', message)
    expect(told).toEqual([message])
  })

  test('may come many in a frame', async () => {
    const { socket, told } = await listening()
    const messages = [1, 2, 3].map((n) => ({ ...said(n), channel: undefined }))
    socket().say('messages', { channel: 'room', messages })
    expect(told).toEqual([1, 2, 3])
  })

  test.each([
    'no JSON',
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
  ])('and cannot be understood (%s) is ignored', async (text) => {
    const { socket, say, told, room } = await listening()
    socket().sayText(text)
    say(said(1))
    expect([told, room.state()]).toEqual([[1], 'subscribed'])
  })

  test('is not delivered after leaving, nor on other channels', async () => {
    const { realtime, socket, say, told, room } = await listening()
    say({ ...said(1), channel: 'other' })
    const stop = room.onMessage(() => told.push('second'))
    stop()
    realtime.channel('other').onMessage(() => told.push('other'))
    say(said(1))
    room.unsubscribe()
    socket().say('message', said(2))
    expect(told).toEqual([1])
  })

  test('on a channel is heard until its last listener stops', async () => {
    const talking = createTalking()
    const subscribing = Promise.all([1, 2].map(() => talking.realtime.subscribe('room', () => {})))
    talking.serve()
    const [first, second] = await subscribing
    first!()
    expect(talking.realtime.channel('room').state()).toBe('subscribed')
    second!()
    expect(talking.realtime.channel('room').state()).toBe('disconnected')
  })

  test('of presence is a list, and of a crowd a count too', async () => {
    const talking = createTalking()
    const told: unknown[] = []
    talking.realtime.onPresence('room', (users, count) => told.push([users.map(({ userId }) => userId), count]))
    await talking.joined()
    const users = [{ userId: 'ann', joinedAt: 1, lastSeen: 2 }, { userId: 'bob', joinedAt: 1, lastSeen: 2 }, 7]
    talking.socket().say('presence', { channel: 'room', data: { users } })
    talking.socket().say('presence', { channel: 'room', data: { users, count: 900 } })
    expect(told).toEqual([
      [['ann', 'bob'], 2],
      [['ann', 'bob'], 900],
    ])
  })
})

describe('on a connection that stands', () => {
  test('a message that comes twice is told once', async () => {
    const counted = await listening()
    counted.say(said(1), said(2), said(1), said(2))
    const uncounted = await listening()
    uncounted.say(plain(1), plain(2), plain(1))
    expect([counted.told, uncounted.told]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  test('a hole is filled from history before what is behind it is told', async () => {
    const { history, say, told, missed } = await listening({ seq: 0 })
    history.all = [1, 2, 3].map((n) => said(n))
    say(said(1), said(3), said(2), said(4))
    await settled()
    say(said(5))
    expect([told, missed()]).toEqual([[1, 2, 3, 4, 5], 0])
  })

  test('a hole before the first message is filled with what is newer than the subscription', async () => {
    const { history, say, told, missed, requests } = await listening({ seq: 40 })
    history.all = [said(-5, 40), said(1, 41), said(2, 42)]
    say(said(2, 42))
    await settled()
    expect([told, missed(), new URL(requests[0]!.url).searchParams.get('start')]).toEqual([[1, 2], 0, '-'])
  })

  test('a hole that opens while another is filled is filled too', async () => {
    const { history, say, told, missed } = await listening({ seq: 0 })
    history.all = [said(1), said(2)]
    say(said(2), said(4))
    history.all.push(said(3), said(4))
    await settled()
    expect([told, missed()]).toEqual([[1, 2, 3, 4], 0])
  })

  test('a hole that history does not fill is told to be one, and what is behind it is told', async () => {
    const { say, told, missed } = await listening({ seq: 0 })
    say(said(1), said(3), said(4))
    await settled()
    expect([told, missed()]).toEqual([[1, 3, 4], 1])
  })

  test('a channel that begins to count anew is believed', async () => {
    const { say, told, missed } = await listening()
    say(said(1, 500), said(2, 1), said(3, 2))
    await settled()
    expect([told, missed()]).toEqual([[1, 2, 3], 0])
  })
})
