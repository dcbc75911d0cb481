import { AppError } from '#shared/client/errors.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { getTitle } from '#worker/render/card/card-file.ts'
import type { EdgeContext } from '../app-env.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readCardFacts } from '../cards/card-record.ts'
import { readPicture } from '../pictures/pictures.ts'
import { requireLeague } from './actions.ts'
import { requireDrawing } from './prints.ts'
import { readSeatNumber, requireSeat } from './read.ts'

/**
 * Draws the card of a seat with its awards of this season. Not cached, because only the league's link leads to it.
 *
 * @param seat seat number from the URL
 * @throws AppError `NOT_FOUND` for a wrong code, a free seat or a seat without a visible card; `RATE_LIMITED`
 */
export async function drawSeat(
  c: EdgeContext,
  code: string,
  seat: string,
): Promise<{ card: CardFacts; picture: Uint8Array }> {
  const { backend, buckets, drawAwarded } = c.var.services
  const { origin } = c.var
  const state = await requireLeague(c, code, 'read')
  const { id, awards } = requireSeat(state, readSeatNumber(seat))
  const card = id === null ? null : await readCardFacts(backend.service(origin), id)
  if (card === null) throw new AppError('NOT_FOUND', LEAGUE_FAILURE.noCardYet)
  const front = await readPicture(backend, card.imageUrl, origin)
  if (awards.length === 0) return { card, picture: front }
  await requireDrawing(buckets, state.row.id, c.var.visitor.address)
  const { source, finish } = readArtMetadata(front)
  return { card, picture: withMetadata(await drawAwarded(front, awards), { title: getTitle(card), source, finish }) }
}
