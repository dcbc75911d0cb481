import type { SqlStatement } from '#shared/client/sql.ts'
import { LEAGUE_SEATS, LEAGUES_PER_VISITOR } from '#shared/domain/league.ts'
import { DAY_MS } from '#shared/time.ts'
import { CARDS } from '../cards/card-queries.ts'

/**
 * SQL queries about leagues. They need the service key. `id` is a league's id. `keyId` changes whenever a key is
 * reissued: it identifies a commissioner's term or a membership.
 */

export type Person = { readonly visitor: string; readonly userId: string | null }

export const readLeagueRow = (id: string): SqlStatement => ({ sql: 'select * from leagues where id = ?', args: [id] })

/** The titles of a seat's awards in this season as JSON, oldest first. `s` is the seat. */
const AWARDS = `(select json_group_array(title) from (select title from league_awards a
        where a.league = s.league and a.seat = s.number order by a.given_at, a.title)) as awards`

/** Selects taken seats by number, with the cards that others may see. Hidden cards are stored as drafts. */
export const readSeatRows = (id: string): SqlStatement => ({
  sql: `select s.number, s.team_name, s.visitor as member, s.user_id as member_user, s.key_id, s.is_held, c.id, c.player_name,
      c.jersey_number, c.team_colors, c.image_url, c.stats, c.created_at, c.votes,
      (select count(*) from league_votes v where v.league = s.league and v.seat = s.number) as league_votes,
      ${AWARDS}
    from league_seats s left join ${CARDS} c on c.id = s.card and c.visibility <> 'draft'
    where s.league = ? order by s.number`,
  args: [id],
})

/** Selects the visible cards in a league's seats with all columns and awards, ordered by seat. */
export const readPrintedCards = (id: string): SqlStatement => ({
  sql: `select c.*, ${AWARDS} from league_seats s join ${CARDS} c on c.id = s.card and c.visibility <> 'draft'
    where s.league = ? order by s.number`,
  args: [id],
})

/** The cards of a past season that others may see, by seat, with the awards of that season. */
export const readPastPrintedCards = (id: string, season: number): SqlStatement => ({
  sql: `select c.*, p.awards from league_past_seats p join ${CARDS} c on c.id = p.card and c.visibility <> 'draft'
    where p.league = ? and p.season = ? order by p.number`,
  args: [id, season],
})

export type NewLeague = Person & {
  readonly id: string
  readonly name: string
  readonly season: string
  readonly team: string
  readonly keyId: string
}

/** Creates a league unless it exists, was deleted, or its founder already runs the maximum number. */
export const insertLeague = (
  { id, name, season, team, visitor, userId, keyId }: NewLeague,
  now: number,
): SqlStatement => ({
  sql: `insert into leagues (id, name, season, team, visitor, user_id, key_id, created_at, opened_at)
    select ?, ?, ?, ?, ?, ?, ?, ?, ?
    where (select count(*) from leagues where visitor = ? or user_id = ?) < ${LEAGUES_PER_VISITOR}
      and not exists (select 1 from removed_leagues where id = ?)
    on conflict (id) do nothing`,
  args: [id, name, season, team, visitor, userId, keyId, now, now, visitor, userId, id],
})

/** Returns a row for a league that was deleted. */
export const selectRemovedLeague = (id: string): SqlStatement => ({
  sql: 'select 1 as removed from removed_leagues where id = ?',
  args: [id],
})

/** Changes to a league. Null leaves a field unchanged. */
export type LeagueChange = {
  readonly name: string | null
  readonly season: string | null
  readonly team: string | null
  readonly isLocked: number | null
}

/** Changes a league if its commissioner has not changed. */
export const updateLeague = (id: string, keyId: string, change: LeagueChange): SqlStatement => ({
  sql: `update leagues set name = coalesce(?, name), season = coalesce(?, season), team = coalesce(?, team),
      is_locked = coalesce(?, is_locked), version = version + 1
    where id = ? and key_id = ? returning id`,
  args: [change.name, change.season, change.team, change.isLocked, id, keyId],
})

/** Records that a league was opened, at most once a day. */
export const recordOpening = (id: string, now: number): SqlStatement => ({
  sql: 'update leagues set opened_at = ? where id = ? and opened_at <= ?',
  args: [now, id, now - DAY_MS],
})

/** Makes a seat's member the commissioner. The new `key_id` invalidates the former key. */
export const passLeague = (id: string, keyId: string, seat: number, newKeyId: string): SqlStatement => ({
  sql: `update leagues set key_id = ?, version = version + 1, (visitor, user_id) = (
      select visitor, user_id from league_seats where league = leagues.id and number = ?)
    where id = ? and key_id = ?
      and exists (select 1 from league_seats where league = leagues.id and number = ? and is_held = 0)
    returning id`,
  args: [newKeyId, seat, id, keyId, seat],
})

/** Selects the cards that deleting a league removes. Must match the trigger `leagues_removed`. */
export const cardsOfDeletion = (id: string): SqlStatement => ({
  sql: `select c.id, c.player_name, c.jersey_number, c.generation_id, c.visibility
    from league_cards made join ${CARDS} c on c.id = made.card
    where made.league = ? and coalesce(c.hidden_from, c.visibility) = 'unlisted' and c.published_at is null
      and c.review is null and not exists (select 1 from league_seats s where s.card = c.id and s.league <> made.league)
    order by c.created_at, c.id`,
  args: [id],
})

