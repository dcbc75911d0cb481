import * as z from 'zod/mini'
import { LEAGUE_SEATS } from '../domain/league.ts'
import { DUEL_DIE } from '../domain/league-duel.ts'
import { STATS, type StatName } from '../domain/stats.ts'
import { Stats } from '../domain/stats-schema.ts'

const Side = z.object({
  seat: z.int().check(z.minimum(1), z.maximum(LEAGUE_SEATS)),
  teamName: z.string(),
  /** Null once the card has left the seat. */
  cardId: z.nullable(z.string()),
  /** The card's stats at the start of the duel. */
  stats: Stats,
})

const Die = z.int().check(z.minimum(1), z.maximum(DUEL_DIE))

/**
 * A duel between two cards of a league, best of five rounds. Each round draws a different stat, and both sides add the
 * roll of a 20-sided die. The higher sum wins; on a tie, the higher roll. A secret seed decides everything. Its hash is
 * public from the start, and the seed with the last round. No response contains a round before its time.
 */
export const LeagueDuel = z.object({
  /** Increases with every duel of the league. */
  number: z.int(),
  challenger: Side,
  opponent: Side,
  /** SHA-256 of the seed, in hex. */
  commitment: z.string(),
  /** Time of the first reveal. ISO 8601, UTC. */
  startsAt: z.string(),
  /** Milliseconds between reveals. */
  stepMs: z.int(),
  /** The revealed rounds. */
  rounds: z.array(
    z.object({
      stat: z.enum(STATS.map(({ name }) => name) as [StatName, ...StatName[]]),
      /** The challenger's roll, then the opponent's. */
      dice: z.tuple([Die, Die]),
    }),
  ),
  /** 256 bits in hex. Null until the last round is revealed. */
  seed: z.nullable(z.string()),
})
export type LeagueDuel = z.infer<typeof LeagueDuel>

/**
 * `GET /api/leagues/{code}/duels/{number}`: anyone with the code. `POST /api/leagues/{code}/seats/{n}/duels`: challenges
 * another seat's card with the caller's, or returns their running duel. 409 `CONFLICT` if a seat has no card with stats,
 * 429 `RATE_LIMITED` beyond `DUELS_PER_DAY`.
 */
export const DuelNow = z.object({
  /** The server's time at the response, in milliseconds since 1970. */
  now: z.int(),
  duel: LeagueDuel,
})
export type DuelNow = z.infer<typeof DuelNow>
