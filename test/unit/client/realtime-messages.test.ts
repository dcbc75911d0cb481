import { describe, expect, test } from 'vitest'
import type { RealtimeMessage } from '#shared/client/realtime.ts'
import { settled } from '../../support/scripted-host.ts'
import { createTalking, type Talking } from './talking.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
const idOf = (n: number) => `${START + n}-0`
type Said = { id: string; channel: string; type: string; data: number; timestamp: number; seq: number | undefined }

/** What was said n-th, by a server that counts. */
const said = (n: number, seq = n): Said => ({
  id: idOf(n),
  channel: 'room',
  type: 'chat',
  data: n,
  timestamp: START + n,
  seq,
})
/** By a server that does not count. */
const plain = (n: number): Said => ({ ...said(n), seq: undefined })

type History = { all: Said[]; page: number; failures: number }

/** A client, what its room has told, and the history that the server would answer from. */
async function listening(standing: object = {}) {
  const history: History = { all: [], page: 200, failures: 0 }
  const talking = createTalking(({ url }) => {
    if (history.failures-- > 0) return Response.json({ error: 'Busy' }, { status: 503 })
    const from = new URL(url).searchParams.get('start')!
    const found = history.all.filter(({ id }) => from === '-' || id >= from)
    return Response.json({ messages: found.slice(0, history.page), hasMore: found.length > history.page })
  })
  const told: unknown[] = []
  let missed = 0
  const room = await talking.joined('room', standing)
  room.onMessage(({ data }) => told.push(data))
  room.onMissed(() => missed++)
  const say = (...messages: object[]) => messages.forEach((message) => talking.socket().say('message', message))
  return { ...talking, room, history, told, say, missed: () => missed }
}

async function comeBack(talking: Talking, standing: object = {}) {
  talking.socket().lose()
  await talking.pass(2_000)
  talking.serve(standing)
  await settled()
}

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
  ])('and cannot be understood (%s) harms nobody', async (text) => {
    const { socket, say, told, room } = await listening()
    socket().sayText(text)
    say(said(1))
    expect([told, room.state()]).toEqual([[1], 'subscribed'])
  })

  test('is not told to who has left, nor to whom it is not for', async () => {
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

  test('of who is there is told as a list, and of a crowd as a number too', async () => {
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

describe('after a loss', () => {
  test('what was missed is told first, from the last one on, page by page', async () => {
    const talking = await listening()
    const { history, requests, say, told } = talking
    say(said(1), said(2))
    history.all = [1, 2, 3, 4, 5, 6].map((n) => said(n))
    history.page = 2
    await comeBack(talking)
    say(said(7))
    await settled()
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(requests.map(({ url }) => new URL(url).searchParams.get('start'))).toEqual([2, 3, 4, 5].map(idOf))
  })

  test('what comes before the confirmation waits for what was missed', async () => {
    const talking = await listening()
    const { history, told } = talking
    talking.say(plain(1))
    talking.socket().lose()
    history.all = [1, 2].map((n) => plain(n))
    await talking.pass(2_000)
    talking.socket().open()
    talking.say(plain(3))
    expect(told).toEqual([1])
    talking.socket().say('subscribed', { channel: 'room' })
    await settled()
    expect(told).toEqual([1, 2, 3])
  })

  test('what a server that counts has said meanwhile is fetched, although it says nothing more', async () => {
    const talking = await listening({ seq: 0 })
    talking.say(said(1))
    talking.history.all = [1, 2, 3].map((n) => said(n))
    await comeBack(talking, { seq: 3 })
    expect([talking.requests.length, talking.told, talking.missed()]).toEqual([1, [1, 2, 3], 0])
  })

  test('nothing is asked of one that has said nothing meanwhile', async () => {
    const talking = await listening({ seq: 0 })
    talking.say(said(1))
    await comeBack(talking, { seq: 1 })
    talking.say(said(2))
    expect([talking.requests, talking.told, talking.missed()]).toEqual([[], [1, 2], 0])
  })

  test.each([
    ['in part', [900, 901]],
    ['at all', []],
  ])('what is not kept %s any longer is said to be missed, and the next one is told', async (_how, kept) => {
    const talking = await listening({ seq: 0 })
    talking.say(said(1))
    talking.history.all = kept.map((n) => said(n))
    await comeBack(talking, { seq: 901 })
    talking.say(said(902))
    await settled()
    expect([talking.told, talking.missed()]).toEqual([[1, ...kept, 902], 1])
  })

  test('before anything was said, history is asked from when the subscription began', async () => {
    const uncounted = await listening()
    uncounted.history.all = [plain(-5), plain(3)]
    await comeBack(uncounted)
    expect([uncounted.told, new URL(uncounted.requests[0]!.url).searchParams.get('start')]).toEqual([[3], idOf(0)])
  })

  test('history that fails in passing is asked again after one and two seconds', async () => {
    const talking = await listening()
    talking.say(said(1))
    talking.history.all = [said(1), said(2)]
    talking.history.failures = 2
    await comeBack(talking)
    talking.say(said(3))
    await talking.pass(1_000)
    expect(talking.told).toEqual([1])
    await talking.pass(2_000)
    expect([talking.told, talking.missed()]).toEqual([[1, 2, 3], 0])
  })

  test('history that cannot be had is given up, and said to be missing', async () => {
    const talking = await listening()
    talking.say(said(1))
    talking.history.failures = 99
    await comeBack(talking)
    talking.say(said(5))
    await talking.pass(3_000)
    expect([talking.told, talking.missed(), talking.requests.length]).toEqual([[1, 5], 1, 3])
    talking.say(said(6))
    expect(talking.told).toEqual([1, 5, 6])
  })

  test('what history no longer holds is said to be missing, once', async () => {
    const talking = await listening()
    talking.say(said(1))
    talking.history.all = [said(900), said(901)]
    await comeBack(talking)
    expect([talking.told, talking.missed()]).toEqual([[1, 900, 901], 1])
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
