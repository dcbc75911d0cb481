import type { SqlStatement } from '#shared/client/sql.ts'
import { DUEL_STEP_MS, DUELS_KEPT, type DuelRound, type Duelists } from '#shared/domain/league-duel.ts'

/** SQL queries about a league's duels. See `league-queries.ts` for `id`. */

/** Selects duels with their secrets, latest first. */
export const readDuels = (id: string): SqlStatement => ({
  sql: `select * from league_duels where league = ? order by number desc limit ${DUELS_KEPT}`,
  args: [id],
})

/** A card in a duel, with its seat and membership. */
export type DuelSeat = { readonly number: number; readonly keyId: string; readonly card: string }

export type NewDuel = {
  readonly id: string
  readonly challenger: DuelSeat
  readonly opponent: DuelSeat
  readonly stats: Duelists
  readonly seed: string
  readonly commitment: string
  readonly rounds: readonly DuelRound[]
}

/** Inserts a duel if both cards are in their seats and the two have no running duel. */
export function insertDuel(duel: NewDuel, now: number, startsAt: number): SqlStatement {
  const { id, challenger, opponent, stats, seed, commitment, rounds } = duel
  const seated = 'exists (select 1 from league_seats where league = ? and number = ? and key_id = ? and card = ?)'
  return {
    sql: `insert into league_duels (league, number, challenger, opponent, challenger_card, opponent_card,
        challenger_stats, opponent_stats, seed, commitment, starts_at, step_ms, rounds)
      select ?, (select coalesce(max(number), 0) + 1 from league_duels where league = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
      where ${seated} and ${seated} and not exists (select 1 from league_duels where league = ? and challenger = ?
        and opponent = ? and starts_at + step_ms * (json_array_length(rounds) - 1) > ?)
      returning number`,
    args: [
      [id, id, challenger.number, opponent.number, challenger.card, opponent.card],
      [JSON.stringify(stats.challenger), JSON.stringify(stats.opponent), seed, commitment],
      [startsAt, DUEL_STEP_MS, JSON.stringify(rounds)],
      [id, challenger.number, challenger.keyId, challenger.card],
      [id, opponent.number, opponent.keyId, opponent.card],
      [id, challenger.number, opponent.number, now],
    ].flat(),
  }
}
