import * as z from 'zod/mini'
import { Card, Visibility } from '../domain/card-schema.ts'

/** Why a card is reported. */
export const ReportReason = z.enum([
  'not-me-or-no-consent',
  'nudity',
  'hate',
  'minor',
  'impersonation',
  'spam-or-other',
])
export type ReportReason = z.infer<typeof ReportReason>

/** A single report with one of these reasons hides a card immediately. */
export const GRAVE_REASONS = ['minor', 'nudity'] as const satisfies readonly ReportReason[]

/** `POST /api/cards/{id}/reports`. A visitor's second report gets the same response but does not count. */
export const SendReport = z.object({ reason: ReportReason, detail: z.optional(z.string()) })
export type SendReport = z.infer<typeof SendReport>

export const ReportResponse = z.object({ received: z.literal(true) })

/** `GET /api/reports`, for the service key: the moderation queue, oldest report first. */
export const ReportQueue = z.object({
  queue: z.array(
    z.object({
      card: z.extend(Card, {
        /** The visibility before it was hidden, to which restoring returns it. */
        visibility: Visibility,
        hidden: z.boolean(),
      }),
      /** True if it awaits review because its photo shows no face. It may have no reports then. */
      waiting: z.boolean(),
      /** Distinct, most frequent first. */
      reasons: z.array(ReportReason),
      /** The reporters' texts. */
      details: z.array(z.string()),
      /** The reporters' texts, each with its reason. */
      said: z.array(z.object({ reason: ReportReason, detail: z.string() })),
      reporters: z.int(),
      /** ISO 8601, UTC. */
      firstAt: z.string(),
      /** The moderator's deadline, 48 hours later. */
      dueAt: z.string(),
    }),
  ),
})
export type ReportQueue = z.infer<typeof ReportQueue>

/** `POST /api/reports/{cardId}`, for the service key. */
export const DecideReport = z.object({ decision: z.enum(['restore', 'remove']) })
export type DecideReport = z.infer<typeof DecideReport>

export const DecisionResponse = z.object({ id: z.string(), decision: DecideReport.shape.decision })
