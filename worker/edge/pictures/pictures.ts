import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { titleOf } from '#worker/render/card/card-file.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import { extensionOf, type Format, FORMAT_NAMES } from '#worker/render/formats/format.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'
import type { Backend } from '../backend.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readCardFacts } from '../cards/card-record.ts'
import { versionOf } from '../cards/card-version.ts'
import { pathOf, storedAddressOf } from './address.ts'

export type PicturesDeps = {
  backend: Backend
  drawFormat: DrawFormat
}

export type PictureType = 'image/jpeg' | 'image/webp'

export const typeOf = (format: Format): PictureType => (extensionOf(format) === 'webp' ? 'image/webp' : 'image/jpeg')

type Kept = { facts: CardFacts; version: string; format: Format }

export type Pictures = ReturnType<typeof createPictures>

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
const isPassing = ({ visibility }: CardFacts, format: Format): boolean =>
  format === 'story' && visibility === 'unlisted'

/** The pictures made of finished cards: drawn when a card is saved or first asked for, and kept beside its front. */
export function createPictures({ backend, drawFormat }: PicturesDeps) {
  /** Single flight, by path: requests for a picture that is being drawn share that drawing. */
  const underway = new Map<string, Promise<Uint8Array>>()

  async function stored(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array | null> {
    const address = storedAddressOf(facts, version, format)
    if (address === null || isPassing(facts, format)) return null
    // Whatever keeps it from being read, it can be drawn.
    return readPicture(backend, address, origin, typeOf(format)).catch(() => null)
  }

  async function draw(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const front = await readPicture(backend, facts.imageUrl, origin)
    const { source, finish } = markOf(front)
    // A draft has no page yet that a code could lead to.
    const isDraft = facts.visibility === 'draft'
    const isPublic = facts.visibility === 'public'
    const card = { ...facts, front, source, isPublic, ...(isDraft ? {} : { pageUrl: `${origin}/card/${facts.id}` }) }
    const drawn = await drawFormat(format, card)
    const marked = extensionOf(format) === 'webp' ? withWebpMetadata : withMetadata
    const picture = marked(drawn, { title: titleOf(facts), source, finish })
    if (!isPassing(facts, format))
      await keep(picture, { facts, version, format }, origin).catch((thrown: unknown) =>
        log.error('picture not kept', { cause: describeError(thrown) }),
      )
    return picture
  }

  /** Rejects when it cannot be kept; it can still be shown. */
  async function keep(
    picture: Uint8Array<ArrayBuffer>,
    { facts, version, format }: Kept,
    origin: string,
  ): Promise<void> {
    const service = backend.service(origin)
    const path = pathOf(facts.id, version, format, facts.visibility === 'draft')
    await service.storage.upload(
      new File([picture], `picture.${extensionOf(format)}`, { type: typeOf(format) }),
      path,
      { upsert: true },
    )
    // A change or removal of the card meanwhile has removed what there was before this.
    const now = await readCardFacts(service, facts.id)
    if (now === null || (await versionOf(now)) !== version) await service.storage.remove([path])
  }

  function drawOnce(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const path = pathOf(facts.id, version, format, facts.visibility === 'draft')
    const running = underway.get(path)
    if (running !== undefined) return running
    const drawing = draw(facts, version, format, origin).finally(() => underway.delete(path))
    underway.set(path, drawing)
    return drawing
  }

  const pictures = {
    /**
     * A picture of a card as it is now.
     * @throws whatever keeps it from being drawn
     */
    async get(facts: CardFacts, format: Format, origin: string): Promise<Uint8Array> {
      const version = await versionOf(facts)
      return (await stored(facts, version, format, origin)) ?? (await drawOnce(facts, version, format, origin))
    },

    /** Makes what is not there yet, one after the other. Never throws: what fails is logged and made when it is asked for. */
    async prepare(id: string, origin: string, formats: readonly Format[] = FORMAT_NAMES): Promise<void> {
      const noted = (format: Format | null) => (thrown: unknown) => {
        log.error('picture not prepared', { card: id, format, cause: describeError(thrown) })
        return null
      }
      const facts = await readCardFacts(backend.service(origin), id).catch(noted(null))
      if (facts === null) return
      for (const format of formats) await pictures.get(facts, format, origin).catch(noted(format))
    },
  }
  return pictures
}
