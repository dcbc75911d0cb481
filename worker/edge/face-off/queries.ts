import type { Row } from '#shared/client/rows.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import { FACE_OFF_PAIRS_PER_DAY } from '#shared/domain/face-off.ts'
import { CARDS } from '../cards/card-queries.ts'
import type { Rating } from './glicko2.ts'

/** SQL queries of Face-Off. They need the service key. */

/** The caller, whose own cards are never dealt. */
export type Picker = { readonly visitor: string; readonly userId: string }

/** A card's rating and columns. */
export type RatedRow = Row & Rating & { readonly id: string; readonly picks: number }

const COLUMNS = `c.id, c.player_name, c.jersey_number, c.team_colors, c.image_url, c.stats, c.created_at, c.votes,
  r.rating, r.deviation, r.volatility, r.picks`
const FROM = `face_off_ratings r join ${CARDS} c on c.id = r.card and c.visibility = 'public'`
const NOT_OWN = `c.owner <> ? and (c.user_id = 'anonymous' or c.user_id <> ?)`

/** Counts a visitor's picks, in total and on one day. */
export const countPicks = (visitor: string, day: number): SqlStatement => ({
  sql: 'select count(*) as total, coalesce(sum(day = ?), 0) as today from face_off_picks where visitor = ?',
  args: [day, visitor],
})

/** Returns the public cards with the most uncertain ratings. Uses an index. */
export const readUncertain = ({ visitor, userId }: Picker, limit: number): SqlStatement => ({
  sql: `select ${COLUMNS} from ${FROM} where r.is_public = 1 and ${NOT_OWN} order by r.deviation desc, r.card limit ?`,
  args: [visitor, userId, limit],
})

/** Returns the public cards with the nearest ratings on both sides that the visitor has not compared with `card`. */
export function readNearest({ visitor, userId }: Picker, card: RatedRow, limit: number): SqlStatement {
  const side = (compare: '>' | '<', order: 'asc' | 'desc') => `select * from (select ${COLUMNS} from ${FROM}
    where r.is_public = 1 and (r.rating, r.card) ${compare} (?, ?) and ${NOT_OWN}
      and not exists (select 1 from face_off_picks p
        where p.visitor = ? and p.low = min(r.card, ?) and p.high = max(r.card, ?))
    order by r.rating ${order}, r.card ${order} limit ?)`
  const args = [card.rating, card.id, visitor, userId, visitor, card.id, card.id, limit]
  return { sql: `${side('>', 'asc')} union all ${side('<', 'desc')}`, args: [...args, ...args] }
}

/** Returns two cards by their ids, if they are public. */
export const readPair = (one: string, other: string): SqlStatement => ({
  sql: `select ${COLUMNS} from ${FROM} where r.is_public = 1 and r.card in (?, ?)`,
  args: [one, other],
})

/** Returns the parameters of a pick's key: the visitor, then the pair for `min(?, ?)` and for `max(?, ?)`. */
const toPairArgs = (visitor: string, one: { id: string }, other: { id: string }) => [
  visitor,
  one.id,
  other.id,
  one.id,
  other.id,
]

/** Returns the visitor's pick from a pair. */
export const readPick = (visitor: string, one: string, other: string): SqlStatement => ({
  sql: 'select winner from face_off_picks where visitor = ? and low = min(?, ?) and high = max(?, ?)',
  args: [visitor, one, other, one, other],
})

/**
 * Stores a pick and returns a row. Stores nothing if the visitor has already picked from this pair or reached the daily
 * limit, or if a card was removed or rated in the meantime.
 */
export const insertPick = (
  visitor: string,
  [one, other]: readonly [RatedRow, RatedRow],
  { winner, day, nonce }: { winner: string; day: number; nonce: string },
): SqlStatement => ({
  sql: `insert into face_off_picks (visitor, low, high, winner, day, nonce)
    select ?, min(?, ?), max(?, ?), ?, ?, ?
    where (select count(*) from face_off_picks where visitor = ? and day = ?) < ${FACE_OFF_PAIRS_PER_DAY}
      and (select count(*) from face_off_ratings r join ${CARDS} c on c.id = r.card and c.visibility = 'public'
        where (r.card = ? and r.picks = ?) or (r.card = ? and r.picks = ?)) = 2
    on conflict do nothing returning 1 as stored`,
  args: [
    ...toPairArgs(visitor, one, other),
    winner,
    day,
    nonce,
    visitor,
    day,
    one.id,
    one.picks,
    other.id,
    other.picks,
  ],
})

/** Stores the ratings of a pair. Runs in the same transaction as the pick. */
export const updateRatings = (
  visitor: string,
  [one, other]: readonly [RatedRow, RatedRow],
  rated: readonly [Rating, Rating],
  nonce: string,
): SqlStatement[] =>
  [one, other].map(({ id }, at) => ({
    sql: `update face_off_ratings set rating = ?, deviation = ?, volatility = ?, picks = picks + 1
      where card = ? and exists (select 1 from face_off_picks
        where visitor = ? and low = min(?, ?) and high = max(?, ?) and nonce = ?)`,
    args: [
      rated[at]!.rating,
      rated[at]!.deviation,
      rated[at]!.volatility,
      id,
      ...toPairArgs(visitor, one, other),
      nonce,
    ],
  }))
