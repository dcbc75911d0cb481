import { describe, expect, test, vi } from 'vitest'
import { type Connection, newConnection } from '#worker/realtime/gateway/connection.ts'
import { Conversation } from '#worker/realtime/gateway/conversation.ts'
import { GatewayDelivery } from '#worker/realtime/channel/gateway-delivery.ts'
import { ChannelSubscription } from '#worker/realtime/gateway/channel-subscription.ts'
import type { ChannelPort, Delivery } from '#worker/realtime/ports.ts'

/** A deferred promise. */
function door<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A socket at a gateway whose channel responds when the test resolves it. */
function gatewayWithSocket() {
  const heard: { type: string; payload: Record<string, unknown> }[] = []
  const socket = { readyState: WebSocket.OPEN, send: (text: string) => heard.push(JSON.parse(text) as never) }
  let connection: Connection = newConnection({ id: 's', identity: 'i', takesMany: true, factor: 1 }, 0)
  const reply = door<Awaited<ReturnType<ChannelPort['state']>>>()
  const delivered = { last: 0 }
  const channelSubscription = new ChannelSubscription({
    channel: 'room',
    gateway: 'g',
    clock: () => 0,
    port: () => ({ state: () => reply.promise }),
    send: (to, text) => to.send(text),
    delivered: { get: () => delivered.last, keep: (seq) => void (delivered.last = seq) },
  })
  const conversation = new Conversation({
    clock: () => 0,
    channel: () => ({}) as ChannelPort,
    channelSubscription: () => channelSubscription,
    get: () => connection,
    keep: (_, next) => {
      connection = next
      return true
    },
    refuse: () => {},
    send: (to, text) => to.send(text),
    mayDeliver: () => true,
    mayOpen: () => Promise.resolve(true),
    settle: () => Promise.resolve(),
  })
  const deliver = (first: number, count = 1) =>
    channelSubscription.deliver({
      channel: 'room',
      first,
      payloads: Array.from({ length: count }, (_, i) => `{"channel":"room","seq":${first + i}}`),
    })
  const numbers = () =>
    heard.flatMap(({ type, payload }) => {
      if (type === 'messages') return (payload['messages'] as { seq: number }[]).map(({ seq }) => seq)
      return type === 'message' ? [payload['seq']] : []
    })
  const subscribe = { type: 'subscribe', channel: 'room', userId: null, metadata: null, presence: 'none' } as const
  return {
    heard,
    numbers,
    deliver,
    reply,
    subscribe: () => conversation.handle(socket as unknown as WebSocket, subscribe),
  }
}

describe('a subscription', () => {
  test('delivers messages sent during the subscription after its confirmation', async () => {
    const { heard, numbers, deliver, reply, subscribe } = gatewayWithSocket()
    const subscribed = subscribe()
    await settled()
    deliver(4, 2)
    deliver(6)
    expect(heard).toEqual([])
    reply.resolve({ isWhole: true, position: { id: '1-0', seq: 5 } })
    await subscribed
    expect(heard[0]).toEqual({ type: 'subscribed', payload: { channel: 'room', id: '1-0', seq: 5 } })
    expect(numbers()).toEqual([6])
    deliver(7, 2)
    expect(numbers()).toEqual([6, 7, 8])
  })

  test('delivers nothing from before the subscription, and nothing twice', async () => {
    const { numbers, deliver, reply, subscribe } = gatewayWithSocket()
    reply.resolve({ isWhole: true, position: { id: '1-0', seq: 5 } })
    await subscribe()
    deliver(4, 3)
    deliver(4, 3)
    deliver(6, 2)
    expect(numbers()).toEqual([6, 7])
  })
})

/** A delivery queue of messages 1 … `last` to a gateway that the test scripts. */
function delivery(send: (delivery: Omit<Delivery, 'channel'>) => Promise<number>) {
  const state = { last: 0, now: 0, stored: 0, ended: false }
  const made = new GatewayDelivery({
    gateway: 'g',
    isWatched: false,
    sent: 0,
    clock: () => state.now,
    last: () => state.last,
    read: (after, limit) => ({
      first: after + 1,
      payloads: Array.from({ length: Math.min(limit, state.last - after) }, (_, i) => String(after + 1 + i)),
    }),
    send,
    recordSent: (sent) => void (state.stored = sent),
    onEnd: () => void (state.ended = true),
  })
  const say = (count = 1) => {
    state.last += count
    made.pump()
  }
  return { state, made, say }
}

describe('delivery to a gateway', () => {
  test('sends one frame at a time to a gateway, and batches the rest into the next', async () => {
    const frames: string[] = []
    const doors = [door<number>(), door<number>()]
    const { state, say } = delivery(({ payloads }) => {
      frames.push(payloads.join())
      return doors[frames.length - 1]!.promise
    })
    say()
    say(2)
    await settled()
    expect(frames).toEqual(['1'])
    state.now = 1000
    doors[0]!.resolve(1)
    await settled()
    expect(frames).toEqual(['1', '2,3'])
    expect(state.stored).toBe(1)
    doors[1]!.resolve(1)
    await settled()
    expect(state.stored).toBe(3)
  })

  test('retries a failed delivery with the same messages', async () => {
    vi.useFakeTimers()
    const send = vi.fn<(delivery: Omit<Delivery, 'channel'>) => Promise<number>>()
    send.mockRejectedValueOnce(new Error('away')).mockResolvedValue(1)
    const { state, say } = delivery(send)
    say(2)
    await vi.advanceTimersByTimeAsync(499)
    expect(send).toHaveBeenCalledTimes(1)
    state.now = 1000
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(send.mock.calls.map(([{ payloads }]) => payloads)).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
    expect(state).toMatchObject({ stored: 2, ended: false })
  })

  test('ends delivery to a gateway without subscribers, unless one has since subscribed', async () => {
    const doors = [door<number>(), door<number>()]
    let questions = 0
    const { state, made, say } = delivery(() => doors[questions++]!.promise)
    say()
    made.state(1, false)
    doors[0]!.resolve(0)
    await settled()
    expect(state.ended).toBe(false)
    state.now = 1000
    say()
    doors[1]!.resolve(0)
    await settled()
    expect(state.ended).toBe(true)
  })
})