/** Deletes a league. The first statement returns the removed cards, the last returns the league if it was deleted. */
export const leagueRemoval = (id: string, keyId: string, now: number): SqlStatement[] => [
  cardsOfDeletion(id),
  { sql: 'update leagues set closed_at = ? where id = ? and key_id = ?', args: [now, id, keyId] },
  { sql: 'delete from leagues where id = ? and key_id = ? returning id', args: [id, keyId] },
]

/** The lowest free seat, or null if all are taken. */
const FREE_SEAT = `(select min(number) from (
    select 1 as number union all select number + 1 from league_seats where league = l.id
  ) where number <= ${LEAGUE_SEATS} and number not in (select number from league_seats where league = l.id))`

export type NewSeat = Person & { readonly teamName: string; readonly keyId: string }

/**
 * Takes the lowest free seat. One statement gives concurrent joins different seats. Inserts nothing if the league is
 * locked or full, or the person already has a seat.
 */
export const insertSeat = (id: string, { teamName, visitor, userId, keyId }: NewSeat, now: number): SqlStatement => ({
  sql: `insert into league_seats (league, number, team_name, visitor, user_id, key_id, joined_at)
    select l.id, ${FREE_SEAT}, ?, ?, ?, ?, ? from leagues l
    where l.id = ? and l.is_locked = 0 and ${FREE_SEAT} is not null
      and not exists (select 1 from league_seats where league = l.id and (visitor = ? or user_id = ?))
    returning number`,
  args: [teamName, visitor, userId, keyId, now, id, visitor, userId],
})

/**
 * Gives a held seat to a person without one, under a new key. The new version refreshes other screens.
 *
 * @param held the seat with the key that was handed out
 */
export const claimSeat = ({ id, number, keyId: held }: SeatName, { visitor, userId }: Person, keyId: string) => [
  {
    sql: `update league_seats set visitor = ?, user_id = ?, key_id = ?, is_held = 0
      where league = ? and number = ? and key_id = ? and is_held = 1
        and not exists (select 1 from league_seats other where other.league = ? and (other.visitor = ? or other.user_id = ?))
      returning number`,
    args: [visitor, userId, keyId, id, number, held, id, visitor, userId],
  },
  {
    sql: `update leagues set version = version + 1
      where id = ? and exists (select 1 from league_seats where league = ? and number = ? and key_id = ?)`,
    args: [id, id, number, keyId],
  },
]

export type SeatName = { readonly id: string; readonly number: number; readonly keyId: string }

export const renameSeatRow = ({ id, number, keyId }: SeatName, teamName: string): SqlStatement => ({
  sql: 'update league_seats set team_name = ? where league = ? and number = ? and key_id = ?',
  args: [teamName, id, number, keyId],
})

/**
 * Takes a seat's card, and the other cards that its member made for the league, out of the league's deletion. Runs
 * before {@link deleteSeatRow}. Cards in other seats stay, because a commissioner makes cards for others too.
 */
export const releaseCards = ({ id, number, keyId }: SeatName): SqlStatement => ({
  sql: `delete from league_cards where card in (
      select made.card from league_seats s join league_cards made on made.league = s.league
        join ${CARDS} c on c.id = made.card
      where s.league = ? and s.number = ? and s.key_id = ?
        and (c.id = s.card or c.owner = s.visitor or c.user_id = s.user_id)
        and not exists (select 1 from league_seats o where o.card = c.id and o.number <> s.number))`,
  args: [id, number, keyId],
})

export const deleteSeatRow = ({ id, number, keyId }: SeatName): SqlStatement => ({
  sql: 'delete from league_seats where league = ? and number = ? and key_id = ?',
  args: [id, number, keyId],
})

/** Puts a card into a seat. No change if it is already there. */
export const attachCardRow = ({ id, number, keyId }: SeatName, card: string): SqlStatement => ({
  sql: `update league_seats set card = ? where league = ? and number = ? and key_id = ? and card is not ?
      and exists (select 1 from ${CARDS} where id = ? and visibility <> 'draft')`,
  args: [card, id, number, keyId, card, card],
})

export type FilledSeat = {
  readonly number: number
  /** Name for a free seat. A member's seat keeps its own name. */
  readonly teamName: string
  readonly card: string
  /** Identifies the membership of a seat that was free. */
  readonly keyId: string
  /** Placeholder visitor id that no browser has. */
  readonly holder: string
}

/**
 * Puts a card into a seat that is free or has no card. One statement, so only one of several concurrent cards gets the
 * seat. A seat keeps its card, even a hidden one.
 *
 * @param run the league's id, and the commissioner's `keyId`
 */
export const fillSeatRow = (
  run: { readonly id: string; readonly keyId: string },
  { number, teamName, card, keyId, holder }: FilledSeat,
  now: number,
): SqlStatement => ({
  sql: `insert into league_seats (league, number, team_name, visitor, key_id, card, joined_at, is_held)
    select id, ?, ?, ?, ?, ?, ?, 1 from leagues
    where id = ? and key_id = ? and exists (select 1 from ${CARDS} where id = ? and visibility <> 'draft')
    on conflict (league, number) do update set card = excluded.card where league_seats.card is null
    returning number`,
  args: [number, teamName, holder, keyId, card, now, run.id, run.keyId, card],
})

/** Records that a card was drawn for a league, unless the league is gone. */
export const recordLeagueCard = (id: string, card: string): SqlStatement => ({
  sql: `insert into league_cards (card, league) select ?, id from leagues where id = ? on conflict (card) do nothing`,
  args: [card, id],
})

/** Selects the leagues with a given card in a seat. */
export const leaguesWithCard = (card: string): SqlStatement => ({
  sql: `select distinct l.id, l.version from league_seats s join leagues l on l.id = s.league where s.card = ?`,
  args: [card],
})
