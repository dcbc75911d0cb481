import type { Looked } from '#worker/artist/look.ts'
import type { Overrides } from '#worker/compose.ts'
import { render } from '#worker/graphics/engine.ts'
import type { ArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import { getExtension } from '#worker/render/formats/format.ts'

const SIZE = { width: 50, height: 60 }
const INKED: ArtMetadata = { source: 'computed', finish: 'ink', notices: [] }

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** Returns a single-color image, drawn once per color and format. */
function colored(backgroundColor: string, format: 'webp' | 'jpeg'): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${backgroundColor} ${format}`
  const picture =
    drawn.get(key) ??
    render({ type: 'container', style: { ...SIZE, backgroundColor } }, { ...SIZE, format }).then((bytes) =>
      Uint8Array.from(bytes),
    )
  drawn.set(key, picture)
  return picture
}

/** Returns a small single-color WebP whose metadata contains `mark`. */
export const createArt = async (mark: ArtMetadata = INKED, color = '#c03020'): Promise<Uint8Array<ArrayBuffer>> =>
  withWebpMetadata(await colored(color, 'webp'), { title: 'Art', ...mark })

/** Draws every format of a card as a small image of its file type. */
export const drawSmall: DrawFormat = async (format) =>
  Uint8Array.from(await colored('#c03020', getExtension(format) === 'webp' ? 'webp' : 'jpeg'))

let photo: Promise<Uint8Array<ArrayBuffer>> | null = null

/** Returns a small JPEG that passes as a photo, because its two colors make it not blank. */
export function smallPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const backgroundImage = 'linear-gradient(135deg, #1040c0, #f0e0a0)'
  photo ??= render(
    { type: 'container', style: { ...SIZE, backgroundImage } },
    { ...SIZE, format: 'jpeg', quality: 90 },
  ).then((bytes) => Uint8Array.from(bytes))
  return photo
}

/**
 * Replaces everything that draws a card: face detection, the artist and the card's renderer. A test scripts what is
 * detected (`seen.respond`) and what is drawn (`made.art`), and reads how often either happened.
 */
export function createStubArtist() {
  const seen: { looks: number; respond: () => Looked } = { looks: 0, respond: () => ({ kind: 'one', isSmiling: true }) }
  const made: { drawn: number; art: () => Promise<Uint8Array<ArrayBuffer>> } = { drawn: 0, art: createArt }
  const overrides = {
    lookAt: async () => {
      seen.looks++
      return seen.respond()
    },
    artist: {
      draw: async () => {
        made.drawn++
        return { bytes: await made.art(), type: 'image/webp' }
      },
    },
    renderCard: async () => Uint8Array.from(await colored('#c03020', 'jpeg')),
  } satisfies Overrides
  return { seen, made, overrides }
}
