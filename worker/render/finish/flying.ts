import { type Hex, mix, toRgb } from '#shared/design/color.ts'
import type { Palette } from '#shared/design/palette.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Raster } from '#worker/graphics/raster.ts'
import { randomFrom } from './stadium.ts'
import { getMetal, SPECTRUM } from './tier-metal.ts'
import { unit } from '#worker/graphics/numbers.ts'

/** A particle in front of a player: a tilted box, a round flake, or a spark with four points. */
type Particle = {
  readonly x: number
  readonly y: number
  readonly halfLength: number
  readonly halfWidth: number
  readonly angle: number
  /** Softness of its edge, in pixels. Particles near the camera are out of focus. */
  readonly softPx: number
  readonly rgb: readonly [number, number, number]
  /** Color of the other half, which makes it look folded. */
  readonly shade: readonly [number, number, number]
  readonly opacity: number
  readonly isSpark: boolean
  readonly isRound: boolean
}

/** Areas without particles: the face, the number on the chest, and the overall number in the corner. */
const FACE = { x: 500, y: 330, radiusX: 232, radiusY: 320 } as const
const CHEST = { x: 500, y: 700, radiusX: 190, radiusY: 150 } as const
const OVERALL_NUMBER = { right: 350, bottom: 310 } as const

type Weather = {
  readonly count: number
  readonly seed: number
  readonly colors: (palette: Palette) => readonly Hex[]
  readonly length: readonly [least: number, most: number]
  readonly width: readonly [least: number, most: number]
  /** Radians. Undefined means any angle. */
  readonly angle?: number
  /** True for round flakes. */
  readonly isRound?: boolean
  readonly sparks: number
  /** Smallest y of a particle, in pixels. */
  readonly from: number
  readonly opacity: number
}

const WEATHER: Readonly<Record<Tier, Weather>> = {
  /** Grass and chalk, thrown up by cleats. */
  Rookie: {
    count: 150,
    seed: 11,
    colors: ({ trim }) => ['#f4f6f1', '#dfe6da', '#7fb24a', '#4e8431', trim],
    length: [5, 19],
    width: [3, 7.5],
    sparks: 0,
    from: 520,
    opacity: 0.95,
  },
  /** Sparks. */
  Starter: {
    count: 80,
    seed: 5,
    colors: ({ trim }) => ['#ffb36b', '#ffd9a8', '#ff8a3c', trim],
    length: [6, 30],
    width: [1.4, 3],
    angle: -1.12,
    sparks: 0.12,
    from: 300,
    opacity: 0.95,
  },
  /** Snow in the floodlights. */
  Captain: {
    count: 120,
    seed: 17,
    colors: () => ['#ffffff', '#ffffff', '#e6eef4'],
    length: [2.6, 8],
    width: [2.6, 8],
    isRound: true,
    sparks: 0,
    from: 40,
    opacity: 0.92,
  },
  Star: {
    count: 110,
    seed: 3,
    colors: ({ trim }) => ['#ffe08a', '#efae22', '#fff3c4', '#c98612', trim],
    length: [10, 25],
    width: [6, 13],
    sparks: 0.12,
    from: 40,
    opacity: 1,
  },
  Legend: {
    count: 125,
    seed: 29,
    colors: ({ trim }) => [...SPECTRUM.filter((_, i) => i % 2 === 0), '#ffffff', trim],
    length: [10, 26],
    width: [6, 13],
    sparks: 0.16,
    from: 40,
    opacity: 1,
  },
}

/** One in this many particles may cover the player. */
const COVERING_EVERY = 4
/** Particles cover the player only below this y, so that the numbers on chest and shoulders stay clear. */
const COVERING_FROM_PX = 790

function isOnFigure({ width, height, data }: Raster, x: number, y: number): boolean {
  const [column, row] = [Math.round(x), Math.round(y)]
  return column >= 0 && row >= 0 && column < width && row < height && data[4 * (row * width + column) + 3] === 255
}

/** Adds a tier's particles to the picture of a player. @param left @param top its position on the card */
export function addParticles(
  picture: Raster,
  tier: Tier | null,
  palette: Palette,
  { left, top }: { left: number; top: number },
): void {
  if (tier === null) return
  for (const [i, particle] of createParticles(WEATHER[tier], palette, tier).entries()) {
    // Most particles fly beside and behind the player. On cloth and hands they would look like scratches.
    const avoidsFigure = i % COVERING_EVERY !== 0 || particle.y < COVERING_FROM_PX
    if (avoidsFigure && isOnFigure(picture, particle.x - left, particle.y - top)) continue
    drawParticle(picture, particle, left, top)
  }
}

