import type { Client } from '#shared/client/index.ts'
import { Visibility } from '#shared/domain/card.ts'
import { CARDS } from './card-data.ts'

/**
 * Who may see a card, asked with the service key: no public caller can read it. Null when there is no such card.
 *
 * @param service the backend with the service key
 */
export async function readVisibility(service: Client, id: string): Promise<Visibility | null> {
  const row = await service.db.table<{ visibility: string }>(CARDS).get(id)
  return row === null ? null : Visibility.parse(row.visibility)
}
