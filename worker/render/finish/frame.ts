import { type Hex, mix, toRgb } from '#shared/design/color.ts'
import { INK } from '#shared/design/palette.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { createRamp, blendPixel, type Raster } from '#worker/graphics/raster.ts'
import { CARD, FOOT, STAGE, WINDOW } from '../card-layout.ts'
import { openingAt, outside } from './opening.ts'
import { getMetal, PRISM } from './tier-metal.ts'

/** Returns the relief of a tier's frame at a point: 1 is full light, -1 is full shade. */
type Finish = (edge: number, x: number, y: number) => number

const MATTE: Finish = () => 0

const REED_PX = 13
const DIAMOND_PX = 17

const FINISHES: Readonly<Record<Tier, Finish>> = {
  Rookie: MATTE,
  /** One groove. */
  Starter: (edge) => (Math.abs(edge - 15) < 1.8 ? -0.7 : 0),
  /** Two grooves. */
  Captain: (edge) => (Math.abs(edge - 11) < 1.7 || Math.abs(edge - 18.5) < 1.7 ? -0.8 : 0),
  /** Reeded like the edge of a coin. */
  Star: (edge, x, y) => {
    const reed = (x + y) % REED_PX
    return edge < 7 || edge > 23 ? 0 : reed < 3.4 ? -0.75 : reed < 6 ? 0.6 : 0
  },
  /** Cut like a gem: small diamonds, each with its own brightness. */
  Legend: (_edge, x, y) => {
    const [u, v] = [Math.floor((x + y) / DIAMOND_PX), Math.floor((x - y + CARD.height) / DIAMOND_PX)]
    return ((Math.imul(u * 61 + v * 17, 0x9e3779b1) >>> 24) & 255) / 160 - 0.55
  },
}

/** Widths of the bright outer edge of the metal, and of the shade toward the window, in pixels. */
const BEVEL = { light: 4, shade: 5 } as const
const EDGE_RADIUS = 46
/** Width of the dark line between the metal and the picture. */
const EDGE = STAGE.left - WINDOW.left

/** Paints everything outside the stage: the tier's metal, and the dark edge of the window in it. */
export function paintFrame(card: Raster, tier: Tier | null): void {
  const ramp = createRamp(frameStops(tier), 512)
  const finish = tier === null ? MATTE : FINISHES[tier]
  const ink = toRgb(INK)
  for (let y = 0; y < CARD.height; y++) {
    const [from, to] = openingAt(y)
    for (let x = 0; x < CARD.width; x++) {
      if (x === from) x = to
      const share = outside(x + 0.5, y + 0.5, STAGE) + 0.5
      if (share <= 0) continue
      const at = 4 * (y * CARD.width + x)
      if (share < EDGE + 1) blendPixel(card.data, at, ink[0], ink[1], ink[2], Math.min(1, share))
      card.data[at + 3] = 255
      const inner = share - 0.5 - EDGE
      const metal = Math.min(1, inner + 0.5)
      if (metal <= 0) continue
      const place = tier === 'Legend' ? getTurn(x, y) : getDiagonal(x, y)
      const tone = 3 * Math.round(ramp.steps * place)
      blendPixel(card.data, at, ramp.rgb[tone]!, ramp.rgb[tone + 1]!, ramp.rgb[tone + 2]!, metal)
      shine(card.data, at, metal * getShine(x, y, inner, finish))
    }
  }
}

/** Returns the position along a gradient of 128 degrees: 0 at the card's top left, 1 at its bottom right. */
const getDiagonal = (x: number, y: number): number =>
  (0.788 * x + 0.616 * y) / (0.788 * CARD.width + 0.616 * CARD.height)

/** Returns the angle around the card from 0 to 1, clockwise from its lower left. */
function getTurn(x: number, y: number): number {
  const turn = Math.atan2(x - CARD.width / 2, CARD.height / 2 - y) / (2 * Math.PI) - 210 / 360
  return turn - Math.floor(turn)
}

function getShine(x: number, y: number, inner: number, finish: Finish): number {
  const edge = edgeDistance(x, y)
  const relief = inner > 3 && !isUnderFoot(x, y) ? finish(edge, x, y) : 0
  const lit = edge < BEVEL.light ? 0.55 : 0
  const edgeShade = inner < BEVEL.shade ? -0.5 * (1 - inner / BEVEL.shade) : 0
  return Math.max(-1, Math.min(1, relief * 0.55 + lit + edgeShade))
}

/** Returns true behind the small print, which needs a plain ground. */
const isUnderFoot = (x: number, y: number): boolean => y > STAGE.bottom && x > FOOT.left && x < FOOT.right + 8

/** Returns a pixel's distance from the card's rounded edge. */
function edgeDistance(x: number, y: number): number {
  const [dx, dy] = [Math.min(x, CARD.width - 1 - x), Math.min(y, CARD.height - 1 - y)]
  if (dx >= EDGE_RADIUS || dy >= EDGE_RADIUS) return Math.min(dx, dy)
  return EDGE_RADIUS - Math.hypot(EDGE_RADIUS - dx, EDGE_RADIUS - dy)
}

function shine(data: Uint8Array, at: number, amount: number): void {
  const tone = amount > 0 ? 255 : 0
  blendPixel(data, at, tone, tone, tone, Math.abs(amount))
}

type Stops = readonly (readonly [at: number, color: Hex])[]

const PRISM_STOPS: Stops = PRISM.map((color, i) => [i / (PRISM.length - 1), color] as const)

/** Returns the frame's gradient, from top left to bottom right, or around the card for a Legend. */
export function frameStops(tier: Tier | null): Stops {
  if (tier === 'Legend') return PRISM_STOPS
  const { light, body, shade } = getMetal(tier)
  // Card stock is matte, so it has no second and third reflection.
  if (tier === 'Rookie' || tier === null) {
    return [
      [0, mix(body, light, 0.6)],
      [0.3, body],
      [1, mix(body, shade, 0.7)],
    ]
  }
  return [
    [0, mix(light, '#ffffff', 0.5)],
    [0.14, body],
    [0.29, shade],
    [0.46, mix(light, '#ffffff', 0.3)],
    [0.6, body],
    [0.8, shade],
    [1, light],
  ]
}
