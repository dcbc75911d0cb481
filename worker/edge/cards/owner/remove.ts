import type { Row } from '#shared/client/rows.ts'
import { describeError, log } from '#worker/http/log.ts'
import { type CardRecord, factsOf } from '../card-codec.ts'
import { cardRemoval } from '../card-queries.ts'
import { pathsOf } from '../../pictures/address.ts'
import type { EdgeServices } from '../../services.ts'

/**
 * Removes a card with its votes, its reports, its entries in the ledger, every picture of it and the generation that
 * made it. Its id answers 410 from now on. The card is gone with the first step, in one transaction; a file that cannot
 * be removed now is taken by the next sweep.
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
  const facts = factsOf(record)
  const files = [
    ...editions.map(({ imagePath }) => imagePath),
    ...(facts === null ? [] : await pathsOf(facts)),
    ...(artPath === null ? [] : [artPath]),
  ]
  const left = await Promise.allSettled([client.storage.remove(files), jobs.forget(generationId)])
  for (const { reason } of left.filter((part) => part.status === 'rejected'))
    log.error('not all of a removed card is gone yet', { card: id, cause: describeError(reason) })
}
