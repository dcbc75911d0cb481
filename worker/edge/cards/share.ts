import type { SharedCard } from '#shared/contracts/cards.ts'
import { where } from '#shared/query/ast.ts'
import type { EdgeContext } from '../app-env.ts'
import { CARDS, NOT_HIDDEN } from './card-queries.ts'
import { requireReadable } from './card-name.ts'
import { cardNotFound, readRecord, readVisibility } from './card-record.ts'
import { isOwner } from './owner/ownership.ts'
import { requireUnrefused } from '../reports/refused-pictures.ts'

/**
 * Sharing or copying the address of a draft gives it a page for all who have the address. A card that has one is
 * answered unchanged, to every caller.
 *
 * @throws AppError `NICKNAME_REFUSED` for a draft whose name is not to be read, `PICTURE_REFUSED` for one whose picture a
 * moderator has removed; `NOT_FOUND`, `GONE`
 */
export async function shareCard(c: EdgeContext, id: string): Promise<SharedCard> {
  const { origin, services } = c.var
  const client = services.backend.service(origin)
  const record = await readRecord(client, id)
  const { visibility, hiddenFrom, playerName, jerseyNumber, artHash, photoHash } = record
  if (visibility === 'draft' && hiddenFrom === null && (await isOwner(c, record))) {
    await requireReadable(playerName, jerseyNumber)
    await requireUnrefused(client, [artHash, photoHash])
    // Decided by the database in one statement: a save that happens at the same time wins, and so does another name.
    const asJudged = [
      where('id', 'eq', id),
      where('visibility', 'eq', 'draft'),
      where('player_name', 'eq', playerName),
      NOT_HIDDEN,
    ]
    await client.rest(CARDS).update(asJudged, { visibility: 'unlisted' })
  }
  const shared = await readVisibility(client, id)
  if (shared === null || shared === 'draft') throw cardNotFound()
  // The address is about to be pasted somewhere that shows a picture of it.
  c.executionCtx.waitUntil(services.pictures.prepare(id, origin, ['share']))
  return { id, visibility: shared, url: `${origin}/card/${id}` }
}
