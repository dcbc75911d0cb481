import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RealtimeChannelBase } from '#worker/realtime/channel/channel.ts'
import type { RealtimeGatewayBase } from '#worker/realtime/gateway/gateway.ts'
import { Sockets } from '#worker/realtime/gateway/sockets.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { connect, type Listener } from '../../worker/realtime/listener.ts'
import { channelStub, gatewayStub, occupiedGateways, sleepAll } from '../../worker/realtime/sleep.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

type Crowd = { count: number; users: { userId: string; metadata?: unknown; joinedAt: number; lastSeen: number }[] }

const presence = async (channel: string): Promise<Crowd> =>
  (await app.send(`/api/realtime/${PROJECT}/presence?channel=${channel}`, { headers: as.public() })).json<Crowd>()
const namesIn = (payload: Record<string, unknown> | undefined) =>
  (payload?.['data'] as Crowd | undefined)?.users.map(({ userId }) => userId)
const lastPresence = (listener: Listener) => listener.of('presence').at(-1)?.payload

/** Advances an object's clock. */
const later = (stub: DurableObjectStub<RealtimeGatewayBase> | DurableObjectStub<RealtimeChannelBase>, ms: number) =>
  runInDurableObject(stub as DurableObjectStub<RealtimeGatewayBase>, (instance: RealtimeGatewayBase) => {
    instance.clock = () => Date.now() + ms
  })
/** Advances the first gateway's clock and runs its alarm. */
async function passAtGateway(ms: number): Promise<void> {
  await later(gatewayStub('0'), ms)
  await runInDurableObject(gatewayStub('0'), (instance: RealtimeGatewayBase) => instance.alarm())
}

/** Creates an app whose gateways hold one socket each. */
const narrow = () => createTestApp({}, { ...testEnv(), REALTIME_SOCKETS_PER_GATEWAY: '1' } as never)

describe('presence', () => {
  it('sends presence to new subscribers, and to all when a member joins or leaves', async () => {
    const ann = await connect(app)
    await ann.subscribe('room', { userId: 'ann', metadata: { team: 'Bears' } })
    expect(await ann.nth('presence', 1)).toEqual({
      channel: 'room',
      data: {
        users: [
          { userId: 'ann', metadata: { team: 'Bears' }, joinedAt: expect.any(Number), lastSeen: expect.any(Number) },
        ],
      },
    })
    expect(ann.heard.map(({ type }) => type).slice(0, 2)).toEqual(['subscribed', 'presence'])

    const bob = await connect(app)
    await bob.subscribe('room', { userId: 'bob' })
    await vi.waitFor(() => expect(namesIn(lastPresence(ann))).toEqual(['ann', 'bob']), { timeout: 4000 })
    expect(namesIn(await bob.nth('presence', 1))).toEqual(['ann', 'bob'])
    bob.close()
    await vi.waitFor(() => expect(namesIn(lastPresence(ann))).toEqual(['ann']), { timeout: 4000 })
    expect(await presence('room')).toMatchObject({ channel: 'room', count: 1, users: [{ userId: 'ann' }] })
  })

  it('counts visitors on the product’s channels without naming them', async () => {
    const [one, other] = [app.visitor(), app.visitor()]
    const cookies = [await one.arrive(), await other.arrive()]
    const tabs = []
    for (const cookie of [cookies[0]!, cookies[0]!, cookies[1]!]) tabs.push(await connect(app, '', { cookie }))
    for (const tab of tabs) await tab.subscribe('hall', { userId: 'somebody else', metadata: 'ad' })

    expect(await presence('hall')).toEqual({ channel: 'hall', users: [], count: 2 })
    expect(await tabs[2]!.nth('presence', 1)).toEqual({ channel: 'hall', data: { users: [], count: 2 } })
    tabs[0]!.close()
    await vi.waitFor(async () => expect(await presence('hall')).toMatchObject({ count: 2 }))
    tabs[1]!.close()
    await vi.waitFor(async () => expect(await presence('hall')).toMatchObject({ count: 1 }))
  })

  it('lists up to 200 members, and a sample of 50 beyond', async () => {
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, i) => connect(app, '', { 'cf-connecting-ip': `198.51.100.${i % 4}` })),
    )
    await Promise.all(all.map((one, i) => one.subscribe('room', { userId: `m${i}`, presence: 'none' })))
    expect((await presence('room')).users).toHaveLength(200)
    const [last, counting] = [await connect(app), await connect(app)]
    await last.subscribe('room')
    const { data } = (await last.nth('presence', 1)) as { data: Crowd }
    expect([data.count, data.users.length]).toEqual([201, 50])
    await counting.subscribe('room', { presence: 'count' })
    expect(await counting.nth('presence', 1)).toEqual({ channel: 'room', data: { users: [], count: 202 } })
    expect(all.flatMap((one) => one.of('presence'))).toEqual([])
  })

  it('ends presence after a minute of silence, restores it with the next message, and closes the socket after three minutes', async () => {
    const [ann, bob] = [await connect(app), await connect(app)]
    for (const [listener, userId] of [
      [ann, 'ann'],
      [bob, 'bob'],
    ] as const)
      await listener.subscribe('room', { userId })
    await passAtGateway(59_000)
    expect((await presence('room')).count).toBe(2)
    bob.say('ping', { just: 'now' })
    await bob.nth('pong', 1)
    await passAtGateway(62_000)
    expect((await presence('room')).users.map(({ userId }) => userId)).toEqual(['bob'])
    ann.say('ping', { just: 'now' })
    await ann.nth('pong', 1)
    expect((await presence('room')).count).toBe(2)

    await passAtGateway(62_000 + 181_000)
    await vi.waitFor(() => expect([ann.ended()?.code, bob.ended()?.code]).toEqual([1001, 1001]))
    expect((await presence('room')).count).toBe(0)
  })

  it('sets a minutely alarm only while a socket watches presence', async () => {
    const ann = await connect(app)
    await ann.subscribe('room', { presence: 'none' })
    const rings = () => runInDurableObject(gatewayStub('0'), (_, { storage }) => storage.getAlarm())
    expect(await rings()).toBeNull()
    await ann.subscribe('other', { presence: 'count' })
    expect((await rings())! - Date.now()).toBeLessThanOrEqual(60_000)
    ann.say('unsubscribe', { channel: 'other' })
    await ann.nth('unsubscribed', 1)
    await runDurableObjectAlarm(gatewayStub('0'))
    expect(await rings()).toBeNull()
  })
})

