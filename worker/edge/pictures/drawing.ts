import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { Clock } from '#worker/env.ts'
import type { ArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { getFrontPath } from '#worker/http/stored-address.ts'
import type { CardFace, CardFile, CardFileDeps, DrawCardFile } from '#worker/render/card/card-file.ts'
import type { Backend } from '../backend.ts'
import { LEDGER } from '../cards/card-queries.ts'

export type DrawingDeps = {
  backend: Backend
  clock: Clock
  drawCardFile: DrawCardFile
  fingerprint: CardFileDeps['fingerprint']
}

/** A card to draw, with its generation and owner. */
export type CardOrder = CardFace & {
  readonly generationId: string
  readonly visitorId: string
  /** Hash of the network and browser family that may save the picture without a cookie. Absent if none may. */
  readonly place?: string
  /** URL of the player's art. */
  readonly artUrl: string
  /** Name of the picture's file. Drawing the same edition twice yields one file. */
  readonly edition: string
  readonly origin: string
}

export type DrawnEdition = { imageUrl: string; imagePath: string; mark: ArtMetadata; artHash: string }

export type DrawCard = (order: CardOrder) => Promise<DrawnEdition>

/** The part of {@link DrawingDeps} that draws and stores an edition. */
export type DrawingContext = Omit<DrawingDeps, 'fingerprint'>

/**
 * Draws a card around its art, stores the picture and records it in the ledger.
 *
 * @example
 * const { imageUrl } = await drawEdition({ backend, clock, drawCardFile }, order)
 */
export async function drawEdition(context: DrawingContext, order: CardOrder): Promise<DrawnEdition> {
  const { backend, clock } = context
  const { cardId, generationId, visitorId, place = null, edition, origin } = order
  const { playerName, jerseyNumber, team, stats } = order
  const client = backend.service(origin)
  const imagePath = getFrontPath(cardId, edition)
  const { jpeg, mark, artHash } = await drawFront(context, order)
  const file = new File([jpeg], 'card.jpg', { type: 'image/jpeg' })
  const { publicUrl: imageUrl } = await client.storage.upload(file, imagePath, { upsert: true })
  const fields = { playerName, jerseyNumber, teamColors: team.name, stats: JSON.stringify(stats) }
  await ignoreDuplicate(
    client.db.table(LEDGER).create({
      imageUrl,
      imagePath,
      cardId,
      generationId,
      visitor: visitorId,
      place,
      createdAt: clock(),
      ...fields,
    }),
  )
  return { imageUrl, imagePath, mark, artHash }
}

async function drawFront({ backend, drawCardFile }: DrawingContext, order: CardOrder): Promise<CardFile> {
  const { artUrl, cardId, origin, playerName, jerseyNumber, team, armor, stats, tier, rolledTier = tier } = order
  const art = await backend.image(artUrl, origin)
  return drawCardFile({ cardId, playerName, jerseyNumber, team, armor, stats, tier, rolledTier }, art)
}

/**
 * Waits for an edition and removes its file if it fails. The file may be stored without a ledger entry, and then nothing
 * else would remove it while the card exists. The edition's name must be unique to this attempt.
 */
export async function drawOrRemove(
  client: Client,
  { cardId, edition }: Pick<CardOrder, 'cardId' | 'edition'>,
  drawing: Promise<DrawnEdition>,
): Promise<DrawnEdition> {
  try {
    return await drawing
  } catch (thrown) {
    await client.storage.remove([getFrontPath(cardId, edition)]).catch(() => undefined)
    throw thrown
  }
}

/** Ignores a duplicate key, because an earlier run of this step has written the row before its host died. */
export async function ignoreDuplicate(creation: Promise<unknown>): Promise<void> {
  try {
    await creation
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.code === '23505')) throw thrown
  }
}
