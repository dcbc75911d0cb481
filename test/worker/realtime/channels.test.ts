import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REALTIME_HISTORY_MS } from '#shared/client/limits.ts'
import type { RealtimeChannelBase } from '#worker/realtime/channel/channel.ts'
import { OpenChannels } from '#worker/realtime/open-channels.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { channelCalls, connect } from './listener.ts'
import { channelStub, sleepAll, sleepChannels } from './sleep.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

const { get, post } = channelCalls(() => app)

const PONG = { type: 'pong', payload: {} }

describe('a channel', () => {
  it('delivers a message to every subscriber of a channel, including its sender', async () => {
    const [ann, bob] = [await connect(app), await connect(app)]
    expect(await ann.subscribe('room')).toEqual({ channel: 'room' })
    await bob.subscribe('room')

    const id = await ann.publish('room', { text: 'Hello' }, { userId: 'ann', metadata: { team: 'Bears' } })

    const expected = {
      id,
      channel: 'room',
      type: 'said',
      data: { text: 'Hello' },
      timestamp: Number(id.split('-')[0]),
      userId: 'ann',
      metadata: { team: 'Bears' },
      seq: expect.any(Number),
    }
    expect(await bob.nth('message', 1)).toEqual(expected)
    expect(await ann.nth('message', 1)).toEqual(expected)
    expect(bob.of('published')).toEqual([])
  })

  it('delivers nothing after unsubscribing, and nothing twice after subscribing twice', async () => {
    const [ann, bob] = [await connect(app), await connect(app)]
    for (const listener of [ann, bob, bob]) await listener.subscribe('room')
    await ann.publish('room', 1)
    await bob.nth('message', 1)
    bob.say('unsubscribe', { channel: 'room' })
    expect(await bob.nth('unsubscribed', 1)).toEqual({ channel: 'room' })
    await ann.publish('room', 2)
    await ann.nth('message', 2)

    expect(bob.messages('room').map(({ data }) => data)).toEqual([1])
    expect(bob.of('subscribed')).toHaveLength(2)
  })

  it('acknowledges messages of one socket in order', async () => {
    const ann = await connect(app)
    await ann.subscribe('room')
    for (const data of [1, 2, 3]) ann.say('publish', { channel: 'room', type: 'said', data })
    await ann.nth('published', 3)
    await vi.waitFor(() => expect(ann.messages('room')).toHaveLength(3))

    expect(ann.messages('room').map(({ data }) => data)).toEqual([1, 2, 3])
    expect(ann.of('published').map(({ payload }) => payload['messageId'])).toEqual(
      ann.messages('room').map(({ id }) => id),
    )
  })

  it('batches messages into one frame for sockets that opt in, and returns where the subscription starts', async () => {
    const [ann, bob] = [await connect(app, '&frames=many'), await connect(app)]
    const before = await ann.publish('room', 0)
    const { seq, id } = await ann.subscribe('room')
    await bob.subscribe('room')
    for (let data = 1; data <= 20; data++) ann.say('publish', { channel: 'room', type: 'said', data })
    for (const listener of [ann, bob]) await vi.waitFor(() => expect(listener.messages('room')).toHaveLength(20))

    expect(id).toBe(before)
    expect(ann.messages('room').map((message) => message['seq'])).toEqual(
      Array.from({ length: 20 }, (_, i) => Number(seq) + 1 + i),
    )
    expect(ann.messages('room')).toEqual(bob.messages('room'))
    expect(bob.of('messages')).toEqual([])
    expect(ann.of('messages').length).toBeGreaterThan(0)
    expect(ann.of('message').length + ann.of('messages').length).toBeLessThan(15)
  })

  it('delivers an HTTP message while every gateway hibernates', async () => {
    const ann = await connect(app)
    await ann.subscribe('room', { userId: 'ann' })
    expect(await sleepAll(['room'])).toBe(2)
    const result = await (await post({ channel: 'room', data: 'psst' })).json()

    expect(result).toEqual({ messageId: expect.any(String), channel: 'room', timestamp: expect.any(Number) })
    expect(await ann.nth('message', 1)).toMatchObject({ data: 'psst', id: (result as { messageId: string }).messageId })
    expect(await sleepAll(['room'])).toBe(2)
    expect(await get('presence?channel=room')).toMatchObject({ count: 1, users: [{ userId: 'ann' }] })
    await ann.publish('room', 'still here')
    expect(await ann.nth('message', 2)).toMatchObject({ data: 'still here' })
  })

  it('delivers stored messages after a crash, woken only by its alarm', async () => {
    const ann = await connect(app)
    await ann.subscribe('room')
    await ann.publish('room', 'before')
    const { seq } = await ann.nth('message', 1)
    // Simulates a crash between storing and delivering.
    await runInDurableObject(channelStub('room'), (_, { storage }) => {
      const payload = JSON.stringify({
        id: '1-0',
        channel: 'room',
        type: 'said',
        data: 'late',
        timestamp: 1,
        seq: Number(seq) + 1,
      })
      storage.sql.exec('insert into messages values (?, ?, ?, ?)', Number(seq) + 1, Date.now(), 0, payload)
    })
    expect(await sleepChannels(['room'])).toBe(1)
    expect(await runDurableObjectAlarm(channelStub('room'))).toBe(true)
    expect(await ann.nth('message', 2)).toMatchObject({ data: 'late' })
    await ann.publish('room', 'after')
    expect(await ann.nth('message', 3)).toMatchObject({ data: 'after', seq: Number(seq) + 2 })
    expect(ann.messages('room')).toHaveLength(3)
  })

  it('echoes the code of a close frame', async () => {
    for (const code of [undefined, 1000, 4001]) {
      const ann = await connect(app)
      await ann.subscribe('room')
      ann.socket.close(code)
      await vi.waitFor(() => expect(ann.ended()?.code).toBe(code ?? 1005))
      await vi.waitFor(async () => expect(await get('presence?channel=room')).toMatchObject({ count: 0 }))
    }
  })

  it('replies to every ping', async () => {
    const ann = await connect(app)
    ann.raw('{"type":"ping","payload":{}}')
    ann.raw('{"type":"ping"}')
    await ann.nth('pong', 2)
    expect(ann.heard).toEqual([PONG, PONG])
  })
})

