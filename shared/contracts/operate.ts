import * as z from 'zod/mini'

/** `GET /health`. */
export const HealthResponse = z.object({ ok: z.literal(true) })

/** A scheduled task's last run. Times are in milliseconds since 1970. */
export const ScheduledTask = z.object({
  name: z.string(),
  startedAt: z.int(),
  /** Null until the first run ends. */
  endedAt: z.nullable(z.int()),
  endedWellAt: z.nullable(z.int()),
  /** `more`: the next run continues. */
  outcome: z.nullable(z.enum(['done', 'more', 'failed'])),
  items: z.int(),
  error: z.nullable(z.string()),
  /** True if no run has succeeded for half an hour. */
  isLate: z.boolean(),
})

/** `GET /ready`: `parts` and `tasks` only for the service key. Late tasks do not affect readiness. */
export const ReadyResponse = z.object({
  ok: z.boolean(),
  tasks: z.optional(z.array(ScheduledTask)),
  parts: z.optional(
    z.record(
      z.string(),
      z.object({
        ok: z.boolean(),
        /** Milliseconds until the response or the timeout. */
        ms: z.int(),
        error: z.optional(z.string()),
      }),
    ),
  ),
})
