import { encode } from 'uqr'
import { toPalette } from '#shared/design/palette.ts'
import { QR_QUIET_ZONE } from '#shared/domain/limits.ts'
import { storyCall } from '#shared/domain/share-words.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { createRaster, type Raster } from '#worker/graphics/raster.ts'
import { type FinishedCard, FORMATS, type FormatDeps } from './format.ts'
import { figure, label, drawOnField, uprightCard } from './parts.ts'
import { labelSize, nickname } from './words.ts'

const { width, height } = FORMATS.story
/** Apps cover the first and the last 250 pixels with their own controls. */
const CARD = { left: 115, top: 256, width: 850, height: 1190 } as const
export const STORY_LIGHT = { x: width / 2, y: CARD.top + CARD.height * 0.42, radiusX: 900, radiusY: 960 } as const
/** The QR code has a whole number of pixels per module. It is right of the text and above the last 250 pixels. */
const CODE_MAX_PX = 208
const CODE_RIGHT = CARD.left + CARD.width
const CODE_TOP = 1462
const GAP = 34
const WORDS_WIDTH = CARD.width - CODE_MAX_PX - GAP
const NAME = { left: CARD.left, top: 1458, width: WORDS_WIDTH, height: 92 } as const
const NAME_MAX_PX = 88
const CALL = { left: CARD.left, top: 1560, sizePx: 54 } as const
const SITE = { left: CARD.left + 2, top: 1630, sizePx: 34 } as const
export async function storyScene(card: FinishedCard, { site, loadFont }: FormatDeps): Promise<Node> {
  const palette = toPalette(card.team)
  const address = await labelSize(site.toUpperCase(), WORDS_WIDTH, SITE.sizePx)
  return drawOnField(palette, { width, height }, STORY_LIGHT, [
    uprightCard(CARD),
    await nickname(card.playerName, NAME, NAME_MAX_PX, loadFont),
    figure(storyCall(card.isPublic === true), CALL.sizePx, {
      position: 'absolute',
      left: CALL.left,
      top: CALL.top,
    }),
    label(site.toUpperCase(), address, {
      position: 'absolute',
      left: SITE.left,
      top: SITE.top,
      color: palette.line,
    }),
    ...(card.pageUrl === undefined ? [] : [code(card.pageUrl)]),
  ])
}

function code(url: string): Node {
  const modules = qrRaster(url)
  const raster = enlarged(modules, Math.max(1, Math.floor(CODE_MAX_PX / modules.width)))
  const { width: side } = raster
  const place = { left: CODE_RIGHT - side, top: CODE_TOP, width: side, height: side }
  return { type: 'image', src: raster, style: { position: 'absolute', ...place } }
}

/** Encodes an address as a QR code, dark on white, one pixel per module. Scale it by whole numbers. */
function qrRaster(text: string): Raster {
  const { data, size } = encode(text, { ecc: 'M', border: QR_QUIET_ZONE })
  const raster = createRaster(size, size)
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      const at = (y * size + x) * 4
      raster.data.fill(isDark ? 11 : 255, at, at + 3)
      raster.data[at + 3] = 255
    }),
  )
  return raster
}

/** Enlarges a code, so that each module is `px` pixels wide and high. */
function enlarged({ width, height, data }: Raster, px: number): Raster {
  const large = createRaster(width * px, height * px)
  const from = new Uint32Array(data.buffer)
  const to = new Uint32Array(large.data.buffer)
  for (let y = 0; y < large.height; y++)
    for (let x = 0; x < large.width; x++)
      to[y * large.width + x] = from[Math.floor(y / px) * width + Math.floor(x / px)]!
  return large
}
