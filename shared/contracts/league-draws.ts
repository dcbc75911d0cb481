import * as z from 'zod/mini'
import { LEAGUE_SEATS } from '../domain/league.ts'

const SeatNumber = z.int().check(z.minimum(1), z.maximum(LEAGUE_SEATS))

/**
 * A draft lottery shuffles the seats by a secret seed. The commissioner prepares it, which publishes the seed's hash, and
 * then starts it. From then on, the server reveals the picks on a fixed schedule, the last pick first. No response
 * contains a pick before its time, or the seed before the final reveal.
 */
export const LeagueDraw = z.object({
  /** Increases with every draw of the league. */
  number: z.int(),
  /** SHA-256 of the seed, in hex. Public once the draw is prepared. */
  commitment: z.string(),
  /** ISO 8601, UTC. */
  preparedAt: z.string(),
  /** Time of the first reveal, which is the last pick. ISO 8601, UTC. Null until the draw starts. */
  startsAt: z.nullable(z.string()),
  /** Milliseconds between reveals. */
  stepMs: z.int(),
  /** The seats at the time the draw was prepared. */
  seats: z.array(
    z.object({
      number: SeatNumber,
      /** Null once the member's account is deleted. */
      teamName: z.nullable(z.string()),
      /** The card of that member's seat. Null without a card, and once the member has left. */
      cardId: z.nullable(z.string()),
    }),
  ),
  /** The revealed picks, in the order of their reveal. */
  picks: z.array(z.object({ pick: z.int(), seat: SeatNumber })),
  /** 256 bits in hex. Null until every pick is revealed. */
  seed: z.nullable(z.string()),
})
export type LeagueDraw = z.infer<typeof LeagueDraw>

/** `GET /api/leagues/{code}/draws/{number}`: anyone with the code. */
export const DrawNow = z.object({
  /** The server's time at the response, in milliseconds since 1970. */
  now: z.int(),
  draw: LeagueDraw,
})
export type DrawNow = z.infer<typeof DrawNow>

/**
 * `POST /api/leagues/{code}/draws`: commissioner only. Commits to a seed for the current seats. `after` is the number of
 * the latest started draw, 0 before the first; it makes the call idempotent. If the seats changed since, a retry commits
 * to a new seed. 409 `CONFLICT` with fewer than two seats, while a draw runs, and beyond `DRAWS_PER_SEASON`. Returns the
 * league.
 */
export const PrepareDraw = z.object({ after: z.int() })
export type PrepareDraw = z.infer<typeof PrepareDraw>
