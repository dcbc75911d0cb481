import type { SqlStatement } from '#shared/client/sql.ts'
import { DRAW_SEATS_MIN, DRAW_STEP_MS, DRAWS_PER_SEASON } from '#shared/domain/league-draw.ts'
import { IS_RUN_BY } from './room-queries.ts'

/** SQL queries about a league's draft lotteries. See `league-queries.ts` for `id` and `keyId`. */

/** Selects all draws with their secrets, latest first. `seats` is a JSON array of `[number, teamName, keyId]`. */
export const readDraws = (id: string): SqlStatement => ({
  sql: `select number, season, seed, commitment, prepared_at, starts_at, step_ms, picks,
      (select json_group_array(json_array(number, team_name, key_id)) from (
        select s.number, s.team_name, s.key_id from league_draw_seats s
        where s.league = d.league and s.draw = d.number order by s.number)) as seats
    from league_draws d where league = ? order by number desc`,
  args: [id],
})

const SEATS_NOW = 'select number, team_name, key_id from league_seats where league = ?'
const SEATS_THEN = 'select number, team_name, key_id from league_draw_seats where league = ? and draw = ?'

export type NewDraw = {
  readonly id: string
  readonly keyId: string
  /** Number of the latest started draw. */
  readonly after: number
  readonly seed: string
  readonly commitment: string
}

/**
 * Prepares the next draw with the current seats, which a trigger copies. Keeps an already prepared draw unless its seats
 * have changed. Replacing it is fair, because nothing that its seed decides has been revealed.
 */
export function prepareDrawRows({ id, keyId, after, seed, commitment }: NewDraw, now: number): SqlStatement[] {
  const number = after + 1
  const outdated: SqlStatement = {
    sql: `delete from league_draws where league = ? and number = ? and starts_at is null and ${IS_RUN_BY}
      and (exists (${SEATS_NOW} except ${SEATS_THEN}) or exists (${SEATS_THEN} except ${SEATS_NOW}))`,
    args: [id, number, id, keyId, id, id, number, id, number, id],
  }
  const insert: SqlStatement = {
    sql: `insert into league_draws (league, number, seed, commitment, prepared_at, step_ms) select ?, ?, ?, ?, ?, ?
      where ${IS_RUN_BY} and (select count(*) from league_seats where league = ?) >= ${DRAW_SEATS_MIN}
        and (select coalesce(max(number), 0) from league_draws where league = ?) = ?
        and (select count(*) from league_draws where league = ? and season is null) < ${DRAWS_PER_SEASON}
        and not exists (select 1 from league_draws where league = ? and (starts_at is null
          or starts_at + step_ms * (json_array_length(picks) - 1) > ?))`,
    args: [id, number, seed, commitment, now, DRAW_STEP_MS, id, keyId, id, id, after, id, id, now],
  }
  return [outdated, insert]
}

export type StartedDraw = {
  readonly id: string
  readonly keyId: string
  readonly number: number
  readonly seed: string
  readonly picks: readonly number[]
}

/** Starts a draw once: stores its start time and the pick order from its seed. */
export const startDrawRow = ({ id, keyId, number, seed, picks }: StartedDraw, startsAt: number): SqlStatement => ({
  sql: `update league_draws set starts_at = ?, picks = ?
    where league = ? and number = ? and seed = ? and starts_at is null and season is null and ${IS_RUN_BY}`,
  args: [startsAt, JSON.stringify(picks), id, number, seed, id, keyId],
})
