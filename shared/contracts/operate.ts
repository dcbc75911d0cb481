import * as z from 'zod/mini'

/** `GET /health`. */
export const HealthAnswer = z.object({ ok: z.literal(true) })

/** `GET /ready`: `parts` only for the service key. */
export const ReadyAnswer = z.object({
  ok: z.boolean(),
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
