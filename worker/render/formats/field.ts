import { type Hex, luminance, mix, raiseContrast, toRgb } from '#shared/design/color.ts'
import type { Palette } from '#shared/design/palette.ts'
import { createRamp, createRaster, type Raster } from '#worker/graphics/raster.ts'

export type Light = {
  /** Position of the card, in pixels. */
  x: number
  y: number
  /** Distance at which the light has faded to dark. */
  radiusX: number
  radiusY: number
}

type Size = { readonly width: number; readonly height: number }

const STEPS = 512
/** Light rays. Angles are in radians. */
const RAY = { every: Math.PI / 9, width: Math.PI / 26, strength: 0.26, from: 0.12 } as const
const DOT = { step: 12, radius: 5, least: 0.7, opacity: 0.22 } as const

/** Returns the color that the light fades into. White text on it has a contrast of at least 10:1 for every team. */
export const toDark = ({ plate }: Pick<Palette, 'plate'>): Hex => mix(plate, '#000000', 0.5)

const NEARLY_DARK_LUMINANCE = 0.05

/**
 * Returns the color of the light: the team's first color, lightened if it is nearly black, and darkened as far as white
 * text needs.
 */
const toLit = (color: Hex): Hex =>
  raiseContrast(luminance(color) < NEARLY_DARK_LUMINANCE ? mix(color, '#ffffff', 0.18) : color, '#ffffff', '#000000', 5)

/**
 * Paints a dark stadium in the team's colors with light behind the card: rays, and a halftone where the light fades.
 * Painting pixel by pixel is faster than layers, as it is for the card's ground (`paintGround`).
 *
 * @returns opaque RGBA, row by row
 */
export function paintField({ c1, c2, plate }: Palette, { width, height }: Size, light: Light): Raster {
  const field = createRaster(width, height)
  const pixels = new Uint32Array(field.data.buffer)
  const ramp = lightRamp(toLit(c1), toDark({ plate }))
  const tones = Uint32Array.from({ length: STEPS + 1 }, (_, i) => packed(ramp, 3 * i, 0, 0, 0, 0))
  const [red, green, blue] = toRgb(c2)
  // A centered light is symmetric, so only half of the columns are computed.
  const mirrored = 2 * light.x === width
  const columns = mirrored ? Math.ceil(width / 2) : width
  for (let y = 0; y < height; y++) {
    const dy = y + 0.5 - light.y
    const lightY = (dy / light.radiusY) ** 2
    for (let x = 0, at = y * width; x < columns; x++, at++) {
      const dx = x + 0.5 - light.x
      const distance = Math.sqrt((dx / light.radiusX) ** 2 + lightY)
      const tone = Math.min(STEPS, Math.round(STEPS * distance))
      const share = rayShare(dx, dy, distance)
      pixels[at] = share === 0 ? tones[tone]! : packed(ramp, 3 * tone, red, green, blue, share)
      if (mirrored) pixels[at + width - 1 - 2 * x] = pixels[at]!
    }
  }
  printDots(field, light)
  return field
}

/** Packs an opaque pixel into 32 bits, little endian: a color of the ramp mixed with a share of another color. */
function packed(ramp: Float32Array, at: number, red: number, green: number, blue: number, share: number): number {
  const r = ramp[at]! + (red - ramp[at]!) * share + 0.5
  const g = ramp[at + 1]! + (green - ramp[at + 1]!) * share + 0.5
  const b = ramp[at + 2]! + (blue - ramp[at + 2]!) * share + 0.5
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0
}

/** Returns the light's colors from its center to its end, three channels per step. */
const lightRamp = (color: Hex, dark: Hex): Float32Array =>
  createRamp(
    [
      [0, mix('#ffffff', color, 0.6)],
      [0.4, color],
      ...[0.2, 0.4, 0.6, 0.8].map((t) => [0.4 + 0.6 * t, mix(color, dark, smooth(t))] as const),
      [1, dark],
    ],
    STEPS,
  ).rgb

const smooth = (t: number): number => t * t * (3 - 2 * t)

/** Returns a ray's opacity. Rays are strongest halfway out and end where the light ends. */
function rayShare(dx: number, dy: number, distance: number): number {
  if (distance <= RAY.from || distance >= 1) return 0
  const turn = Math.abs(Math.atan2(dx, dy)) % RAY.every
  const outside = Math.abs(turn - RAY.every / 2) - RAY.width / 2
  // A cheap test before the square root. Rays start so far out that they never cover such an angle.
  if (outside > 0.01) return 0
  const coverage = Math.min(1, 0.5 - outside * Math.sqrt(dx * dx + dy * dy))
  return coverage <= 0 ? 0 : RAY.strength * coverage * Math.min(1, (distance - RAY.from) * 4) * (1 - smooth(distance))
}

/** Draws round dots in a staggered grid. They grow as the light fades. */
function printDots({ width, height, data }: Raster, light: Light): void {
  for (let row = 0; row * DOT.step < height; row++) {
    const cy = row * DOT.step
    for (let cx = (row % 2) * (DOT.step / 2); cx < width; cx += DOT.step) {
      const distance = Math.hypot((cx - light.x) / light.radiusX, (cy - light.y) / light.radiusY)
      const radius = DOT.radius * Math.min(1, Math.max(0, distance - 0.25) * 1.5)
      if (radius >= DOT.least) printDot(data, width, height, cx, cy, radius)
    }
  }
}

function printDot(data: Uint8Array, width: number, height: number, cx: number, cy: number, radius: number): void {
  const reach = Math.ceil(radius)
  for (let y = Math.max(0, cy - reach); y <= Math.min(height - 1, cy + reach); y++) {
    for (let x = Math.max(0, cx - reach); x <= Math.min(width - 1, cx + reach); x++) {
      const coverage = radius + 0.5 - Math.sqrt((x - cx) ** 2 + (y - cy) ** 2)
      if (coverage <= 0) continue
      const factor = 1 - DOT.opacity * Math.min(1, coverage)
      const at = 4 * (y * width + x)
      for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * factor + 0.5
    }
  }
}
