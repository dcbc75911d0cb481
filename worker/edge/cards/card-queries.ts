import type { SqlStatement } from '#shared/client/sql.ts'
import { LEADERBOARD_CARDS, RANKED_CARDS } from '#shared/domain/limits.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Condition } from '#shared/query/ast.ts'
import { DAY_MS } from '#shared/time.ts'

/** SQL queries about cards. They need the service key. */

export const CARDS = 'fantasy_football_cards'
/** Cards that reports have hidden cannot be shared or renamed before a moderator has reviewed them. */
export const NOT_HIDDEN: Condition = { column: 'hidden_from', operator: 'is', value: 'null', not: false }
/** Table of every picture that was drawn for a card. */
export const LEDGER = 'generations'
/** Table of removed ids. */
export const REMOVED = 'removed_cards'

/** Table with the number of public cards of each team. */
const COUNTS = 'public_card_counts'

/** The public columns of a card. Its account is not among them. */
const COLUMNS = ['id', 'player_name', 'jersey_number', 'team_colors', 'image_url', 'stats', 'created_at', 'votes']
const COLUMN_LIST = COLUMNS.map((name) => `c.${name}`).join(', ')
const whereTeam = (team: string | null) => (team === null ? '' : 'and c.team_colors = ?')

/**
 * Returns the public cards with the most recent votes, the newest first on ties. Uses an index.
 *
 * @param column the vote count of a time window
 * @param team a team's name, or null for all
 */
export const selectMostVoted = (column: 'week_votes' | 'trending_votes', team: string | null): SqlStatement => ({
  sql: `select ${COLUMN_LIST} from ${CARDS} c
    where c.visibility = 'public' and c.${column} > 0 ${whereTeam(team)}
    order by c.${column} desc, c.created_at desc limit ${LEADERBOARD_CARDS}`,
  args: team === null ? [] : [team],
})

/** Returns the newest public cards. @param team a team's name, or null for all */
export const selectNewest = (team: string | null): SqlStatement => ({
  sql: `select ${COLUMN_LIST} from ${CARDS} c where c.visibility = 'public' ${whereTeam(team)}
    order by c.created_at desc limit ${LEADERBOARD_CARDS}`,
  args: team === null ? [] : [team],
})

/** Returns the number of public cards per team. The backend maintains the counts. The row without a team is their sum. */
export const cardsPerTeam = (): SqlStatement => ({
  sql: `select team_colors, cards from ${COUNTS} where cards > 0 and team_colors <> ''`,
})

/** Number of cards that may have been on the podium when the day began. Few cards overtake others within a day. */
const PODIUM_CANDIDATES = 8

/**
 * Returns all columns of the three public cards that had the most votes when a day (UTC) began. Cards from that day come
 * after all others. Uses an index.
 *
 * @param now a time of that day, in milliseconds since 1970
 */
export const podiumOfDay = (now: number): SqlStatement => {
  const day = Math.floor(now / DAY_MS)
  return {
    sql: `select leading.* from
        (select * from ${CARDS} where visibility = 'public' order by votes desc, created_at desc limit ${PODIUM_CANDIDATES}) leading
        left join vote_tallies t on t.card = leading.id and t.day = ?
      order by leading.created_at < ? desc, leading.votes - coalesce(t.votes, 0) desc, leading.created_at desc limit 3`,
    args: [day, new Date(day * DAY_MS).toISOString()],
  }
}

/**
 * Returns all columns of a card, the time of this voter's vote, and the number of cards ahead of it. The count stops at
 * the last rank. The unary plus removes the column's type affinity: with affinity on both sides, SQLite searches the
 * index by its first column only.
 */
export const selectCardWithVote = (id: string, voter: string): SqlStatement => ({
  sql: `select c.*,
      (select at from votes where voter = ? and card = c.id) as voted_at,
      (select count(*) from (select 1 from ${CARDS} o where o.visibility = 'public'
        and (o.votes, o.created_at) > (+c.votes, +c.created_at) limit ${RANKED_CARDS})) as ahead,
      (select count(*) from (select 1 from ${CARDS} o where o.visibility = 'public' and o.week_votes > 0
        and (o.week_votes, o.created_at) > (+c.week_votes, +c.created_at) limit ${LEADERBOARD_CARDS})) as ahead_of_week
    from ${CARDS} c where c.id = ?`,
  args: [voter, id],
})

