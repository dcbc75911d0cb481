import * as z from 'zod/mini'
import { Card } from '../domain/card-schema.ts'
import { LeagueDraw } from './league-draws.ts'
import { LeagueDuel } from './league-duels.ts'
import { LEAGUE_ROLES, LEAGUE_SEATS } from '../domain/league.ts'

/**
 * A league's link contains its code. Anyone with the code can see the league, and nobody else can tell that it exists.
 * Every call with a wrong code returns 404 `NOT_FOUND`. The visitor cookie, the account's access token or keys in
 * `LEAGUE_KEY_HEADER` identify callers as a member or the commissioner. All other callers are outsiders. Actions that a
 * role may not perform return 403 `FORBIDDEN`.
 *
 * Texts that are too long are truncated. Empty ones return 400 `VALIDATION_ERROR`, offensive ones 400
 * `NICKNAME_REFUSED`, both with `details: [{path, message}]` naming the field.
 */

export { LEAGUE_KEY_HEADER } from './headers.ts'

export const LeagueRole = z.enum(LEAGUE_ROLES)

export const SeatNumber = z.int().check(z.minimum(1), z.maximum(LEAGUE_SEATS))

export const LeagueSeat = z.object({
  number: SeatNumber,
  teamName: z.string(),
  /** Null until the member adds a card. Its pictures have the URLs of an unlisted card. */
  card: z.nullable(Card),
  /** True if this seat's member is the commissioner. */
  isCommissioner: z.boolean(),
  /** Titles of its awards this season, in the order given. */
  awards: z._default(z.array(z.string()), []),
  /** The league's own votes for it this season. */
  votes: z._default(z.int(), 0),
  /** True if the commissioner filled it for someone who has not joined. */
  isHeld: z._default(z.boolean(), false),
})
export type LeagueSeat = z.infer<typeof LeagueSeat>

/** A closed season, with its final roster, awards and votes. */
export const PastSeason = z.object({
  /** 1 for the league's first. */
  number: z.int(),
  name: z.string(),
  /** ISO 8601, UTC. */
  closedAt: z.string(),
  seats: z.array(
    z.object({
      number: SeatNumber,
      teamName: z.string(),
      /** Null if the card was removed or is hidden. */
      cardId: z.nullable(z.string()),
      votes: z.int(),
      awards: z.array(z.string()),
    }),
  ),
  /** Its draft lotteries, latest first. */
  draws: z._default(z.array(LeagueDraw), []),
})
export type PastSeason = z.infer<typeof PastSeason>

/** `GET /api/leagues/{code}` */
export const League = z.object({
  name: z.string(),
  season: z.string(),
  /** The name of the team whose colors the league uses. */
  team: z.string(),
  /** True while nobody can join. */
  isLocked: z.boolean(),
  /** Increases with every change to the league, its seats or their cards. */
  version: z.int(),
  role: LeagueRole,
  /** The caller's seat number. Null for outsiders, and for a commissioner who does not play. */
  ownSeat: z.nullable(SeatNumber),
  /** The taken seats, by number. Free seats are omitted. */
  seats: z.array(LeagueSeat),
  /** The seat that the caller voted for today (UTC). */
  votedSeat: z._default(z.nullable(SeatNumber), null),
  /** Past seasons, latest first. */
  seasons: z._default(z.array(PastSeason), []),
  /** This season's draft lotteries, latest first. */
  draws: z._default(z.array(LeagueDraw), []),
  /** The latest duels. */
  duels: z._default(z.array(LeagueDuel), []),
  /** The realtime channel for changes (`LiveLeague`) and presence. */
  channel: z.string(),
  /** Number of cards left in the league's quota today. */
  generationsLeft: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
})
export type League = z.infer<typeof League>

/**
 * `POST /api/leagues`. The caller becomes the commissioner. A visitor's sixth league: 409 `LEAGUE_LIMIT_REACHED`. Too
 * many from one network in a day: 429 `RATE_LIMITED`.
 */
export const CreateLeague = z.object({ name: z.string(), season: z.string(), team: z.string() })
export type CreateLeague = z.infer<typeof CreateLeague>

export const CreatedLeague = z.object({
  code: z.string(),
  /** The commissioner's key, for another device. Valid until the role is passed on. */
  key: z.string(),
  league: League,
})
export type CreatedLeague = z.infer<typeof CreatedLeague>

/** `PATCH /api/leagues/{code}`: commissioner only. Omitted fields stay. Returns the league. */
export const ChangeLeague = z.object({
  name: z.optional(z.string()),
  season: z.optional(z.string()),
  team: z.optional(z.string()),
  isLocked: z.optional(z.boolean()),
})
export type ChangeLeague = z.infer<typeof ChangeLeague>

