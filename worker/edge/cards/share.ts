import type { SharedCard } from '#shared/contracts/cards.ts'
import { where } from '#shared/query/ast.ts'
import type { EdgeContext } from '../app-env.ts'
import { CARDS, NOT_HIDDEN } from './card-queries.ts'
import { requireReadable } from './card-name.ts'
import { cardNotFound, readRecord, readVisibility } from './card-record.ts'
import { isOwner } from './owner/ownership.ts'
import { requireUnrefused } from '../reports/refused-pictures.ts'

/**
 * Makes the caller's draft unlisted, so that everyone with the link can see it. For a card that is already shared, every
 * caller gets it unchanged.
 *
 * @throws AppError `NICKNAME_REFUSED` for an offensive name, `PICTURE_REFUSED` if a moderator has removed the picture;
 *   `NOT_FOUND`, `GONE`
 */
export async function shareCard(c: EdgeContext, id: string): Promise<SharedCard> {
  const { origin, services } = c.var
  const client = services.backend.service(origin)
  const record = await readRecord(client, id)
  const { visibility, hiddenFrom, playerName, jerseyNumber, artHash, photoHash } = record
  if (visibility === 'draft' && hiddenFrom === null && (await isOwner(c, record))) {
    await requireReadable(playerName, jerseyNumber)
    await requireUnrefused(client, [artHash, photoHash])
    // One conditional update: a concurrent save or rename wins.
    const asChecked = [
      where('id', 'eq', id),
      where('visibility', 'eq', 'draft'),
      where('player_name', 'eq', playerName),
      NOT_HIDDEN,
    ]
    await client.rest(CARDS).update(asChecked, { visibility: 'unlisted' })
  }
  const shared = await readVisibility(client, id)
  if (shared === null || shared === 'draft') throw cardNotFound()
  // The link is about to be pasted into an app that shows its preview picture.
  c.executionCtx.waitUntil(services.pictures.prepare(id, origin, ['share']))
  return { id, visibility: shared, url: `${origin}/card/${id}` }
}
