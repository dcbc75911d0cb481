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
 * A card's own picture (JPEG), or one that was made of it. Nothing else is handed out under that name.
 *
 * @throws AppError `FILE_NOT_FOUND` for what is of another type, and as `backend.image` does
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

/** A picture that would be wrong later is not stored: an unlisted card's story asks for votes once the card is saved. */
const isTransientError = ({ visibility }: CardFacts, format: Format): boolean =>
  format === 'story' && visibility === 'unlisted'

/** The pictures made of finished cards: drawn when a card is saved or first asked for, and kept beside its front. */
export class CardPictures {
  private readonly backend: Backend
  private readonly drawFormat: DrawFormat
  /** Single flight, by path: requests for a picture that is being drawn share that drawing. */
  private readonly underway = new Map<string, Promise<Uint8Array>>()

  constructor({ backend, drawFormat }: PicturesDeps) {
    this.backend = backend
    this.drawFormat = drawFormat
  }

  /**
   * A picture of a card as it is now.
   * @throws whatever keeps it from being drawn
   */
  async get(facts: CardFacts, format: Format, origin: string): Promise<Uint8Array> {
    const version = await getCardVersion(facts)
    return (await this.stored(facts, version, format, origin)) ?? (await this.drawOnce(facts, version, format, origin))
  }

  /** Makes what is not there yet, one after the other. Never throws: what fails is logged and made when it is asked for. */
  async prepare(id: string, origin: string, formats: readonly Format[] = FORMAT_NAMES): Promise<void> {
    const noted = (format: Format | null) => (thrown: unknown) => {
      log.error('picture not prepared', { card: id, format, cause: describeError(thrown) })
      return null
    }
    const facts = await readCardFacts(this.backend.service(origin), id).catch(noted(null))
    if (facts === null) return
    for (const format of formats) await this.get(facts, format, origin).catch(noted(format))
  }

  private async stored(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array | null> {
    const address = getStoredPictureUrl(facts, version, format)
    if (address === null || isTransientError(facts, format)) return null
    // Whatever keeps it from being read, it can be drawn.
    return readPicture(this.backend, address, origin, getPictureType(format)).catch(() => null)
  }

  private async drawAndKeep(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const front = await readPicture(this.backend, facts.imageUrl, origin)
    const { source, finish } = readArtMetadata(front)
    // A draft has no page yet that a code could lead to.
    const isDraft = facts.visibility === 'draft'
    const isPublic = facts.visibility === 'public'
    const card = { ...facts, front, source, isPublic, ...(isDraft ? {} : { pageUrl: `${origin}/card/${facts.id}` }) }
    const drawn = await this.drawFormat(format, card)
    const marked = getExtension(format) === 'webp' ? withWebpMetadata : withMetadata
    const picture = marked(drawn, { title: getTitle(facts), source, finish })
    if (!isTransientError(facts, format))
      await this.keep(picture, { facts, version, format }, origin).catch((thrown: unknown) =>
        log.error('picture not kept', { cause: describeError(thrown) }),
      )
    return picture
  }

  /** Rejects when it cannot be kept; it can still be shown. */
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
    // A change or removal of the card meanwhile has removed what there was before this.
    const now = await readCardFacts(service, facts.id)
    if (now === null || (await getCardVersion(now)) !== version) await service.storage.remove([path])
  }

  private drawOnce(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const path = getPicturePath(facts.id, version, format, facts.visibility === 'draft')
    const running = this.underway.get(path)
    if (running !== undefined) return running
    const drawing = this.drawAndKeep(facts, version, format, origin).finally(() => this.underway.delete(path))
    this.underway.set(path, drawing)
    return drawing
  }
}
