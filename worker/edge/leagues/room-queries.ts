import type { SqlStatement } from '#shared/client/sql.ts'
import { AWARDS_PER_SEASON, PAST_SEASONS } from '#shared/domain/league.ts'
import { CARDS } from '../cards/card-queries.ts'
import type { SeatName } from './league-queries.ts'

/** SQL queries about a league's awards, votes and past seasons. See `league-queries.ts` for `id` and `keyId`. */

/** Selects the votes of one day, with the voters' seats. */
export const readVotesOfDay = (id: string, day: number): SqlStatement => ({
  sql: 'select voter, seat from league_votes where league = ? and day = ?',
  args: [id, day],
})

/** Selects past seasons with their seats, latest first. A season without seats has one row with null columns. */
export const readPastSeats = (id: string): SqlStatement => ({
  sql: `select y.number as season, y.name, y.closed_at, p.number, p.team_name, p.votes as league_votes, p.awards, c.id as card
    from league_seasons y left join league_past_seats p on p.league = y.league and p.season = y.number
      left join ${CARDS} c on c.id = p.card and c.visibility <> 'draft'
    where y.league = ? order by y.number desc, p.number`,
  args: [id],
})

/** SQL condition: the commissioner has not changed. Its arguments are `id` and `keyId`. */
export const IS_RUN_BY = 'exists (select 1 from leagues where id = ? and key_id = ?)'

/** Gives an award to a seat, or moves it there. */
export const giveAwardRow = (id: string, keyId: string, title: string, seat: number, now: number): SqlStatement => ({
  sql: `insert into league_awards (league, title, seat, given_at) select ?, ?, ?, ?
    where ${IS_RUN_BY} and exists (select 1 from league_seats where league = ? and number = ?)
      and ((select count(*) from league_awards where league = ?) < ${AWARDS_PER_SEASON}
        or exists (select 1 from league_awards where league = ? and title = ?))
    on conflict (league, title) do update set seat = excluded.seat, given_at = excluded.given_at
      where seat <> excluded.seat`,
  args: [id, title, seat, now, id, keyId, id, seat, id, id, title],
})

export const takeAwardRow = (id: string, keyId: string, title: string): SqlStatement => ({
  sql: `delete from league_awards where league = ? and title = ? and ${IS_RUN_BY}`,
  args: [id, title, id, keyId],
})

/** Casts or moves a day's vote. Only cards that others can see get votes. */
export const castVoteRow = ({ id, number, keyId }: SeatName, seat: number, day: number): SqlStatement => ({
  sql: `insert into league_votes (league, day, voter, seat) select ?, ?, ?, ?
    where exists (select 1 from league_seats where league = ? and number = ? and key_id = ?)
      and exists (select 1 from league_seats s join ${CARDS} c on c.id = s.card and c.visibility <> 'draft'
        where s.league = ? and s.number = ?)
    on conflict (league, day, voter) do update set seat = excluded.seat where seat <> excluded.seat`,
  args: [id, day, number, seat, id, number, keyId, id, seat],
})

/**
 * Closes the current season and names the next one. A trigger archives the roster. A retry has no effect, because
 * `after` is then no longer the latest season.
 */
export const closeSeasonRow = (
  { id, keyId, next, after }: { id: string; keyId: string; next: string; after: number },
  now: number,
): SqlStatement => ({
  sql: `insert into league_seasons (league, number, name, next_name, closed_at)
    select id, ?, season, ?, ? from leagues
    where id = ? and key_id = ? and exists (select 1 from league_seats where league = leagues.id)
      and (select coalesce(max(number), 0) from league_seasons where league = leagues.id) = ?
      and (select count(*) from league_seasons where league = leagues.id) < ${PAST_SEASONS}`,
  args: [after + 1, next, now, id, keyId, after],
})

export const deleteSeasonRow = (id: string, keyId: string, number: number): SqlStatement => ({
  sql: `delete from league_seasons where league = ? and number = ? and ${IS_RUN_BY}`,
  args: [id, number, id, keyId],
})
