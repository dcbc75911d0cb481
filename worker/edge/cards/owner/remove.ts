import type { Row } from '#shared/client/rows.ts'
import { describeError, log } from '#worker/http/log.ts'
import { type CardRecord, toCardFacts } from '../card-codec.ts'
import { cardRemoval } from '../card-queries.ts'
import { listPicturePaths } from '../../pictures/address.ts'
import type { EdgeServices } from '../../services.ts'

/**
 * Removes a card with its votes, reports, ledger entries, pictures and generation. Its id returns 410 from now on. The
 * first step removes the card in one transaction. The next sweep removes files that could not be removed now.
 */
export async function removeCard(
  { backend, clock, jobs, live }: Pick<EdgeServices, 'backend' | 'clock' | 'jobs' | 'live'>,
  origin: string,
  record: CardRecord,
): Promise<void> {
  const { id, artPath, generationId } = record
  const client = backend.service(origin)
  const { results } = await client.db.batch(cardRemoval(record, clock()))
  live.gone(origin, id, record.visibility)
  const editions = (results[1]?.rows ?? []) as readonly (Row & { imagePath: string })[]
  const facts = toCardFacts(record)
  const files = [
    ...editions.map(({ imagePath }) => imagePath),
    ...(facts === null ? [] : await listPicturePaths(facts)),
    ...(artPath === null ? [] : [artPath]),
  ]
  const left = await Promise.allSettled([client.storage.remove(files), jobs.forget(generationId)])
  for (const { reason } of left.filter((part) => part.status === 'rejected'))
    log.error('removed card has files left', { card: id, cause: describeError(reason) })
}
