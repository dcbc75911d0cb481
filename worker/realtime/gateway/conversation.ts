import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { isProductChannel } from '#shared/contracts/live.ts'
import type { Clock } from '#worker/env.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { takeToken } from './token-bucket-state.ts'
import {
  type Connection,
  controlRate,
  publishRate,
  type Subscription,
  withoutSubscription,
  withSubscription,
} from './connection.ts'
import { type ClientFrame, encodeFrame, encodePresence, getChannel, type Refused } from '../frames.ts'
import { deliverTo, type ChannelSubscription, type Subscriber } from './channel-subscription.ts'
import type { ChannelPort, Delivery } from '../ports.ts'
import type { Outbox } from './outbox.ts'
import { countAttachmentBytes, MAX_SUBSCRIPTIONS_BYTES } from './attachment-size.ts'

type Refusal = Omit<Refused, 'channel'>

const TOO_MANY_CHANNELS: Refusal = {
  code: 'FORBIDDEN',
  error: `No more than ${REALTIME_LIMITS.channelsPerSocket} channels at once.`,
}
const TOO_LARGE: Refusal = { code: 'FORBIDDEN', error: 'The metadata of all subscriptions together is too long.' }
const TOO_FAST: Refusal = { code: 'RATE_LIMITED', error: 'Too many messages at once. Wait a moment.' }
const TOO_MUCH: Refusal = { code: 'RATE_LIMITED', error: 'Too much is being sent. Wait a moment.' }
const TOO_LONG_WITHOUT_KEY: Refusal = {
  code: 'VALIDATION_ERROR',
  error: `payload.data: is too long. Without a key a message has at most ${REALTIME_LIMITS.keylessMaxBytes} bytes.`,
}
const TOO_RESTLESS: Refusal = { code: 'RATE_LIMITED', error: 'Too many changes at once. Wait a moment.' }
const TOO_MANY_NEW: Refusal = {
  code: 'RATE_LIMITED',
  error: 'Too many channels were opened from your network. Try again later.',
}
const SERVICE_ONLY: Refusal = { code: 'FORBIDDEN', error: 'Only the service publishes on this channel.' }

type Frame<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

const encoder = new TextEncoder()
/** Returns the bytes of a message that the sender controls. */
const countBytes = ({ type, data, userId, metadata }: Frame<'publish'>['message']): number =>
  encoder.encode(type + data + (userId ?? '') + (metadata ?? '')).byteLength

export type ConversationDeps = {
  readonly clock: Clock
  readonly channel: (name: string) => ChannelPort
  readonly channelSubscription: (channel: string) => ChannelSubscription
  /** Returns null once the socket is gone. */
  readonly get: (socket: WebSocket) => Connection | null
  readonly keep: (socket: WebSocket, connection: Connection) => void
  readonly refuse: (socket: WebSocket, refused: Refused) => void
  readonly send: Outbox['send']
  /**
   * Charges the delivery of a message to the socket's network and the channel.
   *
   * @returns false if one of them has no budget left
   */
  readonly mayDeliver: (socket: WebSocket, channel: string, bytes: number) => boolean
  /** Returns true if a socket's network may open this channel, which may create a Durable Object. Never rejects. */
  readonly mayOpen: (socket: WebSocket, channel: string) => Promise<boolean>
  /** Sends the changed subscribers to a channel. Never rejects. */
  readonly settle: (channel: string) => Promise<void>
}

/**
 * Handles the frames of a gateway's sockets, in order for each socket. After each `await`, the socket may be gone.
 */
export class Conversation {
  private readonly deps: ConversationDeps

  constructor(deps: ConversationDeps) {
    this.deps = deps
  }

  /** Handles one frame. @throws if a call to a channel fails */
  handle(socket: WebSocket, frame: ClientFrame): Promise<void> | void {
    if (!this.isWithinRate(socket, frame)) return
    switch (frame.type) {
      case 'ping':
        return this.deps.send(socket, encodeFrame('pong', {}))
      case 'subscribe':
        return this.subscribe(socket, frame)
      case 'unsubscribe':
        return this.unsubscribe(socket, frame)
      case 'publish':
        return this.publish(socket, frame)
    }
  }

