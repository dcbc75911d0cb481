import { AppError } from '#shared/client/errors.ts'
import type { Card } from '#shared/domain/card.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { Stats } from '#shared/domain/stats-schema.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { where } from '#shared/query/ast.ts'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext } from '../../app-env.ts'
import { CARDS, NOT_HIDDEN } from '../card-queries.ts'
import { requireReadable } from '../card-name.ts'
import { type CardRecord, getCardTier, getRolledTier, getVisibility, columnsToRecord, toCard } from '../card-codec.ts'
import { removeEditions, removeOtherEditions } from '../editions.ts'
import { drawOrRemove } from '../../pictures/drawing.ts'
import { removePictures } from '../../pictures/remove.ts'
import { requireRedraw } from '../require-redraw.ts'

/**
 * Draws a card with another name and moves it to the new picture.
 *
 * @throws AppError `NICKNAME_REFUSED` for an offensive public name; `CONFLICT` if the card has changed meanwhile, cannot
 *   be drawn again, or is hidden (a moderator must see what was reported); `RATE_LIMITED` after too many drawings
 */
export async function renameCard(c: EdgeContext, record: CardRecord, newName: string): Promise<Card> {
  const { backend, drawCard, live } = c.var.services
  const { origin } = c.var
  const client = backend.service(origin)
  const playerName = cutText(newName, NICKNAME_MAX_CHARACTERS)
  if (record.hiddenFrom !== null) throw notEditable()
  // Everyone with the link can read the name of a card that is not a draft.
  if (getVisibility(record) !== 'draft') await requireReadable(playerName)
  if (playerName === record.playerName) {
    // This may be a retry: finish the cleanup of the first attempt.
    await removeOtherEditions(client, record)
    return toCard(record)
  }

  const [team, armor, stats] = [getTeam(record.teamColors), getArmor(record.armor), Stats.safeParse(record['stats'])]
  if (team === null || armor === null || !stats.success || record.artPath === null) throw notEditable()
  await requireRedraw(c)
  const order = {
    cardId: record.id,
    generationId: record.generationId,
    visitorId: record.owner,
    playerName,
    jerseyNumber: record.jerseyNumber,
    team,
    armor,
    stats: stats.data,
    tier: getCardTier(record),
    rolledTier: getRolledTier(record),
    artUrl: backend.fileUrl(record.artPath, origin),
    edition: newId(),
    origin,
  }
  const edition = await drawOrRemove(client, order, drawCard(order))

  // Updates the card only if nothing edited, published or removed it while it was drawn.
  const unchanged = [
    where('id', 'eq', record.id),
    where('image_url', 'eq', record.imageUrl),
    where('visibility', 'eq', record.visibility),
    NOT_HIDDEN,
  ]
  const { source, finish } = edition.mark
  const changes = { image_url: edition.imageUrl, player_name: playerName, source, finish }
  const [row] = await client.rest(CARDS).update(unchanged, changes, { returning: true })
  if (row === undefined) {
    await removeEditions(client, [edition])
    throw notEditable()
  }
  await removeOtherEditions(client, { id: record.id, imageUrl: edition.imageUrl })
  await removePictures(client, record)
  live.changed(origin, record.id, record.visibility)
  return toCard(columnsToRecord(row))
}

const notEditable = () => new AppError('CONFLICT', 'This card cannot be edited now.')
