import { INK } from '#shared/design/palette.ts'
import { type AwardTone, getAwardTone } from '#shared/domain/league-awards.ts'
import { measureWidth, type Node, render, svgImage } from '#worker/graphics/engine.ts'
import { DISPLAY } from '#worker/graphics/fonts.ts'
import { fill, svgDocument } from '#worker/graphics/svg.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import { setName } from '../card/name.ts'
import { CARD, STAGE } from '../card-layout.ts'
import { box, FRONT_SRC, GOLD } from './parts.ts'

/**
 * @param front a card as a JPEG of any size with an aspect ratio of 5:7
 * @param widthPx width of the picture, 1000 by default
 */
export type DrawAwarded = (
  front: Uint8Array,
  awards: readonly string[],
  widthPx?: number,
) => Promise<Uint8Array<ArrayBuffer>>

const QUALITY = 88
/** Ribbons hang on the left edge of the stage, the first award at the bottom. */
const RIBBON = { left: STAGE.left - 8, bottom: 1006, height: 78, gap: 10, maxTextPx: 56, maxTextWidth: 640 } as const
const PADDING = { left: 44, right: 18, tail: 34 } as const
const EDGE_PX = 6
const BLOCK_PX = 24
/** Number of ribbons that fit above the name's plate. */
const RIBBONS_MAX = 4

const TONES: Readonly<Record<AwardTone, `#${string}`>> = {
  gold: GOLD,
  rust: '#d98d5f',
  green: '#8fd6a6',
  steel: '#c4ccd0',
  plain: '#f4f6f1',
}

/**
 * Draws a league's awards on a card.
 *
 * @param widthPx width of the picture; its height is 1.4 times as much
 * @returns a JPEG; the same input gives the same bytes
 * @throws if the renderer cannot read the front
 */
export async function drawAwarded(
  front: Uint8Array,
  awards: readonly string[],
  loadFont: LoadFont,
  widthPx: number = CARD.width,
): ReturnType<DrawAwarded> {
  const scale = widthPx / CARD.width
  const size = { width: widthPx, height: Math.round(CARD.height * scale) }
  const ribbons = await Promise.all(
    awards.slice(0, RIBBONS_MAX).map((title, at) => drawRibbon(title, at, loadFont, scale)),
  )
  const ground: Node = { type: 'image', src: FRONT_SRC, style: { position: 'absolute', left: 0, top: 0, ...size } }
  const node = box({ position: 'relative', ...size }, [ground, ...ribbons.map(({ node: ribbon }) => ribbon)])
  const images = [
    { src: FRONT_SRC, data: front as Uint8Array<ArrayBuffer>, cache: 'none' as const },
    ...ribbons.map(({ image }) => image),
  ]
  return render(node, { ...size, format: 'jpeg', quality: QUALITY, images })
}

async function drawRibbon(title: string, at: number, loadFont: LoadFont, scale: number) {
  const { height, left, bottom, gap, maxTextPx, maxTextWidth } = scaled(RIBBON, scale)
  const padding = scaled(PADDING, scale)
  const room = { width: maxTextWidth, height: height - 16 * scale, maxPx: maxTextPx }
  const text = await setName(title.toUpperCase(), room, loadFont)
  const textWidth = PLAIN.test(title) ? await measureTitle(title, text.sizePx) : text.width
  const width = Math.ceil(padding.left + textWidth + padding.right + padding.tail)
  const top = bottom - height - at * (height + gap)
  const src = `ribbon-${at}`
  const place = { position: 'absolute', left, top, width, height } as const
  const node = box(place, [
    { type: 'image', src, style: { position: 'absolute', left: 0, top: 0, width, height } },
    box(
      {
        position: 'absolute',
        left: padding.left,
        top: (height - text.height) / 2,
        width: text.width,
        height: text.height,
      },
      [text.node],
    ),
  ])
  return { node, image: svgImage(src, ribbonSvg(width, height, TONES[getAwardTone(title)], scale)) }
}

/** Titles that need only the display face. Others get the full width. */
const PLAIN = /^[\u0020-\u024f]+$/u
const SPACING_EM = 0.01

async function measureTitle(title: string, sizePx: number): Promise<number> {
  const width = await measureWidth(title.toUpperCase(), { fontFamily: DISPLAY, fontSize: sizePx })
  return width + title.length * sizePx * SPACING_EM
}

/** Scales lengths on a card of 1000 pixels to another size. */
const scaled = <Name extends string>(lengths: Readonly<Record<Name, number>>, scale: number): Record<Name, number> =>
  Object.fromEntries(Object.entries<number>(lengths).map(([name, px]) => [name, px * scale])) as Record<Name, number>

/** Draws a dark band with an edge and a block in the award's color, and a notched tail. */
function ribbonSvg(width: number, height: number, tone: `#${string}`, scale: number): string {
  const band = (inset: number) =>
    `M${inset} ${inset}H${width - inset * 2.4}L${width - PADDING.tail * scale - inset * 0.4} ${height / 2}` +
    `L${width - inset * 2.4} ${height - inset}H${inset}Z`
  return svgDocument(
    [0, 0, width, height],
    [width, height],
    fill(band(0), tone),
    fill(band(EDGE_PX * scale), INK),
    fill(`M0 0H${BLOCK_PX * scale}V${height}H0Z`, tone),
  )
}
