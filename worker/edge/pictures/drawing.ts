import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { Armor } from '#shared/domain/armor.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import type { Clock } from '#worker/env.ts'
import type { CardPicture } from '#worker/render/card/card.ts'
import { type Mark, markOf } from '#worker/graphics/metadata/mark.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { serialOf } from '#worker/render/card/serial.ts'
import type { Backend } from '../backend.ts'
import { LEDGER } from '../cards/card-queries.ts'
import { titleOf } from './pictures.ts'

export type DrawingDeps = {
  backend: Backend
  clock: Clock
  renderCard: (picture: CardPicture) => Promise<Uint8Array>
  /** By which a picture is known again. */
  fingerprint: (bytes: Uint8Array) => Promise<string>
}

/** A card to be drawn: what it shows, and what it belongs to. */
export type CardOrder = {
  readonly cardId: string
  readonly generationId: string
  readonly visitorId: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly team: Team
  readonly armor: Armor
  readonly stats: Stats
  readonly tier: Tier
  /** Of the player's art. */
  readonly artUrl: string
  /** Names the picture's file; drawing one edition twice makes one. */
  readonly edition: string
  readonly origin: string
}

export type DrawnEdition = { imageUrl: string; imagePath: string; mark: Mark; artHash: string }

export type DrawCard = (order: CardOrder) => Promise<DrawnEdition>

/** Where the picture of an edition is stored. */
export const frontPathOf = (cardId: string, edition: string): string => `cards/${cardId}/${edition}.jpg`

/** Draws a card around its art, stores the picture and enters it in the ledger with everything it shows. */
export function createCardDrawing({ backend, clock, renderCard, fingerprint }: DrawingDeps): DrawCard {
  async function picture(order: CardOrder): Promise<{ jpeg: Uint8Array<ArrayBuffer>; mark: Mark; artHash: string }> {
    const { artUrl, cardId, origin, playerName, jerseyNumber, team, armor, stats, tier } = order
    const art = await backend.image(artUrl, origin)
    const shown = { playerName, jerseyNumber, team, armor, stats, tier, serial: serialOf(cardId) }
    // The art tells how it was made, so a card never says more or less of itself than is true.
    const mark = markOf(art.bytes)
    const card = await renderCard({ ...shown, art: art.bytes, artType: art.type, source: mark.source })
    // What was wrong with the photo is for its maker alone.
    const { source, finish } = mark
    return {
      jpeg: withMetadata(card, { title: titleOf(order), source, finish }),
      mark,
      artHash: await fingerprint(art.bytes),
    }
  }

  return async (order) => {
    const { cardId, generationId, visitorId, playerName, jerseyNumber, team, stats, edition, origin } = order
    const client = backend.service(origin)
    const imagePath = frontPathOf(cardId, edition)
    const { jpeg, mark, artHash } = await picture(order)
    const file = new File([jpeg], 'card.jpg', { type: 'image/jpeg' })
    const { publicUrl: imageUrl } = await client.storage.upload(file, imagePath, { upsert: true })
    const shown = { playerName, jerseyNumber, teamColors: team.name, stats: JSON.stringify(stats) }
    await unlessThere(
      client.db
        .table(LEDGER)
        .create({ imageUrl, imagePath, cardId, generationId, visitor: visitorId, createdAt: clock(), ...shown }),
    )
    return { imageUrl, imagePath, mark, artHash }
  }
}

/**
 * An edition with a name that no other try has: of one that fails nothing stays. It may be stored and in no ledger, and
 * then nothing else would remove it before the card.
 */
export async function drawnOrRemoved(
  client: Client,
  { cardId, edition }: Pick<CardOrder, 'cardId' | 'edition'>,
  drawing: Promise<DrawnEdition>,
): Promise<DrawnEdition> {
  try {
    return await drawing
  } catch (thrown) {
    await client.storage.remove([frontPathOf(cardId, edition)]).catch(() => undefined)
    throw thrown
  }
}

/** A row that is already there was written by this very step before its host died. */
export async function unlessThere(creation: Promise<unknown>): Promise<void> {
  try {
    await creation
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.code === '23505')) throw thrown
  }
}
