import { type Palette, toPalette } from '#shared/design/palette.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import { type Node, render } from '#worker/graphics/engine.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Box } from '../../card-layout.ts'
import type { FormatDeps } from '../format.ts'
import { box, CORNER, releaseRasters, drawOnField } from '../parts.ts'
import { createDocument, round, toPictureNumber } from '../pdf/document.ts'
import type { Area } from '../pdf/bleed.ts'
import type { Part } from '../pdf/file.ts'
import { readFrame, toJpegPart, toMaskedParts } from '../pdf/picture.ts'
import { paintLeagueCrest } from './crest.ts'
import { type HeadText, type LeagueWords, setHead } from './head.ts'
import { footLine } from './poster.ts'
import { layOutPoster, POSTER_FRAMES, type PosterFrame, type PosterLayout, scaleBox } from './poster-layout.ts'

const POINTS_PER_INCH = 72
/** Resolution of cards and text on paper. */
const PRINT_DPI = 300
const PRINT_SCALE = PRINT_DPI / POINTS_PER_INCH
const CARD_QUALITY = 90

/** Longer side of the field in pixels, on every paper size. The field is soft, so this is enough. */
const FIELD_PX = 2400
const FIELD_QUALITY = 84
/**
 * The field is painted in bands, so that memory holds only one at a time. Each band starts at an even row of dots. It
 * extends under the next band, because PDF viewers would otherwise show a hairline between them.
 */
const BAND = { height: 480, overlap: 24 } as const

/** A picture and its position. `card` clips it to the card's rounded corners. */
type Placed = { readonly part: Part; readonly at: Box; readonly card?: Box }

/**
 * Draws a poster as a PDF. A bitmap at 300 dpi would take 70 to 155 MB, more memory than a Worker has. The PDF embeds the
 * cards' JPEGs unchanged, and the crest as vector shapes. Text has 300 dpi, and the soft field 100 to 145 dpi.
 *
 * @param fronts the cards by seat, JPEGs of 1000 x 1400 pixels
 * @throws if a front is not a JPEG
 */
export async function drawPosterPdf(
  paper: 'a3' | '18x24',
  league: LeagueWords,
  fronts: readonly Uint8Array[],
  { site, loadFont, title, source }: FormatDeps & { readonly title: string; readonly source: ArtSource },
): Promise<Uint8Array<ArrayBuffer>> {
  const frame = POSTER_FRAMES[paper]
  const layout = layOutPoster(frame, fronts.length)
  const palette = toPalette(league.colors)
  const placed: Placed[] = await drawField(frame, layout, palette, site)
  for (const [i, at] of layout.cards.entries()) placed.push(...(await drawCard(fronts[i]!, at)))

  const scaled = { ...layout, crest: scaleBox(layout.crest, PRINT_SCALE), words: scaleBox(layout.words, PRINT_SCALE) }
  const { crest, texts } = await setHead(league, scaled, palette, loadFont)
  const masks: Part[] = []
  const firstMask = placed.length + texts.length
  for (const [i, text] of texts.entries()) {
    const { raster, at } = await drawText(text)
    const [part, mask] = await toMaskedParts(raster, text.color, toPictureNumber(firstMask + i))
    releaseBuffer(raster.data)
    placed.push({ part, at })
    masks.push(mask)
  }

  const { width, height } = frame
  const painted = placed.map((one, i) => paint(toName(i), one, height))
  const crestAt = firstMask - texts.length
  const shapes = paintLeagueCrest(palette, scaleBox(crest, 1 / PRINT_SCALE), height)
  const content = [...painted.slice(0, crestAt), shapes, ...painted.slice(crestAt)].join('\n')
  const pictures = Object.fromEntries(placed.map((_, i) => [toName(i), i]))
  const parts = [...placed.map(({ part }) => part), ...masks]
  return createDocument([{ width, height, content, pictures }], parts, { title, source })
}

const toName = (index: number): string => `P${index}`

