import type { DecideReport } from '#shared/contracts/reports.ts'
import { readRecord } from '../cards/card-record.ts'
import { removeCard } from '../cards/owner/remove.ts'
import type { EdgeServices } from '../services.ts'
import { restoreCard } from './queue.ts'
import { refusePictures } from './refused-pictures.ts'

/**
 * Decides on a reported or waiting card: removes it permanently and blocks its picture, or shows it again.
 *
 * @throws AppError `NOT_FOUND`, `GONE`
 */
export async function decideOn(
  services: EdgeServices,
  origin: string,
  id: string,
  decision: DecideReport['decision'],
): Promise<void> {
  const client = services.backend.service(origin)
  const record = await readRecord(client, id)
  if (decision === 'remove') {
    await refusePictures(services, origin, record)
    await removeCard(services, origin, record)
  } else if (await restoreCard(client, record.id, services.clock())) services.live.restored(origin, record.id)
}
