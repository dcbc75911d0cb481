import type { Publish } from '#shared/contracts/speech.ts'
import type { Member, News } from './presence.ts'
import type { MessageId } from './message-id.ts'

/**
 * The RPC interfaces of channels and gateways. Plain values both ways: an error that is thrown across a call between
 * objects loses its class, so a refusal is a value too.
 */

/** A message to publish; its data and metadata are JSON text. */
export type NewMessage = Readonly<Publish>

export type Published = { readonly id: string; readonly seq: number; readonly timestamp: number }

/** Messages in order, without a gap: the first has the number `first`. Each is JSON text. */
export type Delivery = { readonly channel: string; readonly first: number; readonly payloads: readonly string[] }

/** The presence that a subscription receives. */
export type PresenceWish = 'list' | 'count' | 'none'

export type Statement = {
  readonly channel: string
  readonly gateway: string
  /** Sockets that are subscribed; 0 ends the subscription. */
  readonly subscribers: number
  /** True if any of them receives presence. */
  readonly isWatched: boolean
  readonly news: News
}

/** The last message; in an empty channel, the position that its first message follows. */
export type Position = { readonly id: string; readonly seq: number }

/** `isWhole` false: the diff could not be applied, the whole roster is needed. */
export type StatementAnswer = { readonly isWhole: boolean; readonly position: Position }

export type CrowdAnswer = {
  readonly count: number
  /** A JSON array. */
  readonly users: string
}

export type History = { readonly payloads: readonly string[]; readonly hasMore: boolean }

export type ChannelPort = {
  publish(message: NewMessage): Promise<Published>
  state(statement: Statement): Promise<StatementAnswer>
  /** @param believedMs how old a gateway's roster may be before it is asked again */
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