describe('several gateways', () => {
  it('delivers and counts across gateways', async () => {
    const [ann, bob] = [await connect(narrow()), await connect(narrow())]
    await ann.subscribe('room', { userId: 'ann' })
    await bob.subscribe('room', { userId: 'bob' })
    expect((await occupiedGateways()).size).toBe(2)

    await ann.publish('room', 'over there')
    expect(await bob.nth('message', 1)).toMatchObject({ data: 'over there' })
    await vi.waitFor(() => expect(namesIn(lastPresence(ann))).toEqual(['ann', 'bob']), { timeout: 4000 })
  })

  it('opens gateways as they fill, and returns 503 when all are full', async () => {
    const wide = narrow()
    for (let i = 0; i < 6; i++) await connect(wide)
    expect([...(await occupiedGateways()).values()]).toEqual([1, 1, 1, 1, 1, 1])
    const full = new Sockets({ gateways: testEnv().GATEWAYS, clock: Date.now, capacity: 0, perNetwork: 9, factor: 1 })
    expect((await full.open({ identity: 'ann', takesMany: false }, 'n')).status).toBe(503)
  })

  it('limits the sockets of one network, and frees a closed one’s slot', async () => {
    const sockets = new Sockets({
      gateways: testEnv().GATEWAYS,
      clock: Date.now,
      capacity: 9,
      perNetwork: 2,
      factor: 1,
    })
    const come = async (network: string) => {
      const { status, webSocket } = await sockets.open({ identity: 'ann', takesMany: false }, network)
      webSocket?.accept()
      return { status, webSocket }
    }
    const [first, second] = [await come('home'), await come('home')]
    expect([first.status, second.status]).toEqual([101, 101])
    expect((await come('home')).status).toBe(429)
    const elsewhere = await come('elsewhere')
    expect(elsewhere.status).toBe(101)
    first.webSocket!.close()
    const again: { webSocket: WebSocket | null }[] = []
    await vi.waitFor(async () => {
      const next = await come('home')
      expect(next.status).toBe(101)
      again.push(next)
    })
    for (const { webSocket } of [second, elsewhere, ...again]) webSocket!.close()
  })

  it('restores a channel’s position after hibernation, without a write per message', async () => {
    const [ann, bob] = [await connect(app), await connect(app)]
    for (const [listener, userId] of [
      [ann, 'ann'],
      [bob, 'bob'],
    ] as const)
      await listener.subscribe('room', { userId, presence: 'none' })
    await bob.publish('room', 'one')
    await bob.nth('message', 1)
    const written = await runInDurableObject(gatewayStub('0'), (_, { storage }) => storage.list())
    expect([...written.keys()]).toEqual([])

    ann.close()
    await vi.waitFor(async () => expect((await presence('room')).count).toBe(1))
    expect(await sleepAll(['room'])).toBe(2)
    await bob.publish('room', 'two')
    await bob.nth('message', 2)
    expect(bob.messages('room').map(({ data }) => data)).toEqual(['one', 'two'])
  })

  it('drops a gateway within a minute after it died with its sockets', async () => {
    const [ann, bob] = [await connect(narrow()), await connect(narrow())]
    await ann.subscribe('room', { userId: 'ann' })
    await bob.subscribe('room', { userId: 'bob' })
    await vi.waitFor(() => expect(namesIn(lastPresence(ann))).toEqual(['ann', 'bob']), { timeout: 4000 })
    const other = [...(await occupiedGateways()).keys()].find((name) => name !== '0')
    await evictDurableObject(gatewayStub(other!), { webSockets: 'close' })

    expect(
      (await runInDurableObject(channelStub('room'), (_, { storage }) => storage.getAlarm()))! - Date.now(),
    ).toBeLessThanOrEqual(60_000)
    await later(channelStub('room'), 61_000)
    await runInDurableObject(channelStub('room'), (instance: RealtimeChannelBase) => instance.alarm())
    await vi.waitFor(() => expect(namesIn(lastPresence(ann))).toEqual(['ann']), { timeout: 4000 })
    await ann.publish('room', 1)
    expect(await ann.nth('message', 1)).toMatchObject({ data: 1 })
  })
})
