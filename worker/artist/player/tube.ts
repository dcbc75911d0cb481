import { round } from '#worker/graphics/svg.ts'

/** A point on the axis of a limb, and the limb's widths to the left and right of the axis. */
export type Station = readonly [x: number, y: number, left: number, right?: number]

type Sample = { x: number; y: number; left: number; right: number; nx: number; ny: number }

/** Directions for shading. Surfaces that face the first are in shade, those that face the second get the rim light. */
const SHADE = { x: 0.84, y: 0.54 } as const
const BEHIND = { x: 0.97, y: -0.24 } as const
const STEPS = 5
const CAP_DEGREES = [-72, -54, -36, -18, 0, 18, 36, 54, 72] as const
/** Shade and light fade toward both ends over this share of the length. */
const TAPER = 0.22

/** A limb, finger or fold: a round body along an axis, with light that follows the axis's direction. */
export type Tube = {
  /** Outline with round ends. */
  readonly outline: string
  /** Areas turned away from the light, lit by it, and lit from behind. */
  readonly shade: string
  readonly lit: string
  readonly rim: string
  /** Returns a band across, between two shares of the length. */
  band(from: number, to: number, bulge?: number): string
  /** Cross section at half the length, from the lit edge to the shaded one. */
  readonly across: readonly [from: readonly [number, number], to: readonly [number, number]]
  /** Returns a surface point: `along` as a share of the length, `across` from -1 (left) to 1. */
  at(along: number, across: number): readonly [number, number]
}

export type Ends = { readonly start?: number; readonly end?: number }

/**
 * Creates a tube. @param ends how far the round ends extend beyond the first and the last station, as a share of the
 * width there
 */
export function tube(stations: readonly Station[], { start = 0.5, end = 0.5 }: Ends = {}): Tube {
  const samples = sampleAxis(stations)
  const [left, right] = [samples.map((s) => side(s, 1)), samples.map((s) => side(s, -1))]
  const cap = (s: Sample, share: number, direction: 1 | -1): Point[] => {
    if (share === 0) return []
    const [tx, ty] = [-s.ny * direction, s.nx * direction]
    return CAP_DEGREES.map((degrees) => {
      const angle = (degrees * Math.PI) / 180
      const across = -Math.sin(angle) * direction
      const reach = across > 0 ? s.left : s.right
      const along = Math.cos(angle) * share * Math.min(s.left, s.right)
      return [s.x + s.nx * across * reach + tx * along, s.y + s.ny * across * reach + ty * along]
    })
  }
  const first = samples[0]!
  const last = samples.at(-1)!
  const outline = toClosedPath([...left, ...cap(last, end, 1), ...right.toReversed(), ...cap(first, start, -1)])
  const at = (along: number, across: number): Point => {
    const s = samples[Math.round(along * (samples.length - 1))]!
    const reach = across < 0 ? s.left : s.right
    return [s.x - s.nx * across * reach, s.y - s.ny * across * reach]
  }
  const isLeftShaded = getFacing(samples[Math.floor(samples.length / 2)]!, SHADE) > 0
  return {
    outline,
    across: isLeftShaded ? [at(0.5, 1), at(0.5, -1)] : [at(0.5, -1), at(0.5, 1)],
    shade: flank(samples, (s) => getFacing(s, SHADE), 0, 0.74),
    lit: flank(samples, (s) => getFacing(s, { x: -SHADE.x, y: -SHADE.y }), 0.1, 0.2),
    rim: flank(samples, (s) => Math.max(0, getFacing(s, BEHIND) * 1.6 - 0.6), 0.0, 0, 8),
    band: (from, to, bulge = 0.22) => drawBand(samples, from, to, bulge),
    at,
  }
}

type Point = readonly [number, number]

const side = (s: Sample, sign: 1 | -1): Point => {
  const reach = sign === 1 ? s.left : s.right
  return [s.x + s.nx * reach * sign, s.y + s.ny * reach * sign]
}

/** Returns how much the left side at a sample faces a direction. Negative if the right side does. */
const getFacing = (s: Sample, way: { x: number; y: number }) => s.nx * way.x + s.ny * way.y

const toPoints = (all: readonly Point[]) => all.map(([x, y]) => `${round1(x)} ${round1(y)}`).join('L')
const toClosedPath = (all: readonly Point[]) => `M${toPoints(all)}Z`
const round1 = (value: number) => Math.round(value * 10) / 10

