import type { Client } from '#shared/client/index.ts'
import type { Row } from '#shared/client/rows.ts'
import { describeError, log } from '#worker/http/log.ts'
import { toCardFacts } from '../cards/card-codec.ts'
import { listPicturePaths } from './address.ts'

/**
 * Removes the outdated pictures of a card after its maker has changed it. The change is already stored, so a failure is
 * only logged.
 *
 * @param service a client with the service key
 * @param before the card's previous record, with all columns
 */
export async function removePictures(service: Client, before: Row): Promise<void> {
  const facts = toCardFacts(before)
  if (facts === null) return
  try {
    await service.storage.remove(await listPicturePaths(facts))
  } catch (thrown) {
    log.error('earlier pictures not removed', { card: facts.id, cause: describeError(thrown) })
  }
}
