import type { GetFileVisibility } from '../storage/schema.ts'

const CARD_FILE = /^cards\/([^/]+)\//

/**
 * Shows files of a card that reports have hidden to its maker only, until a moderator decides. A removed card's file is
 * gone, even while it waits for the sweep. The check is two lookups by key in one statement, and none for files without
 * a card.
 */
export function createFileVisibility(db: D1Database): GetFileVisibility {
  const query = `select
    (select owner from fantasy_football_cards where id = ?1 and hidden_from is not null) as hidden_owner,
    exists (select 1 from removed_cards where id = ?1) as removed`
  return async (path, visitor) => {
    const card = CARD_FILE.exec(path)?.[1]
    if (card === undefined) return 'shown'
    const row = await db.prepare(query).bind(card).first<{ hidden_owner: string | null; removed: number }>()
    if (row?.removed) return 'removed'
    const owner = row?.hidden_owner ?? null
    if (owner === null) return 'shown'
    return owner === visitor ? 'own' : 'withheld'
  }
}
