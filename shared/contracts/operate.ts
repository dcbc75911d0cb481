import * as z from 'zod/mini'

/** `GET /health`. */
export const HealthAnswer = z.object({ ok: z.literal(true) })

/** How the last run of a scheduled task went. Times in milliseconds since 1970. */
export const ScheduledTask = z.object({
  name: z.string(),
  startedAt: z.int(),
  /** Null: its first run has not ended. */
  endedAt: z.nullable(z.int()),
  endedWellAt: z.nullable(z.int()),
  /** `more`: the next run goes on. */
  outcome: z.nullable(z.enum(['done', 'more', 'failed'])),
  items: z.int(),
  error: z.nullable(z.string()),
  /** No run has ended well for half an hour. */
  isLate: z.boolean(),
})

/** `GET /ready`: `parts` and `tasks` only for the service key. Tasks that are late make nothing unready. */
export const ReadyAnswer = z.object({
  ok: z.boolean(),
  tasks: z.optional(z.array(ScheduledTask)),
  parts: z.optional(
    z.record(
      z.string(),
      z.object({
        ok: z.boolean(),
        /** Milliseconds until it answered or was given up. */
        ms: z.int(),
        error: z.optional(z.string()),
      }),
    ),
  ),
})
