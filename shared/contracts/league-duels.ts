import * as z from 'zod/mini'
import { LEAGUE_SEATS } from '../domain/league.ts'
import { DUEL_DIE } from '../domain/league-duel.ts'
import { STATS, type StatName } from '../domain/stats.ts'
import { Stats } from '../domain/stats-schema.ts'

const Side = z.object({
  seat: z.int().check(z.minimum(1), z.maximum(LEAGUE_SEATS)),
  teamName: z.string(),
  /** Null once another card is in the seat, or none. */
  cardId: z.nullable(z.string()),
  /** The card's stats when the duel began. */
  stats: Stats,
})

const Die = z.int().check(z.minimum(1), z.maximum(DUEL_DIE))

/**
 * A duel of two cards of a league, best of five rounds. Each round draws one of the five stats, none twice, and both
 * sides add a die of 20 to it; the higher sum wins, with equal sums the higher die. A secret seed decides everything:
 * its hash is public from the beginning, and it is itself with the last round. Before its moment no answer carries a
 * round.
 */
export const LeagueDuel = z.object({
  /** Grows with every duel of the league. */
  number: z.int(),
  challenger: Side,
  opponent: Side,
  /** SHA-256 of the seed, in hex. */
  commitment: z.string(),
  /** When the first round opens. ISO 8601, UTC. */
  startsAt: z.string(),
  /** Milliseconds from one round to the next. */
  stepMs: z.int(),
  /** The rounds that are open. */
  rounds: z.array(
    z.object({
      stat: z.enum(STATS.map(({ name }) => name) as [StatName, ...StatName[]]),
      /** Challenger's and opponent's. */
      dice: z.tuple([Die, Die]),
    }),
  ),
  /** 256 bits in hex; null until the last round is open. */
  seed: z.nullable(z.string()),
})
export type LeagueDuel = z.infer<typeof LeagueDuel>

/**
 * `GET /api/leagues/{code}/duels/{number}`: for everyone with the code. `POST /api/leagues/{code}/seats/{n}/duels`:
 * the caller's card challenges the one of another seat. While their duel is running it is answered again. 409 `CONFLICT`
 * when a seat has no card with stats; 429 `RATE_LIMITED` beyond `DUELS_PER_DAY`.
 */
export const DuelNow = z.object({
  /** The server's clock at this answer, in milliseconds since 1970. */
  now: z.int(),
  duel: LeagueDuel,
})
export type DuelNow = z.infer<typeof DuelNow>
