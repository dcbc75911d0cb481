import { encode } from 'uqr'
import { mix } from '#shared/design/color.ts'
import { CHALK, type Palette } from '#shared/design/palette.ts'
import { QR_QUIET_ZONE } from '#shared/domain/limits.ts'
import { MOVING } from './moving-format.ts'
import { paintFitted } from './paint-pack.ts'

/** Position of the card, as on the story: apps cover the top and bottom 250 pixels. */
export const CARD = { left: 140, top: 262, width: 800, height: 1120 } as const
const MIDDLE = { x: MOVING.width / 2, y: CARD.top + CARD.height * 0.45 } as const
const RAYS = 18
const CODE_PX = 208

export type GroundWords = {
  name: string
  /** The call to action. */
  call: string
  /** The site's host name. */
  site: string
  /** The URL of the card's page, for a QR code; null for a draft. */
  url: string | null
}

/** Paints the static background: a dark stadium with a light behind the card, and text below it. */
export function paintGround(palette: Palette, words: GroundWords): OffscreenCanvas {
  const canvas = new OffscreenCanvas(MOVING.width, MOVING.height)
  const context = canvas.getContext('2d')!
  const dark = mix(palette.plate, '#000000', 0.5)
  context.fillStyle = dark
  context.fillRect(0, 0, MOVING.width, MOVING.height)
  light(context, palette, dark)
  writeWords(context, palette, words)
  return canvas
}

function light(context: OffscreenCanvasRenderingContext2D, { c1, c2 }: Palette, dark: string): void {
  const { x, y } = MIDDLE
  const glow = context.createRadialGradient(x, y, 60, x, y, 980)
  glow.addColorStop(0, mix('#ffffff', c1, 0.6))
  glow.addColorStop(0.4, c1)
  glow.addColorStop(1, dark)
  context.fillStyle = glow
  context.fillRect(0, 0, MOVING.width, MOVING.height)
  context.fillStyle = c2
  context.globalAlpha = 0.16
  for (let i = 0; i < RAYS; i++) {
    const angle = (i * 2 * Math.PI) / RAYS
    context.beginPath()
    context.moveTo(x, y)
    for (const side of [-0.06, 0.06])
      context.lineTo(x + 1900 * Math.sin(angle + side), y + 1900 * Math.cos(angle + side))
    context.fill()
  }
  context.globalAlpha = 1
  // Fades the rays out, so that the area under the text is dark.
  const edge = context.createRadialGradient(x, y, 420, x, y, 1080)
  edge.addColorStop(0, `${dark}00`)
  edge.addColorStop(0.8, dark)
  context.fillStyle = edge
  context.fillRect(0, 0, MOVING.width, MOVING.height)
}

function writeWords(context: OffscreenCanvasRenderingContext2D, { line }: Palette, words: GroundWords): void {
  const { name, call, site, url } = words
  const width = CARD.width - (url === null ? 0 : CODE_PX + 34)
  context.fillStyle = '#ffffff'
  paintFitted(context, name, { left: CARD.left, baseline: 1536, width, maxPx: 84 })
  paintFitted(context, call, { left: CARD.left, baseline: 1606, width, maxPx: 54 })
  context.fillStyle = line
  context.font = "600 34px 'Barlow Condensed', sans-serif"
  context.fillText(site, CARD.left + 2, 1660, width)
  if (url !== null) code(context, url)
}

function code(context: OffscreenCanvasRenderingContext2D, url: string): void {
  const { data, size } = encode(url, { ecc: 'M', border: QR_QUIET_ZONE })
  const px = Math.max(1, Math.floor(CODE_PX / size))
  const [left, top] = [CARD.left + CARD.width - size * px, 1458]
  context.fillStyle = CHALK
  context.fillRect(left, top, size * px, size * px)
  context.fillStyle = '#0b0d0c'
  data.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect(left + x * px, top + y * px, px, px)))
}
