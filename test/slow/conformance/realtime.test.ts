import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import type { Member, RealtimeMessage } from '#shared/client/realtime.ts'
import { freshDatabase } from '../../support/env.ts'
import { expectEveryMember, PUBLIC_KEY, type Served, TRANSPORTS } from './support.ts'

const SOON = { timeout: 5000, interval: 10 }
const until = (check: () => void) => vi.waitFor(check, SOON)
const getNames = (users: readonly Member[]) => users.map(({ userId }) => userId).toSorted()

describe.each(TRANSPORTS)('a channel %s', (_, connect) => {
  let served: Served
  let ann: Client['realtime']
  let bob: Client['realtime']
  let name: string
  beforeAll(freshDatabase)
  beforeEach(async () => {
    served = await connect(PUBLIC_KEY)
    ann = served.client.realtime
    bob = served.open({}).realtime
    name = `room-${crypto.randomUUID()}`
  })
  afterEach(() => [ann, bob].forEach((one) => one.close()))

  test('delivers messages published by socket and by HTTP to every subscriber', async () => {
    const heard: RealtimeMessage[] = []
    const stop = await bob.subscribe(name, (message) => heard.push(message), { userId: 'bob' })
    const metadata = { team: 'Bears' }
    const ids = [
      await ann.publish(name, 'chat', { text: 'Hello' }, { userId: 'ann', metadata }),
      await ann.post(name, 'chat', { text: 'psst' }, { userId: 'ann' }),
      await ann.channel(name).publish('goal', [1, null, 'ö'], {}),
    ]
    await until(() => expect(heard).toHaveLength(3))
    expect(heard.map(({ id }) => id)).toEqual(ids)
    expect(heard[0]).toMatchObject({ channel: name, type: 'chat', data: { text: 'Hello' }, userId: 'ann', metadata })
    expect(Math.abs(heard[0]!.timestamp - Date.now())).toBeLessThan(60_000)
    expect([heard[1]!.data, heard[2]!.type, heard[2]!.data]).toEqual([{ text: 'psst' }, 'goal', [1, null, 'ö']])

    stop()
    await ann.post(name, 'chat', 'too late')
    const { users } = await ann.presence(name)
    expect([heard.length, users]).toEqual([3, []])
  })

  test('stores the messages of a channel', async () => {
    const ids: string[] = []
    for (const n of [1, 2, 3, 4]) ids.push(await ann.post(name, 'count', n))
    const getData = (messages: readonly RealtimeMessage[]) => messages.map(({ data }) => data)
    const page = await ann.messages(name, { start: ids[1], limit: 2 })
    expect([getData(page.messages), page.hasMore]).toEqual([[2, 3], true])
    const room = ann.channel(name)
    expect(getData(await room.getMessages())).toEqual([1, 2, 3, 4])
    expect(getData(await room.getMessages({ after: ids[0]!, before: ids[3]! }))).toEqual([2, 3])
    expect(getData(await room.getMessages({ after: ids[0]!, limit: 1 }))).toEqual([2])
  })

  test('sends presence as members join and leave', async () => {
    const [first, lasting]: [string[][], [string[], number][]] = [[], []]
    const room = ann.channel(name)
    const stop = room.onPresence((users) => void first.push(getNames(users)))
    ann.onPresence(name, (users, count) => void lasting.push([getNames(users), count]))
    await room.subscribe({ userId: 'ann', metadata: { seat: 1 } })
    const other = bob.channel(name)
    await other.subscribe({ userId: 'bob' })
    await until(() => expect(lasting.at(-1)).toEqual([['ann', 'bob'], 2]))
    expect(first.at(-1)).toEqual(['ann', 'bob'])
    const { users, count } = await room.getPresence()
    expect([getNames(users), count]).toEqual([['ann', 'bob'], 2])
    expect(users.find(({ userId }) => userId === 'ann')).toMatchObject({ metadata: { seat: 1 } })

    stop()
    other.unsubscribe()
    await until(() => expect(lasting.at(-1)).toEqual([['ann'], 1]))
    expect(first.at(-1)).toEqual(['ann', 'bob'])
  })

  test('changes its state step by step, and unsubscribes with its last listener', async () => {
    const room = ann.channel(name)
    expect([room.name, room.state(), room.isListenedTo()]).toEqual([name, 'disconnected', false])
    const states: string[] = []
    const missed = vi.fn()
    const stops = [room.onState((state) => void states.push(state)), room.onMissed(missed), room.onMessage(() => {})]
    await room.subscribe()
    expect([room.state(), room.isListenedTo(), ann.channel(name).state()]).toEqual(['subscribed', true, 'subscribed'])
    room.unsubscribe()
    expect([states, missed.mock.calls]).toEqual([['connected', 'subscribed', 'disconnected'], []])
    for (const stop of stops) stop()
    expect(room.isListenedTo()).toBe(false)
  })

  test('lets only the product publish on its own channels', async () => {
    await expect(ann.post('hall', 'x', 1)).rejects.toMatchObject({ kind: 'realtime', code: '42501', status: 403 })
    await expect(ann.publish('hall', 'x', 1)).rejects.toMatchObject({ kind: 'realtime', code: 'FORBIDDEN' })
    await expect(ann.presence('a b')).rejects.toMatchObject({ kind: 'realtime', status: 400 })
  })
})

expectEveryMember('realtime')
