import { AppError } from '#shared/client/errors.ts'
import { Card } from '#shared/domain/card.ts'
import { Stats } from '#shared/domain/stats.ts'
import { versionOf } from './pictures/address.ts'

/** A row of the card table as the product's own type. Stats that are not five numbers count as none. */
export async function readCardRow(row: Record<string, unknown>): Promise<Card> {
  const stats = Stats.safeParse(row['stats'])
  const card = Card.safeParse({
    id: row['id'],
    playerName: row['player_name'] ?? '',
    jerseyNumber: row['jersey_number'] ?? '',
    teamColors: row['team_colors'],
    imageUrl: row['image_url'],
    stats: stats.success ? stats.data : null,
    createdAt: row['created_at'],
    votes: row['votes'],
    userId: row['user_id'] ?? 'anonymous',
    version: '',
  })
  if (!card.success)
    throw new AppError('INTERNAL', undefined, { cause: 'the card data service sent an unreadable row' })
  return { ...card.data, version: await versionOf({ ...card.data, team: { name: card.data.teamColors } }) }
}

export const readCardRows = (rows: readonly Record<string, unknown>[]): Promise<Card[]> =>
  Promise.all(rows.map(readCardRow))
