import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import type { Listed } from '../db/listed.ts'
import type { ReadLimits, ReadRule, RuledRole, TableModels, TableRules, WriteRule } from '../db/rule.ts'
import { image, limitedText, ownUser, stats, STATS_MEMBERS, team, total, zero } from './columns.ts'

/** Row-level security (RLS) of the product's tables, as data: table × role × verb. */

const CARD_COLUMNS = [
  'id',
  'player_name',
  'jersey_number',
  'team_colors',
  'image_url',
  'stats',
  'created_at',
  'votes',
  'user_id',
]

const READ_LIMITS: ReadLimits = { rows: 100, offset: 1000, terms: 20, depth: 3, orders: 8, columns: 32 }

/** Orders that match the table's indexes, for all teams and for one. */
const LISTED: Listed = {
  by: 'team_colors',
  orders: [['created_at'], ['votes', 'created_at']],
  counts: { table: 'public_card_counts', column: 'cards' },
}

/** Lists contain only public cards, even for their maker. */
const readCards = (rowsById: string, visibleUser: string): ReadRule => ({
  columns: CARD_COLUMNS,
  masks: { user_id: visibleUser },
  // Spelled exactly like the partial indexes, or SQLite would not use them.
  rows: `visibility = 'public'`,
  rowsById,
  listed: LISTED,
  limits: READ_LIMITS,
})

const SHARED = `visibility in ('public', 'unlisted')`

/** Lets a caller save a card after proving that it generated one of its images. */
const saveCard = (proof: string, rows = 'true'): WriteRule => ({
  handler: 'save',
  // A card that reports have hidden cannot be published again before a moderator decides.
  rows: `id = (select card_id from generations where image_url = $image_url and (${proof})) and ${rows} and hidden_from is null`,
  columns: {
    player_name: limitedText(NICKNAME_MAX_CHARACTERS),
    jersey_number: limitedText(JERSEY_NUMBER_MAX_CHARACTERS),
    team_colors: team,
    image_url: image,
    stats,
    user_id: ownUser,
    votes: zero,
  },
  limits: { rows: 1, bodyBytes: 65_536 },
})

const OWN = 'visitor = $visitor'

/**
 * A caller without a cookie proves by its network and browser family, for an hour, that it requested a picture. A
 * shared card cannot be published that way, because many people are behind some networks.
 */
const NEARBY = 'place = $visitor and created_at > $now - 3600000'
const NOT_SHARED = `visibility <> 'unlisted'`

const CAST_VOTE: WriteRule = {
  handler: 'vote',
  rows: `visibility <> 'draft'`,
  columns: { votes: total },
  limits: { rows: 1, bodyBytes: 4096 },
}

const RULES: Readonly<Record<RuledRole, TableRules>> = {
  public: {
    select: readCards(SHARED, `'anonymous'`),
    insert: saveCard(NEARBY, NOT_SHARED),
    update: CAST_VOTE,
    remove: null,
  },
  visitor: {
    select: readCards(`${SHARED} or owner = $visitor`, `'anonymous'`),
    insert: saveCard(OWN),
    update: CAST_VOTE,
    remove: null,
  },
  user: {
    select: readCards(
      `${SHARED} or owner = $visitor or user_id = $user`,
      `case when user_id = $user then user_id else 'anonymous' end`,
    ),
    insert: saveCard(`${OWN} or ($nameless and ${NEARBY})`, `(not $nameless or ${NOT_SHARED})`),
    update: CAST_VOTE,
    remove: null,
  },
}

/** The product's tables. Only the cards have access rules. The other tables are for the service key only. */
export const CARD_TABLES = {
  card_name_parts: {},
  face_off_picks: {},
  face_off_ratings: {},
  fantasy_football_cards: {
    rules: RULES,
    columns: {
      stats: { kind: 'json', members: STATS_MEMBERS },
      rolled_stats: { kind: 'json' },
      // Normalizes timestamps, so that the index matches them as text.
      created_at: { kind: 'iso' },
    },
    address: 'image_url',
  },
  generations: { address: 'image_url' },
  held_removals: {},
  public_card_counts: {},
  refused_pictures: {},
  removed_cards: {},
  reports: {},
  vote_tallies: {},
  vote_windows: {},
  votes: {},
} as const satisfies TableModels
