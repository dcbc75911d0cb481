import { type Hex, mix, toRgb } from '#shared/design/color.ts'
import type { Palette } from '#shared/design/palette.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Raster } from '#worker/graphics/raster.ts'
import { randomFrom } from './stadium.ts'
import { getMetal, SPECTRUM } from './tier-metal.ts'
import { unit } from '#worker/graphics/numbers.ts'

/** A scrap that flies before a player: a leaning box, or a spark with four points. */
type Scrap = {
  readonly x: number
  readonly y: number
  readonly halfLength: number
  readonly halfWidth: number
  readonly angle: number
  /** The softness of its edge, in pixels: a scrap near the camera is out of focus. */
  readonly softPx: number
  readonly rgb: readonly [number, number, number]
  /** The other half of a folded scrap. */
  readonly shade: readonly [number, number, number]
  readonly opacity: number
  readonly isSpark: boolean
  readonly isRound: boolean
}

/** Nothing flies before the face and the number on the chest, nor before the figures in the corner. */
const FACE = { x: 500, y: 330, radiusX: 232, radiusY: 320 } as const
const CHEST = { x: 500, y: 700, radiusX: 190, radiusY: 150 } as const
const FIGURES = { right: 350, bottom: 310 } as const

type Weather = {
  readonly count: number
  readonly seed: number
  readonly colors: (palette: Palette) => readonly Hex[]
  readonly length: readonly [least: number, most: number]
  readonly width: readonly [least: number, most: number]
  /** Radians; undefined: every way. */
  readonly angle?: number
  /** Flakes, not scraps. */
  readonly isRound?: boolean
  readonly sparks: number
  /** The height from which scraps fly, in pixels. */
  readonly from: number
  readonly opacity: number
}

const WEATHER: Readonly<Record<Tier, Weather>> = {
  /** Grass and chalk that cleats throw up. */
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
  /** Snow in the light of the lamps. */
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

/** One in so many of the scraps that would lie on the player does. */
const BEFORE_EVERY = 4
/** The numbers on chest and shoulders are above. */
const BEFORE_FROM_PX = 790

function isOnFigure({ width, height, data }: Raster, x: number, y: number): boolean {
  const [column, row] = [Math.round(x), Math.round(y)]
  return column >= 0 && row >= 0 && column < width && row < height && data[4 * (row * width + column) + 3] === 255
}

/** Lays what flies over the picture of a player. @param top where on the card the picture begins */
export function layFlying(
  picture: Raster,
  tier: Tier | null,
  palette: Palette,
  { left, top }: { left: number; top: number },
): void {
  if (tier === null) return
  for (const [i, scrap] of createScraps(WEATHER[tier], palette, tier).entries()) {
    // Most of it flies beside and behind the player: what lies before cloth and hands looks like a scratch.
    const isOften = i % BEFORE_EVERY !== 0 || scrap.y < BEFORE_FROM_PX
    if (isOften && isOnFigure(picture, scrap.x - left, scrap.y - top)) continue
    layScrap(picture, scrap, left, top)
  }
}

function createScraps(
  { count, seed, colors, length, width, angle, sparks, from, opacity, isRound = false }: Weather,
  palette: Palette,
  tier: Tier,
): Scrap[] {
  const random = randomFrom(seed)
  const all = colors(palette)
  const out: Scrap[] = []
  for (let tries = 0; out.length < count && tries < count * 8; tries++) {
    const [x, y] = [40 + random() * 920, from + random() ** 0.8 * (1010 - from)]
    const [size, pick, spin, near, spark] = [random(), random(), random(), random(), random()]
    if (isReserved(x, y)) continue
    const color = all[Math.floor(pick * all.length)]!
    // Some are near the camera: large, soft, at the edges.
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
  (x < FIGURES.right && y < FIGURES.bottom)

function layScrap({ width, height, data }: Raster, scrap: Scrap, left: number, top: number): void {
  const { halfLength, halfWidth, angle, softPx, rgb, shade, opacity, isSpark, isRound } = scrap
  const [cx, cy] = [scrap.x - left, scrap.y - top]
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // Most scraps are long, narrow and leaning: the square around one would be ten times as large as itself.
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
      if (share > 0.01) layOver(data, 4 * (y * width + x), u * 0.6 + v > 0 && isBox ? shade : rgb, share * opacity)
    }
  }
}

const boxAt = (u: number, v: number, softPx: number): number => unit(0.5 - u / softPx) * unit(0.5 - v / softPx)
/** Bright where both arms meet, with light around it. */
const sparkAt = (dx: number, dy: number, radius: number): number => {
  const distance = Math.hypot(dx, dy) / radius
  if (distance > 1) return 0
  const arms = Math.min(Math.abs(dx), Math.abs(dy)) / radius
  return unit(
    unit((1 - distance) * (1 - distance) * (1.7 - 26 * arms) * 2.6) + 0.7 * Math.max(0, 1 - distance * 2.2) ** 2,
  )
}

/** Paints over a picture with straight alpha. */
function layOver(data: Uint8Array, at: number, rgb: readonly number[], share: number): void {
  const under = (data[at + 3]! / 255) * (1 - share)
  const alpha = share + under
  for (let c = 0; c < 3; c++) data[at + c] = (rgb[c]! * share + data[at + c]! * under) / alpha + 0.5
  data[at + 3] = 255 * alpha + 0.5
}
