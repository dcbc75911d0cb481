import type { Client } from '#shared/client/index.ts'
import { WAITING } from './queries.ts'

/**
 * Returns the number of cards that wait for a decision, and the time of the oldest one in milliseconds since 1970.
 *
 * @param service a client with the service key
 */
export async function readWaiting(service: Client): Promise<{ waiting: number; oldestAt: number | null }> {
  const { rows } = await service.db.sql<{ waiting: number; oldest: number | null }>(WAITING, [])
  return { waiting: rows[0]?.waiting ?? 0, oldestAt: rows[0]?.oldest ?? null }
}
