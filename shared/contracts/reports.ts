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

/** One report of these hides a card at once. */
export const GRAVE_REASONS = ['minor', 'nudity'] as const satisfies readonly ReportReason[]

/** `POST /api/cards/{id}/reports`. A second report of one visitor is answered alike and counts no more. */
export const SendReport = z.object({ reason: ReportReason, detail: z.optional(z.string()) })
export type SendReport = z.infer<typeof SendReport>

export const ReportAnswer = z.object({ received: z.literal(true) })

/** `GET /api/reports`, for the service key: the moderators' queue, the first reported first. */
export const ReportQueue = z.object({
  queue: z.array(
    z.object({
      card: z.extend(Card, {
        /** Its visibility before it was hidden, which restoring gives back. */
        visibility: Visibility,
        hidden: z.boolean(),
      }),
      /** True if it waits to enter the Hall, because no face was found in its photo; then it may have no reports. */
      waiting: z.boolean(),
      /** Each once, the most frequent first. */
      reasons: z.array(ReportReason),
      /** The reporters' texts. */
      details: z.array(z.string()),
      /** The same, each with the reason it was given for. */
      said: z.array(z.object({ reason: ReportReason, detail: z.string() })),
      reporters: z.int(),
      /** ISO 8601, UTC. */
      firstAt: z.string(),
      /** 48 hours later: the moderator's deadline. */
      dueAt: z.string(),
    }),
  ),
})
export type ReportQueue = z.infer<typeof ReportQueue>

/** `POST /api/reports/{cardId}`, for the service key. */
export const DecideReport = z.object({ decision: z.enum(['restore', 'remove']) })
export type DecideReport = z.infer<typeof DecideReport>

/** Its answer. */
export const DecisionAnswer = z.object({ id: z.string(), decision: DecideReport.shape.decision })