function createParticles(
  { count, seed, colors, length, width, angle, sparks, from, opacity, isRound = false }: Weather,
  palette: Palette,
  tier: Tier,
): Particle[] {
  const random = randomFrom(seed)
  const all = colors(palette)
  const out: Particle[] = []
  for (let tries = 0; out.length < count && tries < count * 8; tries++) {
    const [x, y] = [40 + random() * 920, from + random() ** 0.8 * (1010 - from)]
    const [size, pick, spin, near, spark] = [random(), random(), random(), random(), random()]
    if (isReserved(x, y)) continue
    const color = all[Math.floor(pick * all.length)]!
    // Some are near the camera: large, soft, and at the sides.
    const isNear = near > 0.86 && Math.abs(x - 500) > 290
    const scale = isNear ? 2.3 : 0.6 + 0.5 * near
    const isSpark = spark < sparks
    const reach = (length[0] + (length[1] - length[0]) * size) * scale
    out.push({
      x,
      y,
      halfLength: isSpark ? 16 + 24 * size : reach,
      halfWidth: isSpark
        ? 2.4
        : (width[0] + (width[1] - width[0]) * random()) * scale * (angle === undefined ? 0.35 + 0.65 * random() : 1),
      angle: isSpark ? 0 : angle === undefined ? spin * Math.PI : angle + (spin - 0.5) * 0.1,
      softPx: isNear ? 6 : 1,
      rgb: isSpark ? [255, 255, 255] : toRgb(color),
      shade: toRgb(mix(color, getMetal(tier).shade, angle === undefined ? 0.45 : 0)),
      opacity: opacity * (isNear ? 0.62 : 1),
      isSpark,
      isRound,
    })
  }
  return out
}

const isReserved = (x: number, y: number): boolean =>
  ((x - FACE.x) / FACE.radiusX) ** 2 + ((y - FACE.y) / FACE.radiusY) ** 2 < 1 ||
  ((x - CHEST.x) / CHEST.radiusX) ** 2 + ((y - CHEST.y) / CHEST.radiusY) ** 2 < 1 ||
  (x < OVERALL_NUMBER.right && y < OVERALL_NUMBER.bottom)

function drawParticle({ width, height, data }: Raster, particle: Particle, left: number, top: number): void {
  const { halfLength, halfWidth, angle, softPx, rgb, shade, opacity, isSpark, isRound } = particle
  const [cx, cy] = [particle.x - left, particle.y - top]
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // Uses a tight bounding box. Most particles are long, narrow and tilted, so a square around one would be ten times
  // its size.
  const isBox = !isSpark && !isRound
  const reachX = isBox ? Math.abs(cos) * halfLength + Math.abs(sin) * halfWidth : halfLength
  const reachY = isBox ? Math.abs(sin) * halfLength + Math.abs(cos) * halfWidth : halfLength
  const bottom = Math.min(height - 1, cy + reachY + softPx + 1)
  const right = Math.min(width - 1, cx + reachX + softPx + 1)
  const firstColumn = Math.max(0, Math.floor(cx - reachX - softPx - 1))
  for (let y = Math.max(0, Math.floor(cy - reachY - softPx - 1)); y <= bottom; y++) {
    const dy = y - cy
    for (let x = firstColumn; x <= right; x++) {
      const dx = x - cx
      const u = dx * cos + dy * sin
      const v = dy * cos - dx * sin
      const share = isSpark
        ? sparkAt(dx, dy, halfLength)
        : isRound
          ? unit(0.5 - (Math.hypot(dx, dy) - halfLength) / (softPx + 1))
          : boxAt(Math.abs(u) - halfLength, Math.abs(v) - halfWidth, softPx)
      if (share > 0.01) blendOver(data, 4 * (y * width + x), u * 0.6 + v > 0 && isBox ? shade : rgb, share * opacity)
    }
  }
}

const boxAt = (u: number, v: number, softPx: number): number => unit(0.5 - u / softPx) * unit(0.5 - v / softPx)
/** Returns the brightness of a spark: four arms and a glow around their center. */
const sparkAt = (dx: number, dy: number, radius: number): number => {
  const distance = Math.hypot(dx, dy) / radius
  if (distance > 1) return 0
  const arms = Math.min(Math.abs(dx), Math.abs(dy)) / radius
  return unit(
    unit((1 - distance) * (1 - distance) * (1.7 - 26 * arms) * 2.6) + 0.7 * Math.max(0, 1 - distance * 2.2) ** 2,
  )
}

/** Blends a color over a pixel with straight alpha. */
function blendOver(data: Uint8Array, at: number, rgb: readonly number[], share: number): void {
  const under = (data[at + 3]! / 255) * (1 - share)
  const alpha = share + under
  for (let c = 0; c < 3; c++) data[at + c] = (rgb[c]! * share + data[at + c]! * under) / alpha + 0.5
  data[at + 3] = 255 * alpha + 0.5
}
