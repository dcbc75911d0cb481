import type { Tier } from '#shared/domain/rarity.ts'
import { MOVING } from './moving-format.ts'
import { CARD } from './paint-ground.ts'
import { paintIdle } from './paint-idle.ts'
import { PACK, TORN_SHARE } from './paint-pack.ts'
import type { Moment } from './timeline.ts'

/** The layers of each frame. */
export type MovingScene = {
  ground: CanvasImageSource
  pack: CanvasImageSource
  card: CanvasImageSource
  /** Determines the color of the foil. */
  tier: Tier
}

const MIDDLE = { x: CARD.left + CARD.width / 2, y: CARD.top + CARD.height / 2 } as const
/** The sealed pack covers the card and ends above the background's text and QR code. */
const PACK_FOOT = 1430
const CORNER = 0.046 * CARD.width
/** Distance of the viewer; smaller values exaggerate the perspective. */
const EYE_PX = 2400
/** A rotated picture is drawn in vertical strips, each scaled by its distance. */
const STRIP_PX = 8
const FOIL: Readonly<Record<Tier, readonly string[]>> = {
  Rookie: ['#ffffff'],
  Starter: ['#ffd9b8', '#ffffff'],
  Captain: ['#eef4f8', '#ffffff'],
  Star: ['#ffe9a8', '#ffffff', '#ffd257'],
  Legend: ['#ff6fb5', '#ffd34d', '#46e3a0', '#2fd0ff', '#b48bff'],
}

/** Creates a painter that reuses one canvas for all frames. */
export function createFramePainter(scene: MovingScene) {
  const canvas = new OffscreenCanvas(MOVING.width, MOVING.height)
  const context = canvas.getContext('2d', { alpha: false })!
  const lit = new OffscreenCanvas(CARD.width, CARD.height)
  const flat = new OffscreenCanvas(CARD.width, CARD.height)
  flat.getContext('2d')!.drawImage(scene.card, 0, 0, CARD.width, CARD.height)

  return {
    canvas,
    paint(moment: Moment): void {
      context.drawImage(scene.ground, 0, 0)
      shadow(context, moment)
      light(lit, { card: flat, tier: scene.tier }, moment)
      turned(context, lit, moment.card)
      if (moment.pack !== null) packAt(context, scene.pack, moment.pack)
    },
  }
}

/** Draws the card with its player and light. */
function light(
  lit: OffscreenCanvas,
  { card, tier }: Pick<MovingScene, 'card' | 'tier'>,
  { card: { light: at }, idle }: Moment,
): void {
  const context = lit.getContext('2d')!
  context.reset()
  context.beginPath()
  context.roundRect(0, 0, CARD.width, CARD.height, CORNER)
  context.clip()
  paintIdle(context, card, idle)
  context.globalCompositeOperation = 'overlay'
  const x = CARD.width * (0.5 + 0.7 * at)
  const spot = context.createRadialGradient(x, CARD.height * 0.32, 0, x, CARD.height * 0.32, CARD.width * 0.9)
  spot.addColorStop(0, 'rgb(255 255 255 / 0.55)')
  spot.addColorStop(1, 'rgb(255 255 255 / 0)')
  context.fillStyle = spot
  context.fillRect(0, 0, CARD.width, CARD.height)
  // A slanted band of foil that moves across the card.
  context.globalCompositeOperation = 'soft-light'
  const reach = CARD.width * 0.5
  const foil = context.createLinearGradient(x - reach, 0, x + reach, CARD.height * 0.3)
  const colors = FOIL[tier]
  foil.addColorStop(0, `${colors[0]}00`)
  colors.forEach((color, i) => foil.addColorStop((i + 1) / (colors.length + 1), color))
  foil.addColorStop(1, `${colors.at(-1)}00`)
  context.fillStyle = foil
  context.fillRect(0, 0, CARD.width, CARD.height)
}

function turned(context: OffscreenCanvasRenderingContext2D, picture: OffscreenCanvas, card: Moment['card']): void {
  const { scale, turn } = card
  const placed = (across: number) => {
    const near = EYE_PX / (EYE_PX - across * scale * Math.sin(turn))
    return { x: MIDDLE.x + across * scale * Math.cos(turn) * near, near }
  }
  for (let left = 0; left < CARD.width; left += STRIP_PX) {
    const wide = Math.min(STRIP_PX, CARD.width - left)
    const from = placed(left - CARD.width / 2)
    const to = placed(left + wide - CARD.width / 2)
    const height = (CARD.height * scale * (from.near + to.near)) / 2
    // Slightly wider, so that the background does not show between strips.
    context.drawImage(picture, left, 0, wide, CARD.height, from.x, MIDDLE.y - height / 2, to.x - from.x + 0.7, height)
  }
}

function shadow(context: OffscreenCanvasRenderingContext2D, { card }: Moment): void {
  const foot = MIDDLE.y + (CARD.height / 2) * card.scale + 14
  const wide = (CARD.width / 2) * Math.cos(card.turn)
  context.save()
  context.translate(MIDDLE.x, foot)
  context.scale(1, 0.07)
  const dark = context.createRadialGradient(0, 0, 0, 0, 0, wide * 1.1)
  dark.addColorStop(0, 'rgb(0 0 0 / 0.7)')
  dark.addColorStop(1, 'rgb(0 0 0 / 0)')
  context.fillStyle = dark
  context.fillRect(-wide * 1.2, -wide * 1.2, wide * 2.4, wide * 2.4)
  context.restore()
}

function packAt(
  context: OffscreenCanvasRenderingContext2D,
  pack: CanvasImageSource,
  { dropped, torn, opacity }: NonNullable<Moment['pack']>,
): void {
  const [left, top] = [MIDDLE.x - PACK.width / 2, PACK_FOOT - PACK.height]
  const strip = PACK.height * TORN_SHARE
  context.save()
  context.globalAlpha = opacity
  context.drawImage(
    pack,
    0,
    strip,
    PACK.width,
    PACK.height - strip,
    left,
    top + strip + dropped * PACK.height,
    PACK.width,
    PACK.height - strip,
  )
  context.globalAlpha = torn === 0 ? opacity : Math.max(0, 1 - torn)
  context.translate(
    MIDDLE.x + 0.46 * PACK.width * torn,
    top + strip / 2 + (torn === 0 ? dropped : -0.3 * torn) * PACK.height,
  )
  context.rotate(torn * 0.66)
  context.drawImage(pack, 0, 0, PACK.width, strip, -PACK.width / 2, -strip / 2, PACK.width, strip)
  context.restore()
}
