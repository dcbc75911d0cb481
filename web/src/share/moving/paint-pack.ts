import { INK, type Palette } from '#shared/design/palette.ts'
import { STATS } from '#shared/domain/stats.ts'

/** Size of the pack, with the same proportions as on the page. */
export const PACK = { width: 880, height: 1338 } as const
/** Fraction of the pack, from its top, that is torn off. */
export const TORN_SHARE = 0.11

const UNIT = PACK.width / 100
const TOOTH = 3.2 * UNIT
const FOLDS: readonly (readonly [at: number, shade: string])[] = [
  [0, 'rgb(255 255 255 / 0.3)'],
  [0.12, 'rgb(255 255 255 / 0)'],
  [0.26, 'rgb(0 0 0 / 0.28)'],
  [0.42, 'rgb(255 255 255 / 0.34)'],
  [0.54, 'rgb(255 255 255 / 0)'],
  [0.74, 'rgb(0 0 0 / 0.34)'],
  [0.9, 'rgb(255 255 255 / 0.2)'],
  [1, 'rgb(0 0 0 / 0.3)'],
]

export type PackWords = { name: string; number: string }

/** Paints a sealed pack in team colors, like `web/src/card/pack.tsx`. Requires the page's fonts. */
export function paintPack(palette: Palette, words: PackWords): OffscreenCanvas {
  const { width, height } = PACK
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  toothed(context)
  context.clip()
  context.fillStyle = palette.c1
  context.fillRect(0, 0, width, height)
  context.fillStyle = folds(context)
  context.fillRect(0, 0, width, height)
  for (const top of [2 * UNIT, height - 11 * UNIT]) crimp(context, top)
  context.fillStyle = palette.on1
  context.font = `600 ${6.4 * UNIT}px 'Barlow Condensed', sans-serif`
  context.fillText('1 CARD', 9 * UNIT, 21 * UNIT)
  context.fillText(`${STATS.length} STATS`, 9 * UNIT, 28.5 * UNIT)
  band(context, palette, words)
  laces(context, palette.on1)
  return canvas
}

/** Traces the outline, with teeth along the top and bottom edges. */
function toothed(context: OffscreenCanvasRenderingContext2D): void {
  const { width, height } = PACK
  const count = Math.round(width / TOOTH)
  const step = width / count
  context.beginPath()
  for (let i = 0; i <= count; i++) context.lineTo(i * step, i % 2 === 0 ? TOOTH / 2 : 0)
  for (let i = count; i >= 0; i--) context.lineTo(i * step, i % 2 === 0 ? height - TOOTH / 2 : height)
  context.closePath()
}

function folds(context: OffscreenCanvasRenderingContext2D): CanvasGradient {
  const gradient = context.createLinearGradient(0, PACK.height * 0.42, PACK.width, PACK.height * 0.58)
  for (const [at, shade] of FOLDS) gradient.addColorStop(at, shade)
  return gradient
}

function crimp(context: OffscreenCanvasRenderingContext2D, top: number): void {
  for (let left = 0; left < PACK.width; left += 3 * UNIT) {
    context.fillStyle = 'rgb(0 0 0 / 0.34)'
    context.fillRect(left, top, 1.2 * UNIT, 9 * UNIT)
    context.fillStyle = 'rgb(255 255 255 / 0.3)'
    context.fillRect(left + 1.2 * UNIT, top, 0.6 * UNIT, 9 * UNIT)
  }
}

function band(context: OffscreenCanvasRenderingContext2D, palette: Palette, { name, number }: PackWords): void {
  const [high, edge] = [46 * UNIT, 1.8 * UNIT]
  context.save()
  context.translate(PACK.width / 2, PACK.height * 0.37 + high / 2)
  context.rotate((-9 * Math.PI) / 180)
  context.fillStyle = INK
  context.fillRect(-0.7 * PACK.width, -high / 2, 1.4 * PACK.width, high)
  context.fillStyle = palette.c2
  context.fillRect(-0.7 * PACK.width, -high / 2 + edge, 1.4 * PACK.width, high - 2 * edge)
  context.fillStyle = palette.on2
  const left = -41 * UNIT
  paintFitted(context, name, {
    left,
    baseline: number === '' ? 6 * UNIT : 3 * UNIT,
    width: 82 * UNIT,
    maxPx: 16.5 * UNIT,
  })
  if (number !== '') {
    context.font = `600 ${6 * UNIT}px 'Barlow Condensed', sans-serif`
    context.fillText(`NO. ${number}`, left, 12 * UNIT)
  }
  context.restore()
}

type Line = { left: number; baseline: number; width: number; maxPx: number }

/** Writes text in the display font, as large as fits the width. */
export function paintFitted(
  context: OffscreenCanvasRenderingContext2D,
  words: string,
  { left, baseline, width, maxPx }: Line,
): void {
  const face = 'Anton, Impact, sans-serif'
  context.font = `400 ${maxPx}px ${face}`
  const natural = context.measureText(words).width
  context.font = `400 ${Math.min(maxPx, (maxPx * width) / Math.max(1, natural))}px ${face}`
  context.fillText(words, left, baseline)
}

function laces(context: OffscreenCanvasRenderingContext2D, color: string): void {
  const scale = (16 * UNIT) / 32
  context.save()
  context.translate(PACK.width - 25 * UNIT, PACK.height - 15 * UNIT - 48 * scale)
  context.scale(scale, scale)
  context.strokeStyle = color
  context.lineWidth = 5
  context.stroke(new Path2D('M16 0V48M6 6H26M4 18H28M4 30H28M6 42H26'))
  context.restore()
}
