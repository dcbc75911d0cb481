import type { RuledRole, TableRules } from '#worker/backend/db/rule.ts'
import { CARD_COLUMNS, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { type RequestOptions, visitorId } from './tables.ts'

/**
 * The intended access rules, written down a second time. Behavior is compared with these, never with the rules
 * themselves.
 */

export const ME = visitorId(1)
export const OTHER = visitorId(2)

export const ROLES = {
  public: { as: 'public' },
  visitor: { as: 'public', visitor: ME },
  user: { as: 'public', visitor: ME, user: 'u1' },
  service: { as: 'service' },
} as const satisfies Record<RuledRole | 'service', RequestOptions>
export type RoleName = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[]
export const RULED = ROLE_NAMES.filter((name): name is RuledRole => name !== 'service')

const DRAFTS = ['my draft', 'another’s draft'] as const
const UNLISTED = ['my unlisted', 'another’s unlisted'] as const
const PUBLIC = ['my public', 'another’s public'] as const
export const EVERY = [...DRAFTS, ...UNLISTED, ...PUBLIC]
export type CardRow = (typeof EVERY)[number] | 'none'
export const CARD_ROWS: readonly CardRow[] = [...EVERY, 'none']
export const getId = (row: CardRow) => row.replaceAll(/\W/g, '-')
export const isMine = (row: CardRow) => row.startsWith('my')

/** Seeds one card of each kind. Mine belong to my browser and, when signed in, to my account. */
export async function seedCardRows(createdAt?: string): Promise<void> {
  await freshDatabase()
  for (const row of EVERY) {
    const visibility = row.endsWith('draft') ? 'draft' : row.endsWith('unlisted') ? 'unlisted' : 'public'
    const owner = isMine(row) ? ME : OTHER
    await seedCard({ id: getId(row), owner, visibility, ...(createdAt !== undefined && { createdAt }) })
    await testEnv()
      .DB.prepare('update fantasy_football_cards set user_id = ? where id = ?')
      .bind(isMine(row) ? 'u1' : 'u2', getId(row))
      .run()
  }
}

const SAVED = ['image_url', 'jersey_number', 'player_name', 'stats', 'team_colors', 'user_id', 'votes']

type Cells = {
  readonly select: {
    readonly byId: readonly CardRow[]
    readonly inLists: readonly CardRow[]
    readonly columns: readonly string[]
    /** The visible part of my rows, and of another visitor's. */
    readonly masks: Record<string, readonly [mine: string, anothers: string]>
    readonly limits: TableRules['select']['limits']
  }
  readonly insert: WriteCells
  readonly update: WriteCells
  readonly remove: null
}
type WriteCells = {
  readonly rows: readonly CardRow[]
  readonly columns: readonly string[]
  readonly limits: { readonly rows: number; readonly bodyBytes: number }
}

const cardsFor = (drafts: readonly CardRow[], saved: readonly CardRow[], myUser: string): Cells => ({
  select: {
    byId: [...drafts, ...UNLISTED, ...PUBLIC],
    inLists: PUBLIC,
    columns: CARD_COLUMNS,
    masks: { user_id: [myUser, 'anonymous'] },
    limits: { rows: 100, offset: 1000, terms: 20, depth: 3, orders: 8, columns: 32 },
  },
  insert: { rows: saved, columns: SAVED, limits: { rows: 1, bodyBytes: 65_536 } },
  update: { rows: [...UNLISTED, ...PUBLIC], columns: ['votes'], limits: { rows: 1, bodyBytes: 4096 } },
  remove: null,
})

const OWN = ['my draft', 'my unlisted'] as const

export const CELLS: Record<string, Record<RuledRole, Cells>> = {
  fantasy_football_cards: {
    public: cardsFor([], [], 'anonymous'),
    visitor: cardsFor(['my draft'], OWN, 'anonymous'),
    user: cardsFor(['my draft'], OWN, 'u1'),
  },
}
