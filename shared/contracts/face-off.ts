import * as z from 'zod/mini'
import { Card } from '../domain/card-schema.ts'

/** Two cards that the server has chosen for a caller. */
export const FaceOffPair = z.object({
  left: Card,
  right: Card,
  /** Signed for this caller and pair. It is sent back with the pick. */
  token: z.string(),
})
export type FaceOffPair = z.infer<typeof FaceOffPair>

/** `GET /api/face-off`. Asked again before a pick, the pair stays the same while its cards do. */
export const FaceOff = z.object({
  /** Null when the day's pairs are used up, or the caller has seen every pair. */
  pair: z.nullable(FaceOffPair),
  /** Pairs that the caller has left today. */
  left: z.int(),
  /** ISO 8601, UTC: when the next day's pairs come. */
  resetsAt: z.string(),
})
export type FaceOff = z.infer<typeof FaceOff>

/**
 * `POST /api/face-off`: the better card of a pair that was dealt to this caller. Sent again it counts once; another pick
 * from the same pair: 409 `CONFLICT`. Another caller's pair, or one that was not dealt: 403 `FORBIDDEN`. A card that is
 * not public any more: 410 `GONE`. After the day's pairs: 429 `RATE_LIMITED`.
 */
export const FaceOffPick = z.object({ token: z.string(), winner: z.enum(['left', 'right']) })
export type FaceOffPick = z.infer<typeof FaceOffPick>

export const FaceOffResult = z.object({
  /** The ratings after the pick; null while one is not known well enough. */
  ratings: z.object({ left: z.nullable(z.int()), right: z.nullable(z.int()) }),
  next: FaceOff,
})
export type FaceOffResult = z.infer<typeof FaceOffResult>
