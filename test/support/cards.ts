import { createStats } from '#shared/domain/stats.ts'
import { testEnv } from './env.ts'

/** The public columns of a card, in table order. */
export const CARD_COLUMNS = [
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

export type SeedCard = {
  id: string
  visibility?: 'draft' | 'unlisted' | 'public'
  owner?: string
  playerName?: string
  team?: string
  votes?: number
  createdAt?: string
  draftedAt?: string
  /** The engine that drew the player. Null for cards from before it was recorded. */
  source?: 'trained' | 'computed' | 'plain' | null
  finish?: 'ink' | 'photo' | 'window' | 'faceless' | null
}

/** Inserts a card directly into the table, with its row in the generations ledger. @returns its image URL */
export async function seedCard(card: SeedCard): Promise<string> {
  const { id, visibility = 'public', owner = 'somebody', createdAt = '2026-01-01T00:00:00.000Z' } = card
  const stored = getImagePath(id)
  const db = testEnv().DB
  await db.batch([
    db
      .prepare(
        `insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at, votes,
           visibility, owner, generation_id, drafted_at, source, finish)
         values (?, ?, '12', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(
        id,
        card.playerName ?? 'Ace',
        card.team ?? 'Green Bay Packers',
        stored,
        JSON.stringify(createStats(() => 77)),
        createdAt,
        card.votes ?? 0,
        visibility,
        owner,
        `generation-${id}`,
        card.draftedAt ?? createdAt,
        card.source ?? null,
        card.finish ?? null,
      ),
    db
      .prepare(
        `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at) values (?, ?, ?, ?, ?, ?)`,
      )
      .bind(stored, `generation-${id}`, id, owner, `cards/${id}/1.jpg`, Date.parse(createdAt)),
  ])
  return `https://cards.example${stored}`
}

/** Returns the stored form of an image URL. */
export const toStoredPath = (address: string): string => new URL(address).pathname

/** Returns the stored form of a card's first image URL. */
export const getImagePath = (id: string): string => `/storage/fantasy-cards/cards/${id}/1.jpg`

export const getCardRow = (id: string) =>
  testEnv().DB.prepare('select * from fantasy_football_cards where id = ?').bind(id).first<Record<string, unknown>>()

export const countRows = async (table: string): Promise<number> =>
  (await testEnv().DB.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())!.n

export async function filesBelow(prefix: string): Promise<string[]> {
  return (await testEnv().FILES.list({ prefix })).objects.map(({ key }) => key)
}

/** Returns the request body with which the site saves a card. */
export const saveRow = (imageUrl: string) => ({
  player_name: 'Nova',
  jersey_number: '7',
  team_colors: 'Chicago Bears',
  image_url: imageUrl,
  stats: { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 },
  user_id: 'anonymous',
  votes: 0,
})