/** Removes a card with its votes and reports. The second statement returns the paths of its pictures. */
export const cardRemoval = (card: { id: string; artPath: string | null }, now: number): SqlStatement[] => [
  {
    sql: `insert into ${REMOVED} (id, removed_at, art_path) values (?, ?, ?) on conflict (id) do nothing`,
    args: [card.id, now, card.artPath],
  },
  { sql: `delete from ${LEDGER} where card_id = ? returning image_path`, args: [card.id] },
  { sql: `delete from ${CARDS} where id = ?`, args: [card.id] },
]

/** New values of a draft that gets another picture, and the values that it must still have. */
export type CardMove = {
  readonly cardId: string
  readonly generationId: string
  readonly imagePath: string
  readonly artPath: string | null
  readonly source: ArtSource | null
  readonly finish: DrawnFinish | null
  readonly artHash: string
  readonly photoHash: string | null
  readonly faceFound: 0 | 1
  readonly before: { readonly generationId: string; readonly imageUrl: string }
}

/** The stored URL of an edition's picture. Parameters: the card's id and the file's path. */
const DRAWN = `(select image_url from ${LEDGER} where card_id = ? and image_path = ?)`
/** Compares a full URL with the stored one, which is its end. Parameter: the URL. */
const ENDS_WITH_STORED_URL = `substr(?, -length(image_url)) = image_url`
const IS_MOVED = `exists (select 1 from ${CARDS} where id = ? and image_url = ${DRAWN})`

/** Moves a draft to a picture. The second statement returns its former pictures, the third a row if it was moved. */
export const cardMove = ({ cardId, imagePath, before, ...to }: CardMove): SqlStatement[] => [
  {
    sql: `update ${CARDS} set image_url = ${DRAWN}, art_path = ?, generation_id = ?, source = ?, finish = ?,
        art_hash = ?, photo_hash = ?, face_found = ?
      where id = ? and generation_id = ? and ${ENDS_WITH_STORED_URL} and visibility = 'draft' and hidden_from is null`,
    args: [
      [cardId, imagePath, to.artPath, to.generationId, to.source, to.finish],
      [to.artHash, to.photoHash, to.faceFound],
      [cardId, before.generationId, before.imageUrl],
    ].flat(),
  },
  {
    sql: `delete from ${LEDGER} where card_id = ? and image_path <> ? and ${IS_MOVED} returning image_path`,
    args: [cardId, imagePath, cardId, cardId, imagePath],
  },
  { sql: `select 1 as moved where ${IS_MOVED}`, args: [cardId, cardId, imagePath] },
]

/**
 * Returns the highest sitemap number. Every card that search engines could ever list has one, so a part of a sitemap is
 * a range of an index.
 */
export const sitemapPlaces = (): SqlStatement => ({
  sql: `select max(sitemap_place) as places from ${CARDS} where sitemap_place is not null`,
})

/** Time of a card page's last change: when the card entered the Hall, or when its picture was drawn, if later. */
const CHANGED = `max(created_at, coalesce((select strftime('%Y-%m-%dT%H:%M:%fZ', g.created_at / 1000.0, 'unixepoch')
  from ${LEDGER} g where g.image_url = ${CARDS}.image_url), created_at)) as changed_at`

/**
 * Returns cards that search engines may list (see `getRobots` of a card's page). They are in the order of their first
 * vote, so new cards do not change earlier parts.
 */
export const sitemapPart = (first: number, last: number): SqlStatement => ({
  sql: `select ${COLUMNS.join(', ')}, source, ${CHANGED} from ${CARDS} where visibility = 'public' and votes > 0
    and sitemap_place between ? and ? order by sitemap_place`,
  args: [first, last],
})
