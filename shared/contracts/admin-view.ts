import type * as z from 'zod/mini'
import type { ContactMessage } from './contact.ts'
import type { ScheduledTask } from './operate.ts'
import type { ReportQueue } from './reports.ts'

/** The periods of the analytics page, in days. */
export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

/** One number per day, oldest first. */
export type DailyCounts = readonly number[]
export type NamedCount = { readonly name: string; readonly count: number }

export type ReportedCard = ReportQueue['queue'][number]

/** A removal that can be undone. */
export type HeldRemoval = { readonly card: string; readonly name: string; readonly dueAt: number }

/** A removed card whose picture cannot be published again. */
export type RefusedPicture = {
  readonly card: string
  /** ISO 8601, UTC. */
  readonly refusedAt: string
}

/** A contact message with the honeypot filled in. */
export type TrappedMessage = ContactMessage & { readonly id: string; readonly createdAt: string }

export type AdminQueueView = {
  readonly kind: 'queue'
  readonly queue: readonly ReportedCard[]
  readonly held: readonly HeldRemoval[]
  readonly refused: readonly RefusedPicture[]
  readonly email: string
  /** The CSRF token of the admin's session. */
  readonly formToken: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The confirmation before a card is removed. */
export type AdminRemovalView = { readonly kind: 'removal'; readonly card: ReportedCard; readonly formToken: string }

export type AdminMessagesView = { readonly kind: 'messages'; readonly messages: readonly TrappedMessage[] }

export type AnalyticsReport = {
  /** UTC dates such as `2026-11-21`, oldest first. */
  readonly days: readonly string[]
  readonly visits: DailyCounts
  readonly generated: DailyCounts
  readonly saved: DailyCounts
  readonly voted: DailyCounts
  /** Generations that started from another card's page. */
  readonly invited: DailyCounts
  /** Most frequent first. */
  readonly channels: readonly NamedCount[]
  readonly pages: readonly NamedCount[]
}

export type AdminAnalyticsView = { readonly kind: 'analytics'; readonly period: Period } & AnalyticsReport

export type TaskState = z.infer<typeof ScheduledTask>

/** The data of an admin page. */
export type AdminView =
  /** @param signInUrl the sign-in page, which returns here */
  | { readonly kind: 'door'; readonly signInUrl: string }
  | { readonly kind: 'link sent' }
  | { readonly kind: 'enter'; readonly token: string }
  | { readonly kind: 'signed in' }
  | { readonly kind: 'failed'; readonly message: string }
  | AdminQueueView
  | AdminRemovalView
  | AdminMessagesView
  | AdminAnalyticsView
