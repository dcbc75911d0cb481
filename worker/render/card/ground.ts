import { type Hex, luminance, mix, toRgb } from '#shared/design/color.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { PLATE, STAGE } from '../card-layout.ts'
import type { Pattern } from '../finish/foil-patterns.ts'
import type { Glitter } from '../finish/glitter.ts'
import { paintStadium } from '../finish/stadium.ts'
import { createRamp, blendPixel, type Raster } from '#worker/graphics/raster.ts'

const WIDTH = STAGE.right - STAGE.left
const HEIGHT = STAGE.bottom - STAGE.top

/** Number of rows to paint. The plate hides the rows below. */
const ROWS = 2 * Math.ceil((PLATE.leftTop - STAGE.top) / 2) + 2

/** Light from behind the head, with an elliptical falloff. */
const LIGHT = { x: WIDTH * 0.5, y: 300, radiusX: WIDTH * 0.74, radiusY: HEIGHT * 0.58 } as const
/** Center of the foil, and the distances where it starts to show and where it is full. */
const FOIL = { x: WIDTH * 0.5, y: 330, clearPx: 190, fullPx: 500 } as const
const DOT = { step: 12, radius: 5.6, least: 0.8, opacity: 0.16 } as const

/** Light and foil are soft, so they are painted at half resolution and interpolated. */
const COARSE = 2

/** Colors and tiers of a ground. */
export type Ground = {
  /** The team's first color. */
  readonly color: Hex
  /** Color of the light from behind the head. */
  readonly burst: Hex
  /** The stadium's tier. */
  readonly tier: Tier | null
  readonly glitter: Glitter
}

/**
 * Paints a team's ground onto the stage of a card: a burst of light behind the head, an out-of-focus stadium, foil, and
 * a halftone that fades behind the face. Painting pixel by pixel takes a third of the time of layered gradients and
 * masks.
 */
export function paintGround(card: Raster, ground: Ground): void {
  upsample(paintCoarsely(ground), card)
  printDots(card)
}

const COARSE_WIDTH = WIDTH / COARSE + 1
const COARSE_HEIGHT = ROWS / COARSE + 1

function paintCoarsely({ color, burst, tier, glitter }: Ground): Uint8Array {
  const { pattern, shine, shade, opacity } = glitter
  // A player in light colors needs a darker background to stand out.
  const isLight = luminance(color) > LIGHT_LUMINANCE
  const out = new Uint8Array(COARSE_WIDTH * COARSE_HEIGHT * 4)
  const light = createRamp(
    [
      [0, mix(burst, '#ffffff', 0.42)],
      [0.2, burst],
      [0.44, mix(burst, color, 0.74)],
      [0.62, isLight ? mix(color, '#000000', 0.16) : color],
      [1, mix('#000000', color, isLight ? 0.2 : 0.4)],
    ],
    LIGHT_STEPS,
  )
  const tones = (lightTones ??= findTones())
  const glints = getGlints(pattern)
  const stadium = stadiumLight(tier)
  const [red, green, blue] = toRgb(mix(burst, '#ffffff', 0.5))
  for (let i = 0, at = 0; i < tones.length; i++, at += 4) {
    const tone = tones[i]!
    out[at] = light.rgb[tone]! + 0.5
    out[at + 1] = light.rgb[tone + 1]! + 0.5
    out[at + 2] = light.rgb[tone + 2]! + 0.5
    const lit = stadium[i]! / GLINT_MAX
    if (lit > 0) blendPixel(out, at, red, green, blue, lit)
    else if (lit < 0) blendPixel(out, at, 0, 0, 0, -lit)
    const glint = glints[i]! / GLINT_MAX
    if (glint === 0) continue
    const { rgb, steps } = glint > 0 ? shine : shade
    const turn = steps === 0 ? 0 : 3 * Math.round(steps * turnAt(i))
    blendPixel(out, at, rgb[turn]!, rgb[turn + 1]!, rgb[turn + 2]!, opacity * Math.abs(glint))
  }
  return out
}

/** Cache of each tier's stadium, which all teams share: six entries of a quarter of a megabyte. */
const stadiumCache = new Map<Tier | null, Int8Array>()

function stadiumLight(tier: Tier | null): Int8Array {
  const cached = stadiumCache.get(tier)
  if (cached !== undefined) return cached
  const light = Int8Array.from(paintStadium(tier, COARSE_WIDTH, COARSE_HEIGHT, COARSE).light, (share) =>
    Math.round(GLINT_MAX * Math.max(-1, Math.min(1, share))),
  )
  stadiumCache.set(tier, light)
  return light
}

const LIGHT_LUMINANCE = 0.2
const LIGHT_STEPS = 1024
const GLINT_MAX = 127

/** Index of each pixel's color in the light's ramp. All teams share it. */
let lightTones: Uint16Array | null = null

