import * as z from 'zod/mini'
import { LEAGUE_SEATS } from '../domain/league.ts'

const SeatNumber = z.int().check(z.minimum(1), z.maximum(LEAGUE_SEATS))

/**
 * A draft lottery: a shuffle of the seats by a secret seed. The commissioner prepares it, which publishes the seed's
 * hash, and starts it; from then on the picks open at fixed moments, the last pick first. Before its moment no answer
 * carries a pick, and none the seed before the last one is open.
 */
export const LeagueDraw = z.object({
  /** Grows with every draw of the league. */
  number: z.int(),
  /** SHA-256 of the seed, in hex: public as soon as the draw is prepared. */
  commitment: z.string(),
  /** ISO 8601, UTC. */
  preparedAt: z.string(),
  /** When the first card opens, which is the last pick. ISO 8601, UTC; null until the draw is started. */
  startsAt: z.nullable(z.string()),
  /** Milliseconds from one card to the next. */
  stepMs: z.int(),
  /** The seats as they stood when the draw was prepared. */
  seats: z.array(
    z.object({
      number: SeatNumber,
      /** Null once its member's account was deleted. */
      teamName: z.nullable(z.string()),
      /** The card of that member's seat; null without one, and once the member has left. */
      cardId: z.nullable(z.string()),
    }),
  ),
  /** The picks that are open, in the order they opened. */
  picks: z.array(z.object({ pick: z.int(), seat: SeatNumber })),
  /** 256 bits in hex; null until every card is open. */
  seed: z.nullable(z.string()),
})
export type LeagueDraw = z.infer<typeof LeagueDraw>

/** `GET /api/leagues/{code}/draws/{number}`: for everyone with the code. */
export const DrawNow = z.object({
  /** The server's clock at this answer, in milliseconds since 1970. */
  now: z.int(),
  draw: LeagueDraw,
})
export type DrawNow = z.infer<typeof DrawNow>

/**
 * `POST /api/leagues/{code}/draws`: the commissioner's. Commits to a seed for the seats as they are. `after` is the
 * number of the latest draw that was started, 0 before the first: sent again it changes nothing, unless the seats have
 * changed since, which takes a new seed. 409 `CONFLICT` with fewer than two seats, while a draw is running, and beyond
 * `DRAWS_PER_SEASON`. Answers with the league.
 */
export const PrepareDraw = z.object({ after: z.int() })
export type PrepareDraw = z.infer<typeof PrepareDraw>
