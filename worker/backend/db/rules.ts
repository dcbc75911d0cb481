import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import type { Caller } from '../caller.ts'
import { nearestRow } from './nearest.ts'
import { type ReadLimits, type ReadRule, type RuledRole, ruledRoleOf, type TableRules, type WriteRule } from './rule.ts'

/**
 * Who may do what with which table: table × role × verb. What is not here is closed: to everybody but the service key
 * a table without rules does not exist.
 */

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

/** Lists hold public cards alone, even their maker's. */
const readCards = (rowsById: string, shownUser: string): ReadRule => ({
  columns: CARD_COLUMNS,
  masks: { user_id: shownUser },
  // Spelled as the partial indexes spell it, or they would not be used.
  rows: `visibility = 'public'`,
  rowsById,
  limits: READ_LIMITS,
})

const SHARED = `visibility in ('public', 'unlisted')`

const GENERATION = nearestRow('generations', 'image_url', '$image_url')

/** A card may be saved by who has proved to have generated one of its images. */
const saveCard = (proof: string, rows = 'true'): WriteRule<'save'> => ({
  act: 'save',
  // What reports have hidden is not published again before somebody has looked at it.
  rows: `id = (select card_id from ${GENERATION} where image_url = $image_url and (${proof})) and ${rows} and hidden_from is null`,
  columns: {
    player_name: { takes: 'text', maxCharacters: NICKNAME_MAX_CHARACTERS },
    jersey_number: { takes: 'text', maxCharacters: JERSEY_NUMBER_MAX_CHARACTERS },
    team_colors: { takes: 'team' },
    image_url: { takes: 'image' },
    stats: { takes: 'stats' },
    user_id: { takes: 'caller' },
    votes: { takes: 'zero' },
  },
  limits: { rows: 1, bodyBytes: 65_536 },
})

const OWN = 'visitor = $visitor'

/**
 * A caller without a cookie cannot prove more than that it knows an address: for an hour, that is enough. The address
 * of a card that has been shared is known to everybody, so it proves nothing.
 */
const RECENT = 'created_at > $now - 3600000'
const NOT_SHARED = `visibility <> 'unlisted'`

const CAST_VOTE: WriteRule<'vote'> = {
  act: 'vote',
  rows: `visibility <> 'draft'`,
  columns: { votes: { takes: 'total' } },
  limits: { rows: 1, bodyBytes: 4096 },
}

export const RULES: Readonly<Record<string, Readonly<Record<RuledRole, TableRules>>>> = {
  fantasy_football_cards: {
    public: {
      select: readCards(SHARED, `'anonymous'`),
      insert: saveCard(RECENT, NOT_SHARED),
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
      insert: saveCard(`${OWN} or ($nameless and ${RECENT})`, `(not $nameless or ${NOT_SHARED})`),
      update: CAST_VOTE,
      remove: null,
    },
  },
}

/** The rules of a table for a caller without the service key; null when it has none. */
export const rulesFor = (table: string, caller: Caller): TableRules | null =>
  Object.hasOwn(RULES, table) ? RULES[table]![ruledRoleOf(caller)] : null

/** How long a write's body may be, in bytes; undefined where no rule says it. */
export function bodyLimitOf(table: string, verb: 'insert' | 'update', caller: Caller): number | undefined {
  if (caller.role === 'service') return undefined
  return rulesFor(table, caller)?.[verb]?.limits.bodyBytes
}
