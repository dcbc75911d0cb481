import { unit } from '#worker/graphics/numbers.ts'
/**
 * Returns the foil's strength at a point: 1 is full shine, 0 is none, and -1 is full shade.
 *
 * @param x @param y in pixels from the center of the player's face
 */
export type Pattern = (x: number, y: number) => number

/** Softness of edges in pixels, about the size of one sample. */
const SOFT_PX = 2

const wrap = (value: number, period: number): number => value - period * Math.floor(value / period)

/** Returns the coverage of a band in the middle of every period. */
const band = (at: number, period: number, width: number): number =>
  unit(0.5 + (width / 2 - Math.abs(wrap(at, period) - period / 2)) / SOFT_PX)

const SPEED = { lines: 92, fromPx: 250, spreadPx: 240 } as const

/** Speed lines that run in from the edges toward the player. Each has its own start and width. */
export const speed: Pattern = (x, y) => {
  const distance = Math.sqrt(x * x + y * y)
  const turn = (Math.atan2(x, -y) / (2 * Math.PI)) * SPEED.lines + SPEED.lines
  const line = Math.floor(turn)
  const mixed = Math.imul(line * 131 + 17, 0x9e3779b1)
  const start = SPEED.fromPx + SPEED.spreadPx * (((mixed >>> 16) & 255) / 255)
  if (distance < start) return 0
  const widest = 0.08 + 0.34 * (((mixed >>> 8) & 255) / 255)
  const width = widest * Math.min(1, (distance - start) / 260)
  const off = (Math.abs(turn - line - 0.5) - width / 2) * ((2 * Math.PI) / SPEED.lines) * distance
  const share = unit(0.5 - off / SOFT_PX)
  return (mixed & 3) === 0 ? -0.8 * share : share
}

const RAY_TURNS = 16

/** Beams from behind the head. */
export const rays: Pattern = (x, y) => {
  const turn = wrap((Math.atan2(x, -y) / (2 * Math.PI)) * RAY_TURNS + 0.35, 1)
  const fromEdge = (0.17 - Math.abs(turn - 0.5)) * ((2 * Math.PI) / RAY_TURNS) * Math.sqrt(x * x + y * y)
  return unit(0.5 + fromEdge / SOFT_PX)
}

/** Rank stripes: wide chevrons that point up, each with a shaded lower edge. */
export const chevrons: Pattern = (x, y) => {
  const rise = y - 0.62 * Math.abs(x)
  return band(rise, 124, 46) - 0.8 * band(rise - 40, 124, 22)
}

const STAR = { stepX: 132, stepY: 108, radius: 46 } as const
const SECTOR = (2 * Math.PI) / 5
/** Slope of the edge between two points of a star. Its inner corners lie at 0.42 of the radius. */
const STAR_LEAN = (1 - 0.42 * Math.cos(SECTOR / 2)) / (0.42 * Math.sin(SECTOR / 2))

/** A field of stars, each half lit and half shaded. */
export const stars: Pattern = (x, y) => {
  const row = Math.floor(y / STAR.stepY)
  const dx = wrap(x + (row % 2 === 0 ? 0 : STAR.stepX / 2), STAR.stepX) - STAR.stepX / 2
  const dy = y - (row + 0.5) * STAR.stepY
  const distance = Math.sqrt(dx * dx + dy * dy)
  const angle = wrap(Math.atan2(dx, -dy) + SECTOR / 2, SECTOR) - SECTOR / 2
  const reach = distance * (Math.cos(angle) + STAR_LEAN * Math.sin(Math.abs(angle)))
  return unit(0.5 + (STAR.radius - reach) / (2 * SOFT_PX)) * (angle > 0 ? 0.62 : 1)
}

const FACETS = { sectors: 22, depthPx: 150, slant: 0.9, edgePx: 1.8 } as const

/** Cut glass: wedges around the head, broken into facets that catch the light differently, with lit edges. */
export const facets: Pattern = (x, y) => {
  const distance = Math.sqrt(x * x + y * y)
  const turn = (Math.atan2(x, -y) / (2 * Math.PI)) * FACETS.sectors + FACETS.sectors + 0.3
  const sector = Math.floor(turn)
  const within = turn - sector
  const depth = distance / FACETS.depthPx + (sector % 2 === 0 ? within : 1 - within) * FACETS.slant
  const half = within > 0.5 ? 1 : 0
  const mixed = Math.imul(sector * 73 + Math.floor(depth) * 151 + half * 31 + 7, 0x9e3779b1)

  const toSide = (0.25 - Math.abs(wrap(within, 0.5) - 0.25)) * ((2 * Math.PI) / FACETS.sectors) * distance
  const toRing = (0.5 - Math.abs(wrap(depth, 1) - 0.5)) * FACETS.depthPx * 0.6
  const edge = unit((FACETS.edgePx - Math.min(toSide, toRing)) / SOFT_PX + 0.5)
  const light = ((mixed >>> 20) & 255) / 127.5 - 1
  return edge + (1 - edge) * (light > 0 ? 0.4 + 0.55 * light : -0.5 + 0.45 * light)
}
