import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'
import { gearBackSvg, gearFrontSvg, helmetHoleSvg, mannequinSvg } from '#worker/artist/figure.ts'
import { getPlace, WHOLE } from '#worker/artist/place.ts'
import { bodyLayers } from '#worker/artist/player/index.ts'
import { nameText } from '#worker/render/card/card-text.ts'
import { PLATE_ROOM, setName } from '#worker/render/card/name.ts'
import type { Box } from '#worker/render/card-layout.ts'
import { CARD } from '#worker/render/card-layout.ts'
import { decodeRgba, type Node, render, svgImage } from '#worker/graphics/engine.ts'
import { type LoadFont, noFonts } from '#worker/graphics/script-fonts.ts'

const ART_SIZE = { width: 1000, height: 1200 } as const
const SKIN = { lit: '#3a443f', shade: '#1a201d', deep: '#101413' } as const

/** A faceless player as a transparent PNG: the kind of art that a card is made of. */
export async function drawFigure(pair: Pair, armorId: ArmorId, number: string): Promise<Uint8Array> {
  const place = getPlace(armorId)
  const { neck, body } = bodyLayers(
    { pair, number, poseId: 'arms-crossed', skin: SKIN, neck: SKIN, yaw: 0, build: 'medium' },
    place,
  )
  const whole = (svg: string | null) => svg !== null && { svg, area: WHOLE }
  const parts = [
    whole(gearBackSvg(armorId, pair, place)),
    neck,
    whole(helmetHoleSvg(armorId, place)),
    whole(mannequinSvg(armorId, pair, place)),
    body,
    whole(gearFrontSvg(armorId, pair, place)),
  ].filter((part) => part !== false && part !== null)
  const images = parts.map(({ svg }, i) => svgImage(`part${i}`, svg))
  const layers = images.map(({ src }, i): Node => ({
    type: 'image',
    src,
    style: { position: 'absolute', ...parts[i]!.area },
  }))
  const node: Node = {
    type: 'container',
    style: { ...ART_SIZE, display: 'flex', position: 'relative' },
    children: layers,
  }
  return render(node, { ...ART_SIZE, format: 'png', images })
}

/** An opaque image in one color. */
export const plainPicture = (color: string, format: 'png' | 'jpeg'): Promise<Uint8Array> =>
  render(
    { type: 'container', style: { width: 600, height: 800, backgroundColor: color } },
    { width: 600, height: 800, format },
  )

export const svgPixels = (svg: string, widthPx: number, heightPx: number): Promise<Uint8ClampedArray> =>
  decodeRgba(new TextEncoder().encode(svg), widthPx, heightPx)

export const cardPixels = (jpeg: Uint8Array): Promise<Uint8ClampedArray> => decodeRgba(jpeg, CARD.width, CARD.height)

/** The part of a card that `drawName` draws: the plate and 64 pixels around it. */
const NAME_STRIP = { top: 960, height: 304 } as const

/** Converts a box of the card to a box of the strip that `drawName` draws. */
export const onStrip = (box: Box): Box => ({ ...box, top: box.top - NAME_STRIP.top })

/** Draws only a nickname, at its position on the card: white on black. A whole card takes twenty times as long. */
export async function drawName(playerName: string, loadFont: LoadFont = noFonts): Promise<Uint8ClampedArray> {
  const { node, ...size } = await setName(playerName, PLATE_ROOM, loadFont)
  const name = nameText({ node, ...size }, true)
  const strip = { width: CARD.width, height: NAME_STRIP.height } as const
  const style = { ...name.style, top: Number(name.style!.top) - NAME_STRIP.top }
  const pixels = await render(
    {
      type: 'container',
      style: { ...strip, display: 'flex', position: 'relative', backgroundColor: '#000000' },
      children: [{ ...name, style }],
    },
    { ...strip, format: 'raw' },
  )
  return new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength)
}

/** Pixels of a card that differ in any channel. */
export function differences(one: Uint8ClampedArray, other: Uint8ClampedArray): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] !== other[at] || one[at + 1] !== other[at + 1] || one[at + 2] !== other[at + 2]) {
      found.push({ x: (at / 4) % CARD.width, y: Math.floor(at / 4 / CARD.width) })
    }
  }
  return found
}

/** Share of a box's pixels that differ in any channel, 0 to 1. */
export function differingShare(one: Uint8ClampedArray, other: Uint8ClampedArray, box: Box): number {
  let count = 0
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left, at = 4 * (y * CARD.width + x); x < box.left + box.width; x++, at += 4) {
      if (one[at] !== other[at] || one[at + 1] !== other[at + 1] || one[at + 2] !== other[at + 2]) count++
    }
  }
  return count / (box.width * box.height)
}

export const isIn = ({ x, y }: { x: number; y: number }, { left, top, width, height }: Box): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

/** The nearly white pixels in a box. */
function whiteIn(pixels: Uint8ClampedArray, { left, top, width, height }: Box): { x: number; y: number }[] {
  const white: { x: number; y: number }[] = []
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const at = 4 * (y * CARD.width + x)
      if (Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!) > 225) white.push({ x, y })
    }
  }
  return white
}

/** The share of nearly white pixels in a box, 0 to 1. */
export const whiteShare = (pixels: Uint8ClampedArray, box: Box): number =>
  whiteIn(pixels, box).length / (box.width * box.height)

/** The smallest box that contains all nearly white pixels. */
export function whiteBox(pixels: Uint8ClampedArray, box: Box): Box {
  const white = whiteIn(pixels, box)
  const ends = (values: number[]) => values.reduce(([a, b], v) => [Math.min(a!, v), Math.max(b!, v)], [Infinity, 0])
  const [[left, right], [top, bottom]] = [ends(white.map(({ x }) => x)), ends(white.map(({ y }) => y))]
  return { left: left!, top: top!, width: right! - left! + 1, height: bottom! - top! + 1 }
}
