import * as z from 'zod/mini'
import { Card } from '../domain/card-schema.ts'

/** Two cards that the server dealt to a caller. */
export const FaceOffPair = z.object({
  left: Card,
  right: Card,
  /** Signed for this caller and pair. The client sends it with the pick. */
  token: z.string(),
})
export type FaceOffPair = z.infer<typeof FaceOffPair>

/** `GET /api/face-off`. A repeated call returns the same pair until a pick, unless the rated cards change meanwhile. */
export const FaceOff = z.object({
  /** Null when the daily pairs are used up, or the caller has seen every pair. */
  pair: z.nullable(FaceOffPair),
  /** Number of pairs that the caller has left today. */
  left: z.int(),
  /** Time at which new pairs are available. ISO 8601, UTC. */
  resetsAt: z.string(),
})
export type FaceOff = z.infer<typeof FaceOff>

/**
 * `POST /api/face-off`: picks the better card of the dealt pair. Idempotent. A different pick from the same pair returns
 * 409 `CONFLICT`, and a pair that was not dealt to this caller 403 `FORBIDDEN`. A card that is no longer public returns
 * 410 `GONE`. Picks beyond the daily pairs return 429 `RATE_LIMITED`.
 */
export const FaceOffPick = z.object({ token: z.string(), winner: z.enum(['left', 'right']) })
export type FaceOffPick = z.infer<typeof FaceOffPick>

export const FaceOffResult = z.object({
  /** The ratings after the pick. Null while a rating is too uncertain to show. */
  ratings: z.object({ left: z.nullable(z.int()), right: z.nullable(z.int()) }),
  next: FaceOff,
})
export type FaceOffResult = z.infer<typeof FaceOffResult>
