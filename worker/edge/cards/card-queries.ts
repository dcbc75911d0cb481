import type { SqlStatement } from '#shared/client/sql.ts'
import { LEADERBOARD_CARDS, RANKED_CARDS } from '#shared/domain/limits.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import type { Source } from '#shared/domain/making.ts'
import type { Condition } from '#shared/query/ast.ts'
import { DAY_MS } from '#shared/time.ts'

/** The SQL queries about cards, with the service key. */

export const CARDS = 'fantasy_football_cards'
/** A card that reports have hidden is neither shared nor renamed before a moderator has looked at it. */
export const NOT_HIDDEN: Condition = { column: 'hidden_from', operator: 'is', value: 'null', not: false }
/** Every picture that was drawn for a card. */
export const LEDGER = 'generations'
/** Which ids have been removed, and when. */
export const REMOVED = 'removed_cards'

/** The number of public cards of each team. */
const COUNTS = 'public_card_counts'

/** The public columns of a card. Its account is not among them. */
const COLUMNS = ['id', 'player_name', 'jersey_number', 'team_colors', 'image_url', 'stats', 'created_at', 'votes']
const SHOWN = COLUMNS.map((name) => `c.${name}`).join(', ')
const ofTeam = (team: string | null) => (team === null ? '' : 'and c.team_colors = ?')

/**
 * The cards of the Hall with the most votes in a column, the newest first on ties; along an index.
 *
 * @param column that counts votes of some time
 * @param team the name of a team, or null for all
 */
export const mostVoted = (column: 'week_votes' | 'trending_votes', team: string | null): SqlStatement => ({
  sql: `select ${SHOWN} from ${CARDS} c
    where c.visibility = 'public' and c.${column} > 0 ${ofTeam(team)}
    order by c.${column} desc, c.created_at desc limit ${LEADERBOARD_CARDS}`,
  args: team === null ? [] : [team],
})

/** The newest cards of the Hall. @param team the name of a team, or null for all */
export const newest = (team: string | null): SqlStatement => ({
  sql: `select ${SHOWN} from ${CARDS} c where c.visibility = 'public' ${ofTeam(team)}
    order by c.created_at desc limit ${LEADERBOARD_CARDS}`,
  args: team === null ? [] : [team],
})

/**
 * The teams that have cards in the Hall, and how many. The backend keeps the counts; the row without a team is their
 * sum.
 */
export const cardsPerTeam = (): SqlStatement => ({
  sql: `select team_colors, cards from ${COUNTS} where cards > 0 and team_colors <> ''`,
})

/** How many cards may have been on the podium when the day began; a vote count seldom passes more of them in a day. */
const PODIUM_CANDIDATES = 8

/**
 * The three public cards that had the most votes when a day (UTC) began; cards of that day come after all others. Along
 * an index. Returns all columns.
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
 * All of a card that the public key cannot read, when this voter voted for it, and how many are before it, as far as
 * it has a rank. The plus takes the column's type away: with one on both sides an index is searched by its first column
 * alone.
 */
export const knownCard = (id: string, voter: string): SqlStatement => ({
  sql: `select c.*,
      (select at from votes where voter = ? and card = c.id) as voted_at,
      (select count(*) from (select 1 from ${CARDS} o where o.visibility = 'public'
        and (o.votes, o.created_at) > (+c.votes, +c.created_at) limit ${RANKED_CARDS})) as ahead,
      (select count(*) from (select 1 from ${CARDS} o where o.visibility = 'public' and o.week_votes > 0
        and (o.week_votes, o.created_at) > (+c.week_votes, +c.created_at) limit ${LEADERBOARD_CARDS})) as ahead_of_week
    from ${CARDS} c where c.id = ?`,
  args: [voter, id],
})

/** Removes a card with its votes and reports. The second returns the pictures that were drawn for it. */
export const cardRemoval = (card: { id: string; artPath: string | null }, now: number): SqlStatement[] => [
  {
    sql: `insert into ${REMOVED} (id, removed_at, art_path) values (?, ?, ?) on conflict (id) do nothing`,
    args: [card.id, now, card.artPath],
  },
  { sql: `delete from ${LEDGER} where card_id = ? returning image_path`, args: [card.id] },
  { sql: `delete from ${CARDS} where id = ?`, args: [card.id] },
]

/** The values of a draft that is moved to another picture, and those it must have until then. */
export type CardMove = {
  readonly cardId: string
  readonly generationId: string
  readonly imagePath: string
  readonly artPath: string | null
  readonly source: Source | null
  readonly finish: DrawnFinish | null
  readonly artHash: string
  readonly photoHash: string | null
  readonly faceFound: 0 | 1
  readonly before: { readonly generationId: string; readonly imageUrl: string }
}

/** The picture of an edition as the tables keep it. Takes the card's id and the path of its file. */
const DRAWN = `(select image_url from ${LEDGER} where card_id = ? and image_path = ?)`
/** Tables keep how an address ends. Takes the address. */
const IS_KEPT = `substr(?, -length(image_url)) = image_url`
const IS_MOVED = `exists (select 1 from ${CARDS} where id = ? and image_url = ${DRAWN})`

/** Moves a draft. The second returns the pictures that are its no more, the third a row when it was moved. */
export const cardMove = ({ cardId, imagePath, before, ...to }: CardMove): SqlStatement[] => [
  {
    sql: `update ${CARDS} set image_url = ${DRAWN}, art_path = ?, generation_id = ?, source = ?, finish = ?,
        art_hash = ?, photo_hash = ?, face_found = ?
      where id = ? and generation_id = ? and ${IS_KEPT} and visibility = 'draft' and hidden_from is null`,
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

/** Each card that was ever to be found by searching has a place of its own, so a part is a range of an index. */
export const sitemapPlaces = (): SqlStatement => ({
  sql: `select max(sitemap_place) as places from ${CARDS} where sitemap_place is not null`,
})

/** When its page was last another: when it came into the Hall or, later, when the picture it has was drawn. */
const CHANGED = `max(created_at, coalesce((select strftime('%Y-%m-%dT%H:%M:%fZ', g.created_at / 1000.0, 'unixepoch')
  from ${LEDGER} g where g.image_url = ${CARDS}.image_url), created_at)) as changed_at`

/**
 * Cards that search engines may list (see `robotsOf` of a card's page), in the order of their first vote: a part stays
 * as it is while others are added.
 */
export const sitemapPart = (first: number, last: number): SqlStatement => ({
  sql: `select ${COLUMNS.join(', ')}, source, ${CHANGED} from ${CARDS} where visibility = 'public' and votes > 0
    and sitemap_place between ? and ? order by sitemap_place`,
  args: [first, last],
})
