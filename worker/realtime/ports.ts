import type { Publish } from '#shared/contracts/speech.ts'
import type { Member, News } from './presence.ts'
import type { MessageId } from './message-id.ts'

/**
 * The RPC interfaces of channels and gateways. They exchange plain values only. Refusals are values too, because an
 * error thrown across an RPC call loses its class.
 */

/** A message to publish. Its data and metadata are JSON text. */
export type NewMessage = Readonly<Publish>

export type Published = { readonly id: string; readonly seq: number; readonly timestamp: number }

/** Consecutive messages as JSON text. The first one has the number `first`. */
export type Delivery = { readonly channel: string; readonly first: number; readonly payloads: readonly string[] }

/** The kind of presence that a subscription receives. */
export type PresenceMode = 'list' | 'count' | 'none'

export type Statement = {
  readonly channel: string
  readonly gateway: string
  /** Number of subscribed sockets. 0 ends the subscription. */
  readonly subscribers: number
  /** True if any of them receives presence. */
  readonly isWatched: boolean
  readonly news: News
}

/** The position of the last message, or the start of an empty channel. */
export type Position = { readonly id: string; readonly seq: number }

/** `isWhole` is false if the diff could not be applied, so the full roster is needed. */
export type StatementReply = { readonly isWhole: boolean; readonly position: Position }

export type CrowdReply = {
  readonly count: number
  /** A JSON array. */
  readonly users: string
}

export type History = { readonly payloads: readonly string[]; readonly hasMore: boolean }

export type ChannelPort = {
  publish(message: NewMessage): Promise<Published>
  state(statement: Statement): Promise<StatementReply>
  /** @param maxAgeMs maximum age of a gateway's roster before it is requested again */
  getCrowd(maxAgeMs?: number): Promise<CrowdReply>
  history(range: { start: MessageId; end: MessageId; limit: number }): Promise<History>
  /** Publishes vote totals, throttled and merged. */
  tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void>
}

export type GatewayRoster = {
  readonly subscribers: number
  readonly isWatched: boolean
  readonly version: number
  readonly members: readonly Member[]
}

export type GatewayPort = {
  /** @returns the number of subscribed sockets */
  deliver(delivery: Delivery): Promise<number>
  announce(channel: string, crowd: CrowdReply): Promise<void>
  roster(channel: string): Promise<GatewayRoster>
}
