import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { isProductChannel } from '#shared/contracts/live.ts'
import type { Clock } from '#worker/env.ts'
import { hashOf } from '#worker/http/secrets.ts'
import { take } from './allowance.ts'
import {
  type Connection,
  controlPace,
  publishPace,
  type Subscription,
  withoutSubscription,
  withSubscription,
} from './connection.ts'
import { channelOf, type ClientFrame, encodeFrame, encodePresence, type Refused } from './frames.ts'
import { deliverTo, type Link, type Subscriber } from './link.ts'
import type { ChannelPort, Delivery } from './ports.ts'
import { sendText } from './send-text.ts'
import { HEAVIEST_SUBSCRIPTIONS, weightOf } from './weight.ts'

type Refusal = Omit<Refused, 'channel'>

const TOO_MANY_CHANNELS: Refusal = {
  code: 'FORBIDDEN',
  error: `No more than ${REALTIME_LIMITS.channelsPerSocket} channels at once.`,
}
const TOO_HEAVY: Refusal = { code: 'FORBIDDEN', error: 'The metadata of all subscriptions together is too long.' }
const TOO_FAST: Refusal = { code: 'RATE_LIMITED', error: 'Too many messages at once. Wait a moment.' }
const TOO_RESTLESS: Refusal = { code: 'RATE_LIMITED', error: 'Too many changes at once. Wait a moment.' }
const SERVICE_ONLY: Refusal = { code: 'FORBIDDEN', error: 'Only the service publishes on this channel.' }

type Frame<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

export type ConversationDeps = {
  readonly clock: Clock
  readonly channel: (name: string) => ChannelPort
  readonly link: (channel: string) => Link
  /** Null once a socket has gone. */
  readonly get: (socket: WebSocket) => Connection | null
  readonly keep: (socket: WebSocket, connection: Connection) => void
  readonly refuse: (socket: WebSocket, refused: Refused) => void
  /** Tells a channel that its subscribers have changed. Never rejects. */
  readonly settle: (channel: string) => Promise<void>
}

/**
 * Answers the frames of a gateway's sockets. Those of one socket come one after the other; whatever is awaited in
 * between, the socket may be gone afterwards.
 */
export function createConversation({
  clock,
  channel: portOf,
  link: linkOf,
  get,
  keep,
  refuse,
  settle,
}: ConversationDeps) {
  async function subscribe(socket: WebSocket, frame: Frame<'subscribe'>): Promise<void> {
    const { channel, presence } = frame
    const name = await nameOf(socket, frame)
    const connection = get(socket)
    if (connection === null || name === null) return
    const before = connection.subscriptions.get(channel)
    if (before === undefined && connection.subscriptions.size >= REALTIME_LIMITS.channelsPerSocket)
      return refuse(socket, { ...TOO_MANY_CHANNELS, channel })
    const wanted: Subscription = {
      ...name,
      joinedAt: before?.joinedAt ?? clock(),
      wish: presence === 'list' && isProductChannel(channel) ? 'count' : presence,
      from: before?.from ?? null,
    }
    const next = withSubscription(connection, channel, wanted)
    if (weightOf(next.subscriptions) > HEAVIEST_SUBSCRIPTIONS) return refuse(socket, { ...TOO_HEAVY, channel })
    keep(socket, next)

    const link = linkOf(channel)
    // What is said between the channel's answer and its arrival waits here.
    const waiting: Delivery[] | null = wanted.from === null ? [] : null
    const pending: Subscriber = { socket, connection: () => get(socket) ?? connection, subscription: wanted, waiting }
    link.subscribers.set(socket, pending)
    const standing = await link.state().catch(async (thrown: unknown) => {
      drop(socket, channel)
      await settle(channel)
      throw thrown
    })
    const now = get(socket)
    if (now === null || link.subscribers.get(socket) !== pending) return

    const subscription = { ...wanted, from: wanted.from ?? standing.seq }
    const subscriber: Subscriber = { ...pending, subscription, waiting: null }
    keep(socket, withSubscription(now, channel, subscription))
    link.subscribers.set(socket, subscriber)
    sendText(socket, encodeFrame('subscribed', { channel, ...(now.takesMany && standing) }))
    for (const delivery of waiting ?? []) deliverTo(subscriber, delivery)
    if (presence !== 'none') sendText(socket, encodePresence(channel, await portOf(channel).crowd(), wanted.wish))
  }

  /** On the product's own channels nobody has a name or words of their choice, and on each another name. */
  async function nameOf(socket: WebSocket, { channel, userId, metadata }: Frame<'subscribe'>) {
    const connection = get(socket)
    if (connection === null) return null
    const { id, identity } = connection
    return isProductChannel(channel)
      ? { userId: (await hashOf(`${identity}:${channel}`)).slice(0, 32), metadata: null }
      : { userId: userId ?? id, metadata }
  }

  function drop(socket: WebSocket, channel: string): void {
    const connection = get(socket)
    if (connection !== null) keep(socket, withoutSubscription(connection, channel))
    linkOf(channel).subscribers.delete(socket)
  }

  async function unsubscribe(socket: WebSocket, { channel }: Frame<'unsubscribe'>): Promise<void> {
    if (get(socket)?.subscriptions.has(channel)) {
      drop(socket, channel)
      await settle(channel)
    }
    sendText(socket, encodeFrame('unsubscribed', { channel }))
  }

  async function publish(socket: WebSocket, { message }: Frame<'publish'>): Promise<void> {
    const { channel } = message
    const connection = get(socket)!
    if (isProductChannel(channel)) return refuse(socket, { ...SERVICE_ONLY, channel })
    const publishes = take(connection.publishes, publishPace(connection.factor), clock())
    if (publishes === null) return refuse(socket, { ...TOO_FAST, channel })
    keep(socket, { ...connection, publishes })
    const { id } = await portOf(channel).publish(message)
    sendText(socket, encodeFrame('published', { channel, messageId: id }))
  }

  /** Each change of a subscription costs its channel work. @returns false when it was refused, or the socket has gone */
  function isPaced(socket: WebSocket, frame: ClientFrame): boolean {
    const connection = get(socket)
    if (connection === null || frame.type === 'publish') return connection !== null
    const controls = take(connection.controls, controlPace(connection.factor), clock())
    if (controls === null) refuse(socket, { ...TOO_RESTLESS, channel: channelOf(frame) })
    else keep(socket, { ...connection, controls })
    return controls !== null
  }

  return (socket: WebSocket, frame: ClientFrame): Promise<void> | void => {
    if (!isPaced(socket, frame)) return
    switch (frame.type) {
      case 'ping':
        return sendText(socket, encodeFrame('pong', {}))
      case 'subscribe':
        return subscribe(socket, frame)
      case 'unsubscribe':
        return unsubscribe(socket, frame)
      case 'publish':
        return publish(socket, frame)
    }
  }
}
