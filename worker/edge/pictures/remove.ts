import type { Client } from '#shared/client/index.ts'
import type { Row } from '#shared/client/rows.ts'
import { describeError, log } from '#worker/http/log.ts'
import { toCardFacts } from '../cards/card-codec.ts'
import { listPicturePaths } from './address.ts'

/**
 * Removes the pictures that were made of a card as it was: they show what its maker has changed. The change is made
 * by now, so a failure is only logged.
 *
 * @param service the backend with the service key
 * @param before the card's record as it was, with all its columns
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
