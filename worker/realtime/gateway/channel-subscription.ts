import type { Clock } from '#worker/env.ts'
import type { Connection, Subscription } from './connection.ts'
import type { Delivered } from './delivered.ts'
import { encodeMessages, encodePresence } from '../frames.ts'
import type { ChannelPort, CrowdReply, Delivery, GatewayRoster, PresenceMode, Position } from '../ports.ts'
import { type KnownRoster, type Member, toNews, toRoster } from '../presence.ts'
import type { Outbox } from './outbox.ts'
import { coalesce } from './coalesce.ts'

const TRIES = 3

export type Subscriber = {
  readonly socket: WebSocket
  readonly connection: () => Connection
  readonly subscription: Subscription
  /** Deliveries that arrive before the channel confirms where the subscription starts. Null afterward. */
  readonly waiting: Delivery[] | null
}

export type ChannelSubscriptionDeps = {
  readonly channel: string
  readonly gateway: string
  readonly clock: Clock
  readonly port: () => Pick<ChannelPort, 'state'>
  readonly send: Outbox['send']
  /** The number of the last message sent to the sockets. */
  readonly delivered: ReturnType<Delivered['forChannel']>
}

/** A gateway's subscription to one channel: the subscribed sockets, and the last update sent to the channel. */
export class ChannelSubscription {
  private readonly deps: ChannelSubscriptionDeps
  readonly subscribers = new Map<WebSocket, Subscriber>()
  /** The last update that the channel accepted. If null, the next one contains the full roster. */
  private stated: KnownRoster | null = null
  private version = 0
  /**
   * Sends this gateway's subscribers and presence to the channel.
   *
   * @returns the position of the channel's last message; later ones will be delivered here
   * @throws if the call to the channel fails
   */
  readonly state = coalesce(async (): Promise<Position> => {
    for (let i = 0; i < TRIES; i++) {
      const before = this.stated
      this.stated = this.takeSnapshot()
      const news = toNews(before, this.stated.roster, this.stated.version)
      try {
        const statement = {
          channel: this.deps.channel,
          gateway: this.deps.gateway,
          subscribers: this.subscribers.size,
          isWatched: this.isWatched(),
          news,
        }
        const { isWhole, position } = await this.deps.port().state(statement)
        if (isWhole) return position
        this.stated = null
      } catch (thrown) {
        this.stated = null
        throw thrown
      }
    }
    throw new Error('the channel does not accept the full roster')
  })

  constructor(deps: ChannelSubscriptionDeps) {
    this.deps = deps
  }

  isWatched() {
    return [...this.subscribers.values()].some(({ subscription }) => subscription.wish !== 'none')
  }

  roster(): GatewayRoster {
    this.stated = this.takeSnapshot()
    return {
      subscribers: this.subscribers.size,
      isWatched: this.isWatched(),
      version: this.version,
      members: [...this.stated.roster.values()],
    }
  }

  deliver({ first, payloads }: Delivery): number {
    const known = Math.max(0, this.deps.delivered.get() + 1 - first)
    const fresh: Delivery = { channel: this.deps.channel, first: first + known, payloads: payloads.slice(known) }
    if (fresh.payloads.length === 0) return this.subscribers.size
    this.deps.delivered.keep(first + payloads.length - 1)
    const shared = new Map<boolean, string[]>()
    for (const subscriber of this.subscribers.values()) {
      const { socket, connection, subscription, waiting } = subscriber
      if (waiting !== null) waiting.push(fresh)
      else if (subscription.from! >= fresh.first) deliverTo(this.deps.send, subscriber, fresh)
      else {
        const { takesMany } = connection()
        const frames = shared.get(takesMany) ?? encodeMessages(fresh, takesMany)
        shared.set(takesMany, frames)
        for (const frame of frames) this.deps.send(socket, frame)
      }
    }
    return this.subscribers.size
  }

  announce(crowd: CrowdReply): void {
    const shared = new Map<PresenceMode, string>()
    for (const { socket, subscription, waiting } of this.subscribers.values()) {
      const { wish } = subscription
      if (wish === 'none' || waiting !== null) continue
      const frame = shared.get(wish) ?? encodePresence(this.deps.channel, crowd, wish)
      shared.set(wish, frame)
      this.deps.send(socket, frame)
    }
  }

  private presentMembers(): Member[] {
    return [...this.subscribers.values()].flatMap(({ connection, subscription: { userId, metadata, joinedAt } }) => {
      const { isAbsent, seenAt } = connection()
      return isAbsent ? [] : [{ userId, metadata, joinedAt, lastSeen: seenAt }]
    })
  }

  private takeSnapshot(): KnownRoster {
    this.version = Math.max(this.version + 1, this.deps.clock())
    return { version: this.version, roster: toRoster(this.presentMembers()) }
  }
}

/** Sends one subscriber the messages of a delivery that came after its subscription. */
export function deliverTo(
  send: Outbox['send'],
  { socket, connection, subscription }: Subscriber,
  { channel, first, payloads }: Delivery,
): void {
  const known = Math.max(0, subscription.from! + 1 - first)
  const fresh: Delivery = { channel, first: first + known, payloads: payloads.slice(known) }
  for (const frame of encodeMessages(fresh, connection().takesMany)) send(socket, frame)
}
