import { displayName } from '#shared/domain/card.ts'
import { type ArtMetadata, readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import type { CardPicture } from './card.ts'
import { getSerial } from './serial.ts'

/** A card's contents except the player's art. */
export type CardFace = Pick<
  CardPicture,
  'playerName' | 'jerseyNumber' | 'team' | 'armor' | 'stats' | 'tier' | 'rolledTier'
> & {
  readonly cardId: string
}

/** A card's picture with metadata, the metadata of its art, and a hash that identifies the art. */
export type CardFile = { readonly jpeg: Uint8Array<ArrayBuffer>; readonly mark: ArtMetadata; readonly artHash: string }

export type DrawCardFile = (face: CardFace, art: { bytes: Uint8Array; type: string }) => Promise<CardFile>

export type CardFileDeps = {
  readonly renderCard: (picture: CardPicture) => Promise<Uint8Array>
  /** Returns a hash that identifies a picture. */
  readonly fingerprint: (bytes: Uint8Array) => Promise<string>
}

/** Returns the title in the metadata of a card's pictures. */
export const getTitle = ({ playerName, jerseyNumber }: { playerName: string; jerseyNumber: string }): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`} | Fantasy Football Card`

/** Creates a function that draws a card's JPEG around its player's art. */
export const createDrawCardFile =
  ({ renderCard, fingerprint }: CardFileDeps): DrawCardFile =>
  async ({ cardId, ...fields }, art) => {
    // Copies the source and finish from the art, so that a card's metadata is always true.
    const mark = readArtMetadata(art.bytes)
    // Notices about the photo are for the maker only, so the card omits them.
    const { source, finish } = mark
    const card = await renderCard({ ...fields, serial: getSerial(cardId), art: art.bytes, artType: art.type, source })
    return {
      jpeg: withMetadata(card, { title: getTitle(fields), source, finish }),
      mark,
      artHash: await fingerprint(art.bytes),
    }
  }
