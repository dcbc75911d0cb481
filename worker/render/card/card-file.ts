import { displayName } from '#shared/domain/card.ts'
import { type ArtMetadata, readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import type { CardPicture } from './card.ts'
import { getSerial } from './serial.ts'

/** The contents of a card beside the player's art. */
export type CardFace = Pick<
  CardPicture,
  'playerName' | 'jerseyNumber' | 'team' | 'armor' | 'stats' | 'tier' | 'rolledTier'
> & {
  readonly cardId: string
}

/** A card's picture with its metadata, what its art says of its making, and a hash by which the art is recognized. */
export type CardFile = { readonly jpeg: Uint8Array<ArrayBuffer>; readonly mark: ArtMetadata; readonly artHash: string }

export type DrawCardFile = (face: CardFace, art: { bytes: Uint8Array; type: string }) => Promise<CardFile>

export type CardFileDeps = {
  readonly renderCard: (picture: CardPicture) => Promise<Uint8Array>
  /** Hashes a picture, so that it is recognized. */
  readonly fingerprint: (bytes: Uint8Array) => Promise<string>
}

/** The title of every picture of a card, in its metadata. */
export const getTitle = ({ playerName, jerseyNumber }: { playerName: string; jerseyNumber: string }): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`} | Fantasy Football Card`

/** Draws the JPEG of a card around its player's art. */
export const createDrawCardFile =
  ({ renderCard, fingerprint }: CardFileDeps): DrawCardFile =>
  async ({ cardId, ...fields }, art) => {
    // The art tells how it was made, so a card never says more or less of itself than is true.
    const mark = readArtMetadata(art.bytes)
    // The notices about the photo are for its maker alone.
    const { source, finish } = mark
    const card = await renderCard({ ...fields, serial: getSerial(cardId), art: art.bytes, artType: art.type, source })
    return {
      jpeg: withMetadata(card, { title: getTitle(fields), source, finish }),
      mark,
      artHash: await fingerprint(art.bytes),
    }
  }
