import { toPalette } from '#shared/design/palette.ts'
import { type Node, render, svgImage } from '#worker/graphics/engine.ts'
import { backScene } from './back.ts'
import { type Copy, createCopy, isCopy } from './copy.ts'
import { crestImage } from './crest.ts'
import { type FinishedCard, type Format, FORMATS, type FormatDeps } from './format.ts'
import { FRONT_SRC, releaseRasters } from './parts.ts'
import { shareScene } from './share.ts'
import { storyScene } from './story.ts'

export type DrawFormat = (format: Format, card: FinishedCard) => Promise<Uint8Array<ArrayBuffer>>

type Drawn = Exclude<Format, Copy>

const QUALITY: Record<Drawn, number> = { share: 80, story: 82, back: 86 }

/**
 * Draws one format of a finished card. The same input gives the same bytes.
 *
 * @returns a JPEG of the format's size, or a WebP (`getExtension`)
 * @throws if the renderer cannot read the card's front
 */
export async function drawFormat(format: Format, card: FinishedCard, deps: FormatDeps): ReturnType<DrawFormat> {
  if (isCopy(format)) return createCopy(card.front, format)
  const images = [...listImages(format, card)]
  const node = await SCENES[format](card, deps)
  const jpeg = await render(node, { ...FORMATS[format], format: 'jpeg', quality: QUALITY[format], images })
  releaseRasters(node)
  return jpeg
}

const SCENES: Record<Drawn, (card: FinishedCard, deps: FormatDeps) => Promise<Node>> = {
  share: shareScene,
  story: storyScene,
  back: backScene,
}

const listImages = (format: Drawn, card: FinishedCard): ReturnType<typeof svgImage>[] =>
  format === 'back'
    ? [crestImage(toPalette(card.team))]
    : [{ src: FRONT_SRC, data: card.front as Uint8Array<ArrayBuffer>, cache: 'none' }]