describe('the history of a channel', () => {
  it('returns the history of a channel in pages with inclusive bounds, oldest first', async () => {
    const ids: string[] = []
    for (let data = 0; data < 5; data++)
      ids.push((await (await post({ channel: 'room', data })).json<{ messageId: string }>()).messageId)
    const page = async (query: string) => {
      const { messages, count, hasMore } = await get(`messages?channel=room&${query}`)
      const data = (messages as { data: unknown }[]).map((message) => message.data)
      expect(count).toBe(data.length)
      return [data, hasMore]
    }

    expect(await page('')).toEqual([[0, 1, 2, 3, 4], false])
    expect(await page('start=-&end=%2B&limit=2')).toEqual([[0, 1], true])
    expect(await page(`start=${ids[1]}&end=${ids[3]}`)).toEqual([[1, 2, 3], false])
    expect(await page(`start=${ids[1]}&end=${ids[3]}&limit=3`)).toEqual([[1, 2, 3], false])
    expect(await page(`start=${ids[4]}`)).toEqual([[4], false])
    expect(await page(`end=${ids[0]}`)).toEqual([[0], false])
    expect(await page('start=9999999999999-0')).toEqual([[], false])
    expect(await get('messages?channel=silent')).toEqual({ channel: 'silent', messages: [], count: 0, hasMore: false })
  })

  it('keeps the last thousand messages of a channel for a day', async () => {
    // These messages bypass the routes, which would have recorded the channel.
    await new OpenChannels(testEnv().DB, Date.now).add('room')
    const room = channelStub('room')
    const message = { channel: 'room', type: 'said', userId: null, metadata: null }
    const publish = (count: number) =>
      runInDurableObject(room, async (instance: RealtimeChannelBase) => {
        for (let i = 0; i < count; i++) await instance.publish({ ...message, data: String(i) })
      })
    const now = Date.now()
    await runInDurableObject(room, (instance: RealtimeChannelBase) => void (instance.clock = () => now))
    const countStored = async () =>
      (await get('messages?channel=room&limit=1000')) as { messages: { data: number; seq: number }[]; hasMore: boolean }
    await publish(1010)
    const { messages, hasMore } = await countStored()
    expect([messages.length, messages[0]!.data, messages.at(-1)!.data, hasMore]).toEqual([1000, 10, 1009, false])

    await runInDurableObject(room, async (instance: RealtimeChannelBase, { storage }) => {
      expect(await storage.getAlarm()).toBe(now + REALTIME_HISTORY_MS)
      instance.clock = () => now + REALTIME_HISTORY_MS + 1000
    })
    expect((await countStored()).messages).toEqual([])
    await runInDurableObject(room, async (instance: RealtimeChannelBase, { storage }) => {
      await instance.alarm()
      expect([...storage.sql.exec(`select name from sqlite_master where name = 'messages'`)]).toEqual([])
    })
    await publish(1)
    expect((await countStored()).messages[0]!.seq).toBeGreaterThan(messages.at(-1)!.seq)
  })

  it('rejects an invalid channel, page or id in a history request', async () => {
    for (const query of ['channel=', 'channel=a%20b', 'channel=x&limit=0', 'channel=x&limit=1001', 'channel=x&start=x'])
      expect(await get(`messages?${query}`)).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