/**
 * `POST /api/leagues/{code}/seats`: takes the lowest free seat. A caller who already has a seat gets it back with 200.
 * 409 `LEAGUE_FULL`, 409 `LEAGUE_LOCKED`.
 */
export const JoinLeague = z.object({ teamName: z.string() })
export type JoinLeague = z.infer<typeof JoinLeague>

export const JoinedLeague = z.object({
  seat: SeatNumber,
  /** The member's key, for another device. Valid as long as the seat. */
  key: z.string(),
  league: League,
})
export type JoinedLeague = z.infer<typeof JoinedLeague>

/** `PATCH /api/leagues/{code}/seats/{n}`: its member or the commissioner. Returns the league. */
export const RenameSeat = z.object({ teamName: z.string() })
export type RenameSeat = z.infer<typeof RenameSeat>

/**
 * `POST /api/leagues/{code}/seats/{n}/card`: that seat's member only. The card must be the caller's own (403
 * `FORBIDDEN`) and shared (409 `CONFLICT` for a draft: `POST /api/cards/{id}/share` first). Idempotent. Returns the
 * league.
 */
export const AttachCard = z.object({ cardId: z.string() })
export type AttachCard = z.infer<typeof AttachCard>

/**
 * `POST /api/leagues/{code}/seats/{n}/fill`: commissioner only. Puts one of the caller's shared cards into a seat that is
 * free or waits for a card. A free seat gets the team name. 409 `CONFLICT` for a seat with another card, which must be
 * emptied first. Idempotent. Returns the league.
 */
export const FillSeat = z.object({ teamName: z.string(), cardId: z.string() })
export type FillSeat = z.infer<typeof FillSeat>

/**
 * `GET /api/leagues/{code}/seats/{n}/key`: commissioner only. Returns the key of a filled seat, for the person on its
 * card. Joining with the key (`POST /api/leagues/{code}/seats`) claims the seat and invalidates the key. 409 `CONFLICT`
 * for a seat with a member.
 */
export const SeatKey = z.object({ key: z.string() })
export type SeatKey = z.infer<typeof SeatKey>

/**
 * `POST /api/leagues/{code}/commissioner`: commissioner only. Makes that seat's member the commissioner, by browser or
 * account; the old key stops working. Returns the league as the caller now sees it.
 */
export const PassLeagueOn = z.object({ seat: SeatNumber })
export type PassLeagueOn = z.infer<typeof PassLeagueOn>

/**
 * `POST /api/leagues/{code}/awards`: commissioner only. Gives an award to a seat. A title that another seat has (in any
 * case) moves here; null takes it back. 409 `CONFLICT` beyond `AWARDS_PER_SEASON`. Returns the league.
 */
export const GiveAward = z.object({ title: z.string(), seat: z.nullable(SeatNumber) })
export type GiveAward = z.infer<typeof GiveAward>

/**
 * `POST /api/leagues/{code}/seasons`: commissioner only. Archives this season with its roster, awards and votes, and
 * starts the next. `after` is the number of the latest past season, 0 before the first; it makes the call idempotent.
 * 409 `CONFLICT` without seats, and beyond `PAST_SEASONS`. Returns the league.
 */
export const CloseSeason = z.object({
  /** The name of the next season. */
  season: z.string(),
  after: z.int(),
})
export type CloseSeason = z.infer<typeof CloseSeason>

/** `GET /api/leagues/{code}/keys`: the caller's keys; null for a role the caller lacks. 403 for outsiders. */
export const LeagueKeys = z.object({ member: z.nullable(z.string()), commissioner: z.nullable(z.string()) })
export type LeagueKeys = z.infer<typeof LeagueKeys>

/** `GET /api/leagues/{code}/deletion`: commissioner only. Lists what `DELETE /api/leagues/{code}` deletes and keeps. */
export const LeagueDeletion = z.object({
  seats: z.int(),
  /** Cards made for this league and never saved to the Hall, which are deleted with their pictures and votes. */
  cards: z.array(z.object({ id: z.string(), playerName: z.string(), jerseyNumber: z.string() })),
  /** Number of cards that stay: those in the Hall, and those not made for this league. */
  detached: z.int(),
  /** Awards and votes, including past seasons. */
  awards: z.int(),
  votes: z.int(),
  seasons: z.int(),
  /** Draft lotteries, including past seasons. */
  draws: z._default(z.int(), 0),
  duels: z._default(z.int(), 0),
})
export type LeagueDeletion = z.infer<typeof LeagueDeletion>

/** Details of `LEAGUE_QUOTA_EXCEEDED`. */
export const LeagueQuota = z.object({
  /** ISO 8601, UTC. */
  resetsAt: z.string(),
})