  private async subscribe(socket: WebSocket, frame: Frame<'subscribe'>): Promise<void> {
    const { channel, presence } = frame
    const name = await this.identify(socket, frame)
    // Check the socket's own limit first, so that a refused subscription is not charged to the network.
    if (isFull(this.deps.get(socket), channel)) return this.deps.refuse(socket, { ...TOO_MANY_CHANNELS, channel })
    if (!(await this.deps.mayOpen(socket, channel))) return this.deps.refuse(socket, { ...TOO_MANY_NEW, channel })
    const connection = this.deps.get(socket)
    if (connection === null || name === null) return
    const before = connection.subscriptions.get(channel)
    const wanted: Subscription = {
      ...name,
      joinedAt: before?.joinedAt ?? this.deps.clock(),
      wish: presence === 'list' && isProductChannel(channel) ? 'count' : presence,
      from: before?.from ?? null,
    }
    const next = withSubscription(connection, channel, wanted)
    if (countAttachmentBytes(next.subscriptions) > MAX_SUBSCRIPTIONS_BYTES)
      return this.deps.refuse(socket, { ...TOO_LARGE, channel })
    this.deps.keep(socket, next)

    const channelSubscription = this.deps.channelSubscription(channel)
    // Buffers deliveries that arrive before the channel's reply.
    const waiting: Delivery[] | null = wanted.from === null ? [] : null
    const pending: Subscriber = {
      socket,
      connection: () => this.deps.get(socket) ?? connection,
      subscription: wanted,
      waiting,
    }
    channelSubscription.subscribers.set(socket, pending)
    const position = await channelSubscription.state().catch(async (thrown: unknown) => {
      this.drop(socket, channel)
      await this.deps.settle(channel)
      throw thrown
    })
    const now = this.deps.get(socket)
    if (now === null || channelSubscription.subscribers.get(socket) !== pending) return

    const subscription = { ...wanted, from: wanted.from ?? position.seq }
    const subscriber: Subscriber = { ...pending, subscription, waiting: null }
    this.deps.keep(socket, withSubscription(now, channel, subscription))
    channelSubscription.subscribers.set(socket, subscriber)
    this.deps.send(socket, encodeFrame('subscribed', { channel, ...(now.takesMany && position) }))
    for (const delivery of waiting ?? []) deliverTo(this.deps.send, subscriber, delivery)
    if (presence !== 'none')
      this.deps.send(socket, encodePresence(channel, await this.deps.channel(channel).getCrowd(), wanted.wish))
  }

  /** Returns the presence name. Product channels use a different hash per channel and drop the metadata. */
  private async identify(socket: WebSocket, { channel, userId, metadata }: Frame<'subscribe'>) {
    const connection = this.deps.get(socket)
    if (connection === null) return null
    const { id, identity } = connection
    return isProductChannel(channel)
      ? { userId: (await sha256Hex(`${identity}:${channel}`)).slice(0, 32), metadata: null }
      : { userId: userId ?? id, metadata }
  }

  private drop(socket: WebSocket, channel: string): void {
    const connection = this.deps.get(socket)
    if (connection !== null) this.deps.keep(socket, withoutSubscription(connection, channel))
    this.deps.channelSubscription(channel).subscribers.delete(socket)
  }

  private async unsubscribe(socket: WebSocket, { channel }: Frame<'unsubscribe'>): Promise<void> {
    if (this.deps.get(socket)?.subscriptions.has(channel)) {
      this.drop(socket, channel)
      await this.deps.settle(channel)
    }
    this.deps.send(socket, encodeFrame('unsubscribed', { channel }))
  }

  private async publish(socket: WebSocket, { message }: Frame<'publish'>): Promise<void> {
    const { channel } = message
    const connection = this.deps.get(socket)!
    if (isProductChannel(channel)) return this.deps.refuse(socket, { ...SERVICE_ONLY, channel })
    const publishes = takeToken(connection.publishes, publishRate(connection.factor), this.deps.clock())
    if (publishes === null) return this.deps.refuse(socket, { ...TOO_FAST, channel })
    this.deps.keep(socket, { ...connection, publishes })
    const bytes = countBytes(message)
    if (!connection.hasKey && bytes > REALTIME_LIMITS.keylessMaxBytes)
      return this.deps.refuse(socket, { ...TOO_LONG_WITHOUT_KEY, channel })
    if (!this.deps.mayDeliver(socket, channel, bytes)) return this.deps.refuse(socket, { ...TOO_MUCH, channel })
    if (!(await this.deps.mayOpen(socket, channel))) return this.deps.refuse(socket, { ...TOO_MANY_NEW, channel })
    const { id } = await this.deps.channel(channel).publish(message)
    this.deps.send(socket, encodeFrame('published', { channel, messageId: id }))
  }

  /**
   * Rate-limits control frames, because changed subscriptions cause work in a channel.
   *
   * @returns false if the frame was refused or the socket is gone
   */
  private isWithinRate(socket: WebSocket, frame: ClientFrame): boolean {
    const connection = this.deps.get(socket)
    if (connection === null || frame.type === 'publish') return connection !== null
    const controls = takeToken(connection.controls, controlRate(connection.factor), this.deps.clock())
    if (controls === null) this.deps.refuse(socket, { ...TOO_RESTLESS, channel: getChannel(frame) })
    else this.deps.keep(socket, { ...connection, controls })
    return controls !== null
  }
}

const isFull = (connection: Connection | null, channel: string): boolean =>
  connection !== null &&
  !connection.subscriptions.has(channel) &&
  connection.subscriptions.size >= REALTIME_LIMITS.channelsPerSocket
