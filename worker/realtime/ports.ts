import type { Publish } from '#shared/contracts/speech.ts'
import type { Member, News } from './presence.ts'
import type { MessageId } from './message-id.ts'

/**
 * What channels and gateways say to each other and to the Worker. Plain values both ways: what is thrown across a call
 * between objects loses its class, so a refusal is a value too.
 */

/** A message to be said; its data and metadata are JSON text. */
export type NewMessage = Readonly<Publish>

export type Published = { readonly id: string; readonly seq: number; readonly timestamp: number }

/** Messages in the order they were said, without a hole: the first has the number `first`. Each is JSON text. */
export type Delivery = { readonly channel: string; readonly first: number; readonly payloads: readonly string[] }

/** How a subscription wants to hear of presence. */
export type PresenceWish = 'list' | 'count' | 'none'

export type Statement = {
  readonly channel: string
  readonly gateway: string
  /** Sockets that are subscribed; none ends the relation. */
  readonly subscribers: number
  /** Whether any of them wants to hear of presence. */
  readonly isWatched: boolean
  readonly news: News
}

/** The last message that was said; before the first one, what it will come after. */
export type Standing = { readonly id: string; readonly seq: number }

/** `isWhole` false: the news were not enough, the whole roster is needed. */
export type StatementAnswer = { readonly isWhole: boolean; readonly standing: Standing }

export type CrowdAnswer = {
  readonly count: number
  /** A JSON array. */
  readonly users: string
}

export type History = { readonly payloads: readonly string[]; readonly hasMore: boolean }

export type ChannelPort = {
  publish(message: NewMessage): Promise<Published>
  state(statement: Statement): Promise<StatementAnswer>
  /** @param believedMs how long a gateway is believed without asking it again */
  crowd(believedMs?: number): Promise<CrowdAnswer>
  history(range: { start: MessageId; end: MessageId; limit: number }): Promise<History>
  /** Totals of votes, merged with others of the same moment. */
  tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void>
}

export type GatewayRoster = {
  readonly subscribers: number
  readonly isWatched: boolean
  readonly version: number
  readonly members: readonly Member[]
}

export type GatewayPort = {
  /** @returns how many sockets are subscribed */
  deliver(delivery: Delivery): Promise<number>
  announce(channel: string, crowd: CrowdAnswer): Promise<void>
  roster(channel: string): Promise<GatewayRoster>
}
