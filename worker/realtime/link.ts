import type { Clock } from '#worker/env.ts'
import type { Connection, Subscription } from './connection.ts'
import type { Delivered } from './delivered.ts'
import { encodeMessages, encodePresence } from './frames.ts'
import type { ChannelPort, CrowdAnswer, Delivery, GatewayRoster, PresenceWish, Standing } from './ports.ts'
import { type Known, type Member, newsOf, rosterOf } from './presence.ts'
import { sendText } from './send-text.ts'
import { createTurns } from './turns.ts'

const TRIES = 3

export type Subscriber = {
  readonly socket: WebSocket
  readonly connection: () => Connection
  readonly subscription: Subscription
  /** What arrives before the channel has said where the subscription begins. Null from then on. */
  readonly waiting: Delivery[] | null
}

export type LinkDeps = {
  readonly channel: string
  readonly gateway: string
  readonly clock: Clock
  readonly port: () => Pick<ChannelPort, 'state'>
  /** The number of the last message that was handed to sockets. */
  readonly delivered: ReturnType<Delivered['of']>
}

export type Link = ReturnType<typeof createLink>

/** What a gateway has to do with one channel: who of its sockets is subscribed, and what the channel knows of that. */
export function createLink({ channel, gateway, clock, port, delivered }: LinkDeps) {
  const subscribers = new Map<WebSocket, Subscriber>()
  /** The last that was said to the channel; null when it must be told everything. */
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

  /** @returns where the channel stands; whatever follows will be delivered here */
  const state = createTurns(async (): Promise<Standing> => {
    for (let i = 0; i < TRIES; i++) {
      const before = stated
      stated = statedNow()
      const news = newsOf(before, stated.roster, stated.version)
      try {
        const statement = { channel, gateway, subscribers: subscribers.size, isWatched: isWatched(), news }
        const { isWhole, standing } = await port().state(statement)
        if (isWhole) return standing
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
    /** Tells the channel how things are. @throws when it is not reached */
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
        else if (subscription.from! >= fresh.first) deliverTo(subscriber, fresh)
        else {
          const { takesMany } = connection()
          const frames = shared.get(takesMany) ?? encodeMessages(fresh, takesMany)
          shared.set(takesMany, frames)
          for (const frame of frames) sendText(socket, frame)
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
        sendText(socket, frame)
      }
    },
  }
}

/** What of a delivery is new to one subscriber. */
export function deliverTo(
  { socket, connection, subscription }: Subscriber,
  { channel, first, payloads }: Delivery,
): void {
  const known = Math.max(0, subscription.from! + 1 - first)
  const fresh: Delivery = { channel, first: first + known, payloads: payloads.slice(known) }
  for (const frame of encodeMessages(fresh, connection().takesMany)) sendText(socket, frame)
}
