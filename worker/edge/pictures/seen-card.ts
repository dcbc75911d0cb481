import { AppError } from '#shared/client/errors.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { EdgeContext } from '../app-env.ts'
import { fetchApi } from '../pages/fetch-api.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readCardFacts } from '../cards/card-record.ts'

/**
 * A card for all who may see its page: of a draft its maker alone.
 *
 * @returns the API's own answer when this visitor may not
 * @throws AppError `NOT_FOUND` when it is none that can be drawn
 */
export async function seenCard(c: EdgeContext, id: string): Promise<CardFacts | Response> {
  const seen = await fetchApi(c, `/api/cards/${encodeURIComponent(id)}`)
  if (!seen.ok) return seen
  const facts = await readCardFacts(c.var.services.backend.service(c.var.origin), id)
  if (facts === null) throw new AppError('NOT_FOUND', LABELS.cardNotFound)
  return facts
}
