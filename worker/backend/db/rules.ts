import type { Role } from '../caller.ts'

/**
 * Who may do what with which table. What is not here is closed: to everybody but the service key, which may do
 * everything, a table without rules does not exist.
 *
 * Conditions are SQL. `$visitor` and `$user` stand for the caller; everything else is ours.
 */
export type ReadRule = {
  readonly columns: readonly string[]
  /** What is shown instead of a column. A masked column can be neither filtered nor ordered by. */
  readonly masks: Readonly<Record<string, string>>
  /** The rows of every list, count and order. */
  readonly rows: string
  /** The rows of a query whose sole filter names one row by its id. */
  readonly rowsById: string
  readonly limits: {
    readonly rows: number
    readonly offset: number
    readonly terms: number
    readonly depth: number
    /** How many columns an answer is ordered by, and how many it holds. */
    readonly orders: number
    readonly columns: number
  }
}

/** Writes are never free: each is one of the product's own acts. */
export type TableRules = {
  readonly select: ReadRule
  /** `save`: one of the visitor's own generations goes into the Hall. */
  readonly insert?: 'save'
  /** `vote`: one vote, whatever total is sent. */
  readonly update?: 'vote'
}

const CARDS: TableRules = {
  select: {
    columns: [
      'id',
      'player_name',
      'jersey_number',
      'team_colors',
      'image_url',
      'stats',
      'created_at',
      'votes',
      'user_id',
    ],
    masks: { user_id: `case when user_id = $user then user_id else 'anonymous' end` },
    // Spelled as the partial indexes spell it, or they would not be used.
    rows: `visibility = 'public'`,
    rowsById: `visibility in ('public', 'unlisted') or (visibility = 'draft' and owner = $visitor)`,
    limits: { rows: 100, offset: 1000, terms: 20, depth: 3, orders: 8, columns: 32 },
  },
  insert: 'save',
  update: 'vote',
}

export const RULES: Readonly<Record<string, Readonly<Record<Exclude<Role, 'service'>, TableRules>>>> = {
  fantasy_football_cards: { public: CARDS, user: CARDS },
}

/** The rules of a table for a role; none when there is nothing it may do. */
export const rulesFor = (table: string, role: Exclude<Role, 'service'>): TableRules | null =>
  Object.hasOwn(RULES, table) ? RULES[table]![role] : null
