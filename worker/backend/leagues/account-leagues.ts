import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { AccountHoldings } from '../auth/user.ts'

/** Leagues and seats of accounts. Those of browsers without an account stay with the browser. */
export function createAccountLeagues({ db, clock }: { db: D1Database; clock: Clock }) {
  return {
    /** Passes a league with other members to the one in the lowest seat, and invalidates its former key. */
    removal: (userId) => [
      db.prepare('delete from league_seats where user_id = ?1').bind(userId),
      db.prepare('delete from league_past_seats where user_id = ?1').bind(userId),
      // The number stays, because the draw is verified with it.
      db.prepare('update league_draw_seats set team_name = null, user_id = null where user_id = ?1').bind(userId),
      db
        .prepare(
          `update leagues set version = version + 1, key_id = ?2, (visitor, user_id) = (
             select visitor, user_id from league_seats where league = leagues.id and is_held = 0 order by number limit 1)
           where user_id = ?1 and exists (select 1 from league_seats where league = leagues.id and is_held = 0)`,
        )
        .bind(userId, newId()),
      db.prepare('update leagues set closed_at = ?2 where user_id = ?1').bind(userId, clock()),
      db.prepare('delete from leagues where user_id = ?1').bind(userId),
    ],

    release: (accounts, value) => [
      db.prepare(`update leagues set user_id = null where user_id in (${accounts})`).bind(value),
      db.prepare(`update league_seats set user_id = null where user_id in (${accounts})`).bind(value),
      db.prepare(`update league_past_seats set user_id = null where user_id in (${accounts})`).bind(value),
      db.prepare(`update league_draw_seats set user_id = null where user_id in (${accounts})`).bind(value),
    ],

    list: async (userId) => {
      const [run, joined, past, drawn, duels] = await db.batch<Record<string, unknown>>([
        db
          .prepare('select name, season, team, created_at from leagues where user_id = ?1 order by created_at, id')
          .bind(userId),
        db
          .prepare(
            `select l.name, l.season, s.number as seat, s.team_name, s.card, s.joined_at,
               (select json_group_array(title) from league_awards a
                where a.league = s.league and a.seat = s.number) as awards,
               (select json_group_array(json_object('day', v.day, 'seat', v.seat)) from league_votes v
                where v.league = s.league and v.voter = s.number) as votes_cast
             from league_seats s join leagues l on l.id = s.league where s.user_id = ?1 order by s.joined_at, l.id`,
          )
          .bind(userId),
        db
          .prepare(
            `select l.name, y.name as season, p.number as seat, p.team_name, p.card, p.votes, p.awards
             from league_past_seats p join league_seasons y on y.league = p.league and y.number = p.season
               join leagues l on l.id = p.league
             where p.user_id = ?1 order by y.closed_at, l.id`,
          )
          .bind(userId),
        db
          .prepare(
            `select l.name, s.number as seat, s.team_name, d.prepared_at, d.starts_at
             from league_draw_seats s join league_draws d on d.league = s.league and d.number = s.draw
               join leagues l on l.id = s.league
             where s.user_id = ?1 order by d.prepared_at, l.id`,
          )
          .bind(userId),
        // Rounds and seed stay secret until their moments, so the league's page shows them.
        db
          .prepare(
            `select l.name, s.number as seat, d.number, d.challenger, d.opponent, d.challenger_card, d.opponent_card,
               d.challenger_stats, d.opponent_stats, d.starts_at
             from league_seats s join league_duels d on d.league = s.league and s.number in (d.challenger, d.opponent)
               join leagues l on l.id = s.league
             where s.user_id = ?1 order by d.starts_at, l.id, d.number`,
          )
          .bind(userId),
      ])
      return {
        leagues: run!.results,
        seats: joined!.results,
        past_seats: past!.results,
        draws: drawn!.results,
        duels: duels!.results,
      }
    },
  } satisfies AccountHoldings
}
