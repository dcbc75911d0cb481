import { displayName } from '#shared/domain/card.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import { type Format, FORMAT_NAMES } from '#worker/render/formats/format.ts'
import { drawnOf, withMetadata } from '#worker/render/formats/metadata.ts'
import { UNSAID } from '#worker/render/formats/source-type.ts'
import type { Backend } from '../backend.ts'
import { pathOf, storedAddressOf, versionOf } from './address.ts'
import { type CardFacts, readCardFacts } from './card-facts.ts'

export type PicturesDeps = {
  backend: Backend
  drawFormat: DrawFormat
}

type Kept = { id: string; version: string; format: Format }

export type Pictures = ReturnType<typeof createPictures>

/** What every picture of a card is called in its own record. */
export const titleOf = ({ playerName, jerseyNumber }: { playerName: string; jerseyNumber: string }): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`} | Fantasy Football Card`

/** The pictures made of finished cards: drawn when a card is saved or first asked for, and kept beside its front. */
export function createPictures({ backend, drawFormat }: PicturesDeps) {
  /** By path: whoever asks for a picture that is being drawn gets that one. */
  const underway = new Map<string, Promise<Uint8Array>>()

  async function stored(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array | null> {
    const address = storedAddressOf(facts, version, format)
    if (address === null) return null
    // Whatever keeps it from being read, it can be drawn.
    return backend.image(address, origin).then(
      ({ bytes }) => bytes,
      () => null,
    )
  }

  async function draw(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const front = (await backend.image(facts.imageUrl, origin)).bytes
    const jpeg = await drawFormat(format, { ...facts, front })
    const picture = withMetadata(jpeg, { title: titleOf(facts), drawn: drawnOf(front) ?? UNSAID })
    await keep(picture, { id: facts.id, version, format }, origin).catch((thrown: unknown) =>
      log.error('picture not kept', { cause: describeError(thrown) }),
    )
    return picture
  }

  /** Rejects when it cannot be kept; it can still be shown. */
  async function keep(picture: Uint8Array<ArrayBuffer>, { id, version, format }: Kept, origin: string): Promise<void> {
    const service = backend.service(origin)
    const path = pathOf(id, version, format)
    await service.storage.upload(new File([picture], 'picture.jpg', { type: 'image/jpeg' }), path, { upsert: true })
    // Whoever changed or removed the card meanwhile has removed what there was before this.
    const now = await readCardFacts(service, id)
    if (now === null || (await versionOf(now)) !== version) await service.storage.remove([path])
  }

  function drawOnce(facts: CardFacts, version: string, format: Format, origin: string): Promise<Uint8Array> {
    const path = pathOf(facts.id, version, format)
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
