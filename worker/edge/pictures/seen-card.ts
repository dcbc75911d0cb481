import { AppError } from '#shared/client/errors.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { EdgeContext } from '../app-env.ts'
import { fetchApi } from '../pages/fetch-api.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readCardFacts } from '../cards/card-record.ts'

/**
 * Returns a card if this visitor may see its page. Only its maker may see a draft.
 *
 * @returns the card, or the API's error response if this visitor may not see it
 * @throws AppError `NOT_FOUND` if the card cannot be drawn
 */
export async function readVisibleCard(c: EdgeContext, id: string): Promise<CardFacts | Response> {
  const response = await fetchApi(c, `/api/cards/${encodeURIComponent(id)}`)
  if (!response.ok) return response
  const facts = await readCardFacts(c.var.services.backend.service(c.var.origin), id)
  if (facts === null) throw new AppError('NOT_FOUND', LABELS.cardNotFound)
  return facts
}
