import type { Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import { type Grid, unitX } from '../field/grid.ts'
import type { Sides } from './head-shape.ts'
import { clamp, median, percentile } from '#worker/graphics/numbers.ts'
import type { Lab } from '../color/oklab.ts'
import { contains, distanceTo, eachNear, type Place2, RingScan } from '../field/polygon.ts'

/** Percentile of lightness for lit skin. It is above the median because half of the face may be in shadow. */
const LIT_SHARE = 0.62

/** Yaw in radians above which only the nearer cheek counts. */
const TURNED = 0.4

/** Minimum share of bare skin. Below it, all pixels count. */
const BARE_MIN = 0.2

/** Margin inside the ring of the face for the fallback, when a beard, dark glasses or hair hides both cheeks. */
const RING_MARGIN = 6

/**
 * Returns pixels where skin is bare on nearly every face: cheeks, forehead, bridge of the nose. Falls back to all skin
 * within the ring of the face.
 *
 * @param isSkin excludes hair that covers them
 */
export function barePixels(
  map: FaceMap,
  grid: Grid,
  isSkin: (i: number) => boolean = () => true,
  where: 'all' | 'cheeks' = 'all',
): number[] {
  // A cheek that is turned away appears too narrow to be significant.
  const cheeks = Math.abs(map.yaw) < TURNED ? map.cheeks : [map.cheeks[map.yaw > 0 ? 0 : 1]!]
  const cheekHulls = within(cheeks.map(computeHull), grid)
  const bareCheeks = cheekHulls.filter(isSkin)
  if (where === 'cheeks' && bareCheeks.length >= BARE_MIN * cheekHulls.length) return bareCheeks

  const bridge: number[] = []
  for (const place of map.noseBridge) eachNear([place], grid, 2, (i) => bridge.push(i))
  // Cheeks count twice because they define a face's color most.
  const all = [...cheekHulls, ...cheekHulls, ...within([computeHull(map.forehead)], grid), ...bridge]
  const bare = all.filter(isSkin)
  if (bare.length >= BARE_MIN * all.length) return bare

  const ring: number[] = []
  eachNear(map.oval, grid, 0, (i, x, y) => {
    if (contains(map.oval, x, y) && distanceTo(map.oval, x, y, true) > RING_MARGIN && isSkin(i)) ring.push(i)
  })
  return ring.length >= BARE_MIN * all.length ? ring : all
}

function within(parts: readonly (readonly Place2[])[], grid: Grid): number[] {
  const pixels: number[] = []
  for (const part of parts) {
    const scan = new RingScan(part)
    eachNear(part, grid, 0, (i, x, y) => {
      scan.toRow(y)
      if (scan.contains(x)) pixels.push(i)
    })
  }
  return pixels
}

/** Measures the color of lit skin. */
export function measureSkin({ lightness, a, b, grid }: Planes, map: FaceMap, isSkin?: (i: number) => boolean): Lab {
  const pixels = barePixels(map, grid, isSkin)
  return [
    percentile(
      pixels.map((i) => lightness[i]!),
      LIT_SHARE,
    ),
    median(pixels.map((i) => a[i]!)),
    median(pixels.map((i) => b[i]!)),
  ]
}

/** Minimum number of pixels of a visible cheek, and its minimum lightness relative to the other one. */
const CHEEK = { pixels: 40, least: 0.72 } as const

/** Returns the lightness of each cheek relative to the lighter one. A hidden cheek counts as light. */
export function compareCheeks(
  measure: (pixels: number[]) => number,
  cheeks: readonly number[],
  noseX: number,
  grid: Grid,
): Sides {
  const isLeft = (i: number) => unitX(grid, i % grid.w) < noseX
  const [left, right] = [cheeks.filter(isLeft), cheeks.filter((i) => !isLeft(i))]
  if (Math.min(left.length, right.length) < CHEEK.pixels) return { left: 1, right: 1 }
  const ratio = measure(left) / measure(right)
  return { left: clamp(ratio, CHEEK.least, 1), right: clamp(1 / ratio, CHEEK.least, 1) }
}

/**
 * Returns the convex hull of a few points (Andrew, "Another efficient algorithm for convex hulls in two dimensions",
 * 1979).
 */
function computeHull(places: readonly Place2[]): Place2[] {
  const sorted = [...places].sort((p, q) => p.x - q.x || p.y - q.y)
  const half = (list: readonly Place2[]) => {
    const chain: Place2[] = []
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop()
      chain.push(p)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = (o: Place2, p: Place2, q: Place2) => (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)