/**
 * Returns a strip along each side that faces a direction, starting `from` inside the edge and `depth` deep, or `px`
 * wide.
 */
function flank(samples: readonly Sample[], facing: (s: Sample) => number, from: number, depth: number, px = 0): string {
  const strip = (sign: 1 | -1): string => {
    const last = samples.length - 1
    const weights = samples.map((s, i) => {
      const taper = Math.min(1, Math.min(i, last - i) / (last * TAPER))
      return taper * Math.max(0, sign * signedFacing(facing, s, sign))
    })
    if (Math.max(...weights) < 0.12) return ''
    const outer: Point[] = []
    const inner: Point[] = []
    samples.forEach((s, i) => {
      const reach = sign === 1 ? s.left : s.right
      const w = weights[i]!
      const at = (share: number): Point => [s.x + s.nx * reach * sign * share, s.y + s.ny * reach * sign * share]
      const inset = reach > 0 ? from : 0
      outer.push(at(1 - inset))
      inner.push(at(1 - inset - (px > 0 ? Math.min(0.9, (px * w) / Math.max(1, reach)) : depth * w)))
    })
    return toClosedPath([...outer, ...inner.toReversed()])
  }
  return strip(1) + strip(-1)
}

/**
 * Evaluates `facing` for one side. It is defined for the left side and may be clamped at 0, so the right side uses a
 * mirrored sample.
 */
function signedFacing(facing: (s: Sample) => number, s: Sample, sign: 1 | -1): number {
  if (sign === 1) return facing(s)
  const mirrored = { ...s, nx: -s.nx, ny: -s.ny }
  return -facing(mirrored)
}

function drawBand(samples: readonly Sample[], from: number, to: number, bulge: number): string {
  const edge = (share: number): Point[] => {
    const s = samples[Math.round(share * (samples.length - 1))]!
    const [tx, ty] = [-s.ny, s.nx]
    return [-1, -0.6, -0.2, 0.2, 0.6, 1].map((across) => {
      const reach = across > 0 ? s.left : s.right
      const along = bulge * Math.min(s.left, s.right) * (1 - across * across)
      return [s.x + s.nx * across * reach + tx * along, s.y + s.ny * across * reach + ty * along]
    })
  }
  return toClosedPath([...edge(from), ...edge(to).toReversed()])
}

function sampleAxis(stations: readonly Station[]): Sample[] {
  const all = stations.map(([x, y, left, right = left]) => [x, y, left, right] as const)
  const out: [number, number, number, number][] = []
  for (let i = 0; i + 1 < all.length; i++) {
    const [a, b, c, d] = [all[Math.max(0, i - 1)]!, all[i]!, all[i + 1]!, all[Math.min(all.length - 1, i + 2)]!]
    for (let k = 0; k < STEPS; k++) {
      const t = k / STEPS
      out.push([0, 1, 2, 3].map((n) => spline(a[n]!, b[n]!, c[n]!, d[n]!, t)) as [number, number, number, number])
    }
  }
  out.push([...all.at(-1)!])
  return out.map(([x, y, left, right], i) => {
    const [before, after] = [out[Math.max(0, i - 1)]!, out[Math.min(out.length - 1, i + 1)]!]
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(dx, dy) || 1
    return { x, y, left, right, nx: dy / length, ny: -dx / length }
  })
}

/** Catmull-Rom interpolation. */
function spline(a: number, b: number, c: number, d: number, t: number): number {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
}

/** Returns a fold or a crease, pointed at both ends. */
export const sliver = (stations: readonly (readonly [x: number, y: number])[], widest: number): string => {
  const middle = (stations.length - 1) / 2
  return tube(
    stations.map(([x, y], i) => [x, y, (widest / 2) * (1 - Math.abs(i - middle) / (middle + 0.001)) + 0.3]),
    { start: 0, end: 0 },
  ).outline
}

/** Moves every point of path data that has absolute commands and coordinate pairs. */
export const bent = (d: string, move: (x: number, y: number) => readonly [number, number]): string =>
  d.replaceAll(/(-?\d{1,4}(?:\.\d{1,4})?) (-?\d{1,4}(?:\.\d{1,4})?)/gu, (_, x: string, y: string) => {
    const [to, down] = move(Number(x), Number(y))
    return `${round(to)} ${round(down)}`
  })
