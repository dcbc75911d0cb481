import type { DecideReport } from '#shared/contracts/reports.ts'
import { readRecord } from '../card-record.ts'
import { removeCard } from '../owner/remove.ts'
import type { EdgeServices } from '../services.ts'
import { restoreCard } from './queue.ts'

/** Ends what was reported of a card: it goes for good, or is shown again. @throws AppError `NOT_FOUND`, `GONE` */
export async function decideOn(
  services: EdgeServices,
  origin: string,
  id: string,
  decision: DecideReport['decision'],
): Promise<void> {
  const client = services.backend.service(origin)
  const record = await readRecord(client, id)
  if (decision === 'remove') await removeCard(services, origin, record)
  else if (await restoreCard(client, record.id)) services.live.restored(origin, record.id)
}
