import { paletteOf } from '#shared/design/palette.ts'
import { type Node, render, svgImage } from '../engine.ts'
import { backScene } from './back.ts'
import { crestImage } from './crest.ts'
import { type FinishedCard, type Format, FORMATS, type Means } from './format.ts'
import { FRONT_SRC } from './parts.ts'
import { shareScene } from './share.ts'
import { storyScene } from './story.ts'

export type DrawFormat = (format: Format, card: FinishedCard) => Promise<Uint8Array<ArrayBuffer>>

/** The thumbnails as low as looks good: a tile may have 25 KB, the largest card in a page 120 KB. */
const QUALITY: Record<Format, number> = { share: 80, story: 82, back: 86, 'thumb-256': 48, 'thumb-512': 75 }

/**
 * Draws one format of a finished card. The same input gives the same bytes.
 *
 * @returns a JPEG of the format's size
 * @throws when the card's front is no picture the renderer can read
 */
export async function drawFormat(format: Format, card: FinishedCard, means: Means): ReturnType<DrawFormat> {
  const images = [...imagesOf(format, card)]
  const node = await SCENES[format](card, means)
  return render(node, { ...FORMATS[format], format: 'jpeg', quality: QUALITY[format], images })
}

const front = (format: Format): Node => ({ type: 'image', src: FRONT_SRC, style: { ...FORMATS[format] } })

const SCENES: Record<Format, (card: FinishedCard, means: Means) => Promise<Node>> = {
  share: shareScene,
  story: storyScene,
  back: backScene,
  'thumb-256': async () => front('thumb-256'),
  'thumb-512': async () => front('thumb-512'),
}

const imagesOf = (format: Format, card: FinishedCard): ReturnType<typeof svgImage>[] =>
  format === 'back'
    ? [crestImage(paletteOf(card.team))]
    : [{ src: FRONT_SRC, data: card.front as Uint8Array<ArrayBuffer>, cache: 'none' }]