/** Draws the field with the cards' shadows and the line at the bottom, as JPEGs from top to bottom. */
async function drawField(
  frame: PosterFrame,
  { cards, light, foot }: PosterLayout,
  palette: Palette,
  site: string,
): Promise<Placed[]> {
  const scale = FIELD_PX / Math.max(frame.width, frame.height)
  const whole = { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) }
  const shadows = cards.map((card) => scaleBox(card, scale))
  const bands: Placed[] = []
  for (let top = 0; top < whole.height; top += BAND.height) {
    const size = { width: whole.width, height: Math.min(BAND.height + BAND.overlap, whole.height - top) }
    const bandLight = {
      x: whole.width / 2,
      y: light.y * scale - top,
      radiusX: light.radiusX * scale,
      radiusY: light.radiusY * scale,
    }
    const bandFoot = { left: foot.left * scale, top: foot.top * scale - top, size: foot.size * scale }
    const node = drawOnField(palette, size, bandLight, [
      ...shadows
        .filter((card) => card.top < top + 2 * BAND.height && card.top + card.height > top - BAND.height)
        .map((card) => shadow({ ...card, top: card.top - top })),
      footLine({ foot: bandFoot }, site),
    ])
    const jpeg = await render(node, { ...size, format: 'jpeg', quality: FIELD_QUALITY })
    releaseRasters(node)
    bands.push({
      part: toJpegPart(jpeg),
      at: { left: 0, top: top / scale, width: frame.width, height: size.height / scale },
    })
  }
  return bands
}

const shadow = ({ left, top, width, height }: Box): Node =>
  box({
    position: 'absolute',
    left,
    top,
    width,
    height,
    borderRadius: width * CORNER,
    backgroundColor: '#000000',
    boxShadow: `0 ${width * 0.03}px ${width * 0.05}px rgba(0,0,0,0.55)`,
  })

/** Height of the strips in which an enlarged card is drawn. A strip has as many pixels as the card. */
const STRIP = { height: 700, overlap: 8 } as const

/** Returns a card at 300 dpi: its JPEG, or strips of a smooth enlargement if the JPEG has too few pixels. */
async function drawCard(front: Uint8Array, card: Box): Promise<Placed[]> {
  const width = Math.round(card.width * PRINT_SCALE)
  if (width <= readFrame(front).width) return [{ part: toJpegPart(front), at: card, card }]
  const height = Math.round(width * 1.4)
  const scale = card.height / height
  const strips: Placed[] = []
  for (let top = 0; top < height; top += STRIP.height) {
    const size = { width, height: Math.min(STRIP.height + STRIP.overlap, height - top) }
    const whole: Node = {
      type: 'image',
      src: 'front',
      style: { position: 'absolute', left: 0, top: -top, width, height },
    }
    const node = box({ position: 'relative', overflow: 'hidden', ...size }, [whole])
    const images = [{ src: 'front', data: Uint8Array.from(front), cache: 'none' as const }]
    const jpeg = await render(node, { ...size, format: 'jpeg', quality: CARD_QUALITY, images })
    const at = { left: card.left, top: card.top + top * scale, width: card.width, height: size.height * scale }
    strips.push({ part: toJpegPart(jpeg), at, card })
  }
  return strips
}

/** Letters extend a little beyond their line. */
const MARGIN = 0.12

/** Draws a text as a picture. @returns the picture, and its position in points */
async function drawText({ node, at, nodeLeft }: HeadText) {
  const margin = Math.ceil(at.height * MARGIN)
  const size = { width: Math.ceil(at.width) + 2 * margin, height: Math.ceil(at.height) + 2 * margin }
  const canvas = box({ position: 'relative', ...size }, [
    box({ position: 'absolute', left: margin - nodeLeft, top: margin }, [node]),
  ])
  const data = await render(canvas, { ...size, format: 'raw' })
  const place = { left: at.left - margin, top: at.top - margin, ...size }
  return { raster: { ...size, data }, at: scaleBox(place, 1 / PRINT_SCALE) }
}

function paint(name: string, { at, card }: Omit<Placed, 'part'>, pageHeight: number): string {
  const toBottom = ({ top, height }: Box) => pageHeight - top - height
  const clip = card === undefined ? '' : `${roundedPath({ ...card, bottom: toBottom(card) }, card.width * CORNER)} W n `
  return `q ${clip}${[at.width, 0, 0, at.height, at.left, toBottom(at)].map(round).join(' ')} cm /${name} Do Q`
}

/** Handle length of the cubic Bézier curve that best approximates a quarter circle. */
const QUARTER = 0.5523

function roundedPath({ left, bottom, width, height }: Area, radius: number): string {
  const [right, top, handle] = [left + width, bottom + height, radius * (1 - QUARTER)]
  const join = (...numbers: readonly number[]) => numbers.map(round).join(' ')
  return [
    `${join(left + radius, bottom)} m ${join(right - radius, bottom)} l`,
    `${join(right - handle, bottom, right, bottom + handle, right, bottom + radius)} c`,
    `${join(right, top - radius)} l`,
    `${join(right, top - handle, right - handle, top, right - radius, top)} c`,
    `${join(left + radius, top)} l`,
    `${join(left + handle, top, left, top - handle, left, top - radius)} c`,
    `${join(left, bottom + radius)} l`,
    `${join(left, bottom + handle, left + handle, bottom, left + radius, bottom)} c h`,
  ].join(' ')
}
