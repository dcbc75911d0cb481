import { AppError } from '#shared/client/errors.ts'
import type { Armor } from '#shared/domain/armor.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import type { Clock } from '#worker/env.ts'
import type { CardPicture } from '#worker/render/card.ts'
import { drawnOf, withMetadata } from '#worker/render/formats/metadata.ts'
import { UNSAID } from '#worker/render/formats/source-type.ts'
import { serialOf } from '#worker/render/serial.ts'
import type { Backend } from './backend.ts'
import { LEDGER } from './editions.ts'
import { titleOf } from './pictures/pictures.ts'

export type DrawingDeps = {
  backend: Backend
  clock: Clock
  renderCard: (picture: CardPicture) => Promise<Uint8Array>
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

export type DrawnEdition = { imageUrl: string; imagePath: string }

export type DrawCard = (order: CardOrder) => Promise<DrawnEdition>

/** Draws a card around its art, stores the picture and enters it in the ledger with everything it shows. */
export function createCardDrawing({ backend, clock, renderCard }: DrawingDeps): DrawCard {
  async function picture(order: CardOrder): Promise<Uint8Array<ArrayBuffer>> {
    const { artUrl, cardId, origin, playerName, jerseyNumber, team, armor, stats, tier } = order
    const art = await backend.image(artUrl, origin)
    const shown = { playerName, jerseyNumber, team, armor, stats, tier, serial: serialOf(cardId) }
    const card = await renderCard({ ...shown, art: art.bytes, artType: art.type })
    // The art tells which engine drew it, so a card never says more or less of itself than is true.
    return withMetadata(card, { title: titleOf(order), drawn: drawnOf(art.bytes) ?? UNSAID })
  }

  return async (order) => {
    const { cardId, generationId, visitorId, playerName, jerseyNumber, team, stats, edition, origin } = order
    const client = backend.service(origin)
    const imagePath = `cards/${cardId}/${edition}.jpg`
    const file = new File([await picture(order)], 'card.jpg', { type: 'image/jpeg' })
    const { publicUrl: imageUrl } = await client.storage.upload(file, imagePath, { upsert: true })
    const shown = { playerName, jerseyNumber, teamColors: team.name, stats: JSON.stringify(stats) }
    await unlessThere(
      client.db
        .table(LEDGER)
        .create({ imageUrl, imagePath, cardId, generationId, visitor: visitorId, createdAt: clock(), ...shown }),
    )
    return { imageUrl, imagePath }
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
