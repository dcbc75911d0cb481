import type { SqlStatement } from '#shared/client/sql.ts'
import { DUEL_STEP_MS, DUELS_KEPT, type DuelRound, type Duelists } from '#shared/domain/league-duel.ts'

/** The SQL queries about a league's duels. `id` as in `league-queries.ts`. */

/** The duels with their secrets, the latest first. */
export const readDuels = (id: string): SqlStatement => ({
  sql: `select * from league_duels where league = ? order by number desc limit ${DUELS_KEPT}`,
  args: [id],
})

/** A card of a duel, and the membership in whose seat it is. */
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

/** Begins a duel while both cards are in their seats, unless one of the two is running between them. */
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