function findTones(): Uint16Array {
  const tones = new Uint16Array(COARSE_WIDTH * COARSE_HEIGHT)
  for (let row = 0, i = 0; row < COARSE_HEIGHT; row++) {
    const lightY = ((row * COARSE - LIGHT.y) / LIGHT.radiusY) ** 2
    for (let column = 0; column < COARSE_WIDTH; column++, i++) {
      const lightX = (column * COARSE - LIGHT.x) / LIGHT.radiusX
      tones[i] = 3 * Math.min(LIGHT_STEPS, Math.round(LIGHT_STEPS * Math.sqrt(lightX * lightX + lightY)))
    }
  }
  return tones
}

/** Cache of each pattern's pixels as integers, which all teams share: five entries of a quarter of a megabyte. */
const glintCache = new Map<Pattern, Int8Array>()

function getGlints(pattern: Pattern): Int8Array {
  const cached = glintCache.get(pattern)
  if (cached !== undefined) return cached
  const glints = new Int8Array(COARSE_WIDTH * COARSE_HEIGHT)
  for (let row = 0, i = 0; row < COARSE_HEIGHT; row++) {
    const dy = row * COARSE - FOIL.y
    for (let column = 0; column < COARSE_WIDTH; column++, i++) {
      const dx = column * COARSE - FOIL.x
      const strength = foilOpacity(Math.sqrt(dx * dx + dy * dy)) * aboveField(row * COARSE)
      if (strength > 0) glints[i] = Math.round(GLINT_MAX * strength * pattern(dx, dy))
    }
  }
  glintCache.set(pattern, glints)
  return glints
}

/** Returns a pixel's angle around the center of the foil, from 0 to 1. */
function turnAt(i: number): number {
  const x = (i % COARSE_WIDTH) * COARSE - FOIL.x
  const y = Math.floor(i / COARSE_WIDTH) * COARSE - FOIL.y
  return 0.5 + Math.atan2(x, y) / (2 * Math.PI)
}

/** Returns the foil's strength at a distance from the center of the face. */
function foilOpacity(distance: number): number {
  const t = Math.min(1, Math.max(0, (distance - FOIL.clearPx) / (FOIL.fullPx - FOIL.clearPx)))
  return t * t * (3 - 2 * t)
}

/** Fades the foil out where the field begins. */
const aboveField = (y: number): number => 1 - 0.75 * Math.min(1, Math.max(0, (y - 560) / 260))

/** Upsamples the coarse picture onto the card. Each pixel is the mean of its one, two or four nearest ones. */
function upsample(coarse: Uint8Array, { width, data }: Raster): void {
  const line = COARSE_WIDTH * 4
  for (let y = 0; y < ROWS; y++) {
    const down = y % COARSE === 0 ? 0 : line
    let from = (y >> 1) * line
    let to = 4 * ((y + STAGE.top) * width + STAGE.left)
    for (let x = 0; x < WIDTH; x += COARSE, from += 4, to += 8) {
      for (let c = 0; c < 3; c++) {
        const here = coarse[from + c]! + coarse[from + down + c]!
        data[to + c] = here >> 1
        data[to + 4 + c] = (here + coarse[from + 4 + c]! + coarse[from + 4 + down + c]! + 2) >> 2
      }
      data[to + 3] = 255
      data[to + 7] = 255
    }
  }
}

function printDots(card: Raster): void {
  for (let row = 0; row * DOT.step < ROWS; row++) {
    const radius = DOT.radius * Math.sqrt(density((row * DOT.step) / HEIGHT))
    if (radius < DOT.least) continue
    const dot = createDot(radius)
    for (let x = (row % 2) * DOT.step; x < WIDTH + DOT.step; x += 2 * DOT.step) printDot(card, x, row * DOT.step, dot)
  }
}

/** Returns the halftone's density. @param height 0 at the top of the stage, 1 at its bottom */
const density = (height: number): number =>
  height < 0.37 ? Math.max(0, 1 - height / 0.3) : Math.min(0.8, Math.max(0, (height - 0.46) / 0.6))

type Dot = readonly { readonly dx: number; readonly dy: number; readonly share: number }[]

/** Creates a dot: its pixels, and the share of the color below that each one keeps. */
function createDot(radius: number): Dot {
  const reach = Math.ceil(radius + 0.5)
  const across = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach)
  return across.flatMap((dy) =>
    across.flatMap((dx) => {
      const coverage = Math.min(1, radius + 0.5 - Math.hypot(dx, dy))
      return coverage > 0 ? [{ dx, dy, share: 1 - DOT.opacity * coverage }] : []
    }),
  )
}

function printDot({ width, data }: Raster, cx: number, cy: number, dot: Dot): void {
  for (const { dx, dy, share } of dot) {
    const [x, y] = [cx + dx, cy + dy]
    if (x < 0 || y < 0 || x >= WIDTH || y >= ROWS) continue
    const at = 4 * ((y + STAGE.top) * width + x + STAGE.left)
    data[at] = data[at]! * share + 0.5
    data[at + 1] = data[at + 1]! * share + 0.5
    data[at + 2] = data[at + 2]! * share + 0.5
  }
}
