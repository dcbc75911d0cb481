import type { Clock } from '#worker/env.ts'
import type { Connection, Subscription } from './connection.ts'
import type { Delivered } from './delivered.ts'
import { encodeMessages, encodePresence } from '../frames.ts'
import type { ChannelPort, CrowdAnswer, Delivery, GatewayRoster, PresenceWish, Position } from '../ports.ts'
import { type Known, type Member, newsOf, rosterOf } from '../presence.ts'
import type { Outbox } from './outbox.ts'
import { coalesce } from './coalesce.ts'

const TRIES = 3

export type Subscriber = {
  readonly socket: WebSocket
  readonly connection: () => Connection
  readonly subscription: Subscription
  /** Deliveries that arrive before the channel has answered where the subscription begins. Null afterwards. */
  readonly waiting: Delivery[] | null
}

export type ChannelSubscriptionDeps = {
  readonly channel: string
  readonly gateway: string
  readonly clock: Clock
  readonly port: () => Pick<ChannelPort, 'state'>
  readonly send: Outbox['send']
  /** The number of the last message that was sent to sockets. */
  readonly delivered: ReturnType<Delivered['of']>
}

export type ChannelSubscription = ReturnType<typeof createChannelSubscription>

/** A gateway's subscription to one channel: which of its sockets are subscribed, and what the channel was last told. */
export function createChannelSubscription({ channel, gateway, clock, port, send, delivered }: ChannelSubscriptionDeps) {
  const subscribers = new Map<WebSocket, Subscriber>()
  /** The last statement the channel took; null: the next one holds the whole roster. */
  let stated: Known | null = null
  let version = 0

  const presentMembers = (): Member[] =>
    [...subscribers.values()].flatMap(({ connection, subscription: { userId, metadata, joinedAt } }) => {
      const { isAbsent, seenAt } = connection()
      return isAbsent ? [] : [{ userId, metadata, joinedAt, lastSeen: seenAt }]
    })
  const isWatched = () => [...subscribers.values()].some(({ subscription }) => subscription.wish !== 'none')

  function statedNow(): Known {
    version = Math.max(version + 1, clock())
    return { version, roster: rosterOf(presentMembers()) }
  }

  /** @returns the channel's last message; every later one will be delivered here */
  const state = coalesce(async (): Promise<Position> => {
    for (let i = 0; i < TRIES; i++) {
      const before = stated
      stated = statedNow()
      const news = newsOf(before, stated.roster, stated.version)
      try {
        const statement = { channel, gateway, subscribers: subscribers.size, isWatched: isWatched(), news }
        const { isWhole, position } = await port().state(statement)
        if (isWhole) return position
        stated = null
      } catch (thrown) {
        stated = null
        throw thrown
      }
    }
    throw new Error('the channel does not take the whole roster')
  })

  return {
    subscribers,
    isWatched,
    /** Sends the channel this gateway's subscribers and presence. @throws when the channel is not reached */
    state,

    roster(): GatewayRoster {
      stated = statedNow()
      return {
        subscribers: subscribers.size,
        isWatched: isWatched(),
        version,
        members: [...stated.roster.values()],
      }
    },

    deliver({ first, payloads }: Delivery): number {
      const known = Math.max(0, delivered.get() + 1 - first)
      const fresh: Delivery = { channel, first: first + known, payloads: payloads.slice(known) }
      if (fresh.payloads.length === 0) return subscribers.size
      delivered.keep(first + payloads.length - 1)
      const shared = new Map<boolean, string[]>()
      for (const subscriber of subscribers.values()) {
        const { socket, connection, subscription, waiting } = subscriber
        if (waiting !== null) waiting.push(fresh)
        else if (subscription.from! >= fresh.first) deliverTo(send, subscriber, fresh)
        else {
          const { takesMany } = connection()
          const frames = shared.get(takesMany) ?? encodeMessages(fresh, takesMany)
          shared.set(takesMany, frames)
          for (const frame of frames) send(socket, frame)
        }
      }
      return subscribers.size
    },

    announce(crowd: CrowdAnswer): void {
      const shared = new Map<PresenceWish, string>()
      for (const { socket, subscription, waiting } of subscribers.values()) {
        const { wish } = subscription
        if (wish === 'none' || waiting !== null) continue
        const frame = shared.get(wish) ?? encodePresence(channel, crowd, wish)
        shared.set(wish, frame)
        send(socket, frame)
      }
    },
  }
}

/** Sends one subscriber what is new to it of a delivery. */
export function deliverTo(
  send: Outbox['send'],
  { socket, connection, subscription }: Subscriber,
  { channel, first, payloads }: Delivery,
): void {
  const known = Math.max(0, subscription.from! + 1 - first)
  const fresh: Delivery = { channel, first: first + known, payloads: payloads.slice(known) }
  for (const frame of encodeMessages(fresh, connection().takesMany)) send(socket, frame)
}
