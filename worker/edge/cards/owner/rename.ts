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
import { cardOf, type CardRecord, recordOfColumns, getRolledTier, tierOf, visibilityOf } from '../card-codec.ts'
import { removeEditions, removeOtherEditions } from '../editions.ts'
import { drawnOrRemoved } from '../../pictures/drawing.ts'
import { removePictures } from '../../pictures/remove.ts'
import { requireRedraw } from '../require-redraw.ts'

/**
 * Draws a card with another name and moves it to the new picture.
 *
 * @throws AppError `NICKNAME_REFUSED` when others would read it and should not; `CONFLICT` while the card is hidden, so
 * that a moderator sees what was reported, when it was changed meanwhile, or cannot be drawn again; `RATE_LIMITED` after too many drawings in an hour
 */
export async function renameCard(c: EdgeContext, record: CardRecord, wanted: string): Promise<Card> {
  const { backend, drawCard, live } = c.var.services
  const { origin } = c.var
  const client = backend.service(origin)
  const playerName = cutText(wanted, NICKNAME_MAX_CHARACTERS)
  if (record.hiddenFrom !== null) throw notEditable()
  // A card that has a page is public to all who have its address.
  if (visibilityOf(record) !== 'draft') await requireReadable(playerName)
  if (playerName === record.playerName) {
    // Sent again, perhaps: what the first one has left is removed.
    await removeOtherEditions(client, record)
    return cardOf(record)
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
    tier: tierOf(record),
    rolledTier: getRolledTier(record),
    artUrl: backend.fileUrl(record.artPath, origin),
    edition: newId(),
    origin,
  }
  const edition = await drawnOrRemoved(client, order, drawCard(order))

  // Drawing takes a while: a card that was edited, published or removed meanwhile is not what was renamed.
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
  return cardOf(recordOfColumns(row))
}

const notEditable = () => new AppError('CONFLICT', 'This card cannot be edited now.')
