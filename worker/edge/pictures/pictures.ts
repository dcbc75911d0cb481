import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { getTitle } from '#worker/render/card/card-file.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import { type Format, FORMAT_NAMES, getExtension } from '#worker/render/formats/format.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'
import type { Backend } from '../backend.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readCardFacts } from '../cards/card-record.ts'
import { getCardVersion } from '../cards/card-version.ts'
import { getPicturePath, getStoredPictureUrl } from './address.ts'

export type PicturesDeps = {
  backend: Backend
  drawFormat: DrawFormat
}

export type PictureType = 'image/jpeg' | 'image/webp'

export const getPictureType = (format: Format): PictureType =>
  getExtension(format) === 'webp' ? 'image/webp' : 'image/jpeg'

type PictureKey = { facts: CardFacts; version: string; format: Format }

/** The part of {@link CardPictures} that routes use. */
export type Pictures = Pick<CardPictures, 'get' | 'prepare'>

/**
 * Reads a card's front (JPEG) or a picture derived from it, and checks its type.
 *
 * @throws AppError `FILE_NOT_FOUND` for a file of another type; the errors of `backend.image`
 */
export async function readPicture(
  backend: Backend,
  address: string,
  origin: string,
  expected: PictureType = 'image/jpeg',
): Promise<Uint8Array> {
  const { bytes, type } = await backend.image(address, origin)
  if (type !== expected) throw new AppError('FILE_NOT_FOUND', undefined, { cause: `a picture of type ${type}` })
  return bytes
}

/** Returns true for an unlisted card's story. It is not stored, because it changes when the card enters the Hall. */
const isTemporary = ({ visibility }: CardFacts, format: Format): boolean =>
  format === 'story' && visibility === 'unlisted'

/** Pictures derived from finished cards, drawn when a card is saved or on demand, and stored beside its front. */
export class CardPictures {
  private readonly backend: Backend
  private readonly drawFormat: DrawFormat
  /** Drawings in progress by path, shared by concurrent requests. */
  private readonly inFlight = new Map<string, Promise<Uint8Array>>()

  constructor({ backend, drawFormat }: PicturesDeps) {
    this.backend = backend
    this.drawFormat = drawFormat
  }

  /**
   * Returns a picture of the card's current version.
   * @throws any drawing error
   */
  async get(facts: CardFacts, format: Format, origin: string): Promise<Uint8Array> {
    const version = await getCardVersion(facts)
    return (await this.stored(facts, version, format, origin)) ?? (await this.drawOnce(facts, version, format, origin))
  }

  /** Draws missing pictures sequentially. Never throws: failures are logged, and those pictures are drawn on demand. */
  async prepare(id: string, origin: string, formats: readonly Format[] = FORMAT_NAMES): Promise<void> {
    const logFailure = (format: Format | null) => (thrown: unknown) => {
      log.error('picture not prepared', { card: id, format, cause: describeError(thrown) })
      return null
    }
    const facts = await readCardFacts(this.backend.service(origin), id).catch(logFailure(null))
    if (facts === null) return
    for (const format of formats) await this.get(facts, format, origin).catch(logFailure(format))
  }

  private async stored(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array | null> {
    const address = getStoredPictureUrl(facts, version, format)
    if (address === null || isTemporary(facts, format)) return null
    // If it cannot be read for any reason, it is drawn again.
    return readPicture(this.backend, address, origin, getPictureType(format)).catch(() => null)
  }

  private async drawAndKeep(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const front = await readPicture(this.backend, facts.imageUrl, origin)
    const { source, finish } = readArtMetadata(front)
    // A draft has no page yet for the QR code to link to.
    const isDraft = facts.visibility === 'draft'
    const isPublic = facts.visibility === 'public'
    const card = { ...facts, front, source, isPublic, ...(isDraft ? {} : { pageUrl: `${origin}/card/${facts.id}` }) }
    const drawn = await this.drawFormat(format, card)
    const marked = getExtension(format) === 'webp' ? withWebpMetadata : withMetadata
    const picture = marked(drawn, { title: getTitle(facts), source, finish })
    if (!isTemporary(facts, format))
      await this.keep(picture, { facts, version, format }, origin).catch((thrown: unknown) =>
        log.error('picture not kept', { cause: describeError(thrown) }),
      )
    return picture
  }

  /** Stores a picture. A caller can still serve it if this rejects. */
  private async keep(
    picture: Uint8Array<ArrayBuffer>,
    { facts, version, format }: PictureKey,
    origin: string,
  ): Promise<void> {
    const service = this.backend.service(origin)
    const path = getPicturePath(facts.id, version, format, facts.visibility === 'draft')
    await service.storage.upload(
      new File([picture], `picture.${getExtension(format)}`, { type: getPictureType(format) }),
      path,
      { upsert: true },
    )
    // If the card was changed or removed in the meantime, that cleanup has missed this file.
    const now = await readCardFacts(service, facts.id)
    if (now === null || (await getCardVersion(now)) !== version) await service.storage.remove([path])
  }

  private drawOnce(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const path = getPicturePath(facts.id, version, format, facts.visibility === 'draft')
    const running = this.inFlight.get(path)
    if (running !== undefined) return running
    const drawing = this.drawAndKeep(facts, version, format, origin).finally(() => this.inFlight.delete(path))
    this.inFlight.set(path, drawing)
    return drawing
  }
}
