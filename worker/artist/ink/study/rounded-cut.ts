import type { Crop } from './crop.ts'
import { createField, eachPixel, type Field, type Grid, indexAt, toHalfGrid, unitY } from '../field/grid.ts'
import { doubled, halved } from '../field/resize.ts'
import type { FaceMap } from './face-map.ts'

/** Radius of the rounded corners where the photo's edge cuts a head, in units. It matches a small skull. */
const RADIUS_UNITS = 28
/** Reach and radius of the rounding below a reconstructed crown, in units. Curls at the sides stay unchanged. */
const CROWN = { nearUnits: 16, radiusUnits: 24 } as const
/** Sagitta of the arc that replaces a straight cut, as a share of its length. */
const BOW_SHARE = 0.13
/**
 * Shorter cuts are not visible as straight lines. All longer ones bend at most like a cut of the second length. In
 * units.
 */
const LENGTH_MIN = 10
const LENGTH_BENT = 80
/** Offsets in pixels at half size from a pixel near the photo's edge, which tell the edge's direction. */
const AROUND = [-3, 0, 3].flatMap((dx) => [-3, 0, 3].map((dy) => [dx, dy] as const))
/** No rounding below the brows: hair that a photo cuts at the side hangs straight down. */
const BOTTOM = -12

/**
 * Reshapes a head where the photo's edge cuts it off, in place. A straight cut becomes an arc with rounded corners (a
 * morphological opening with a disc, near the cut only).
 *
 * @param shape 1 inside the head, 0 outside
 * @param isCrown returns true for a point of a reconstructed crown, which already has an arc; null without a crown
 * @param isEar returns true for a pixel at half size of an ear, which stays
 */
export function roundedWhereCut(
  shape: Field,
  { grid, inside }: Pick<Crop, 'grid' | 'inside'>,
  isCrown: ((x: number, y: number) => boolean) | null = null,
  isEar: (i: number) => boolean = () => false,
): void {
  const half = toHalfGrid(grid)
  const small = halved(shape, grid)
  const isBeyond = (x: number, y: number) =>
    x < 0 || y < 0 || x >= half.w || y >= half.h || inside[y * 2 * grid.w + x * 2] === 0
  const cut = cutPixels(small, isBeyond, half)
  const isWide = bowSides(small, half)
  if (isCrown === null) bowTop(small, cut, isBeyond, half)
  else eachPixel(half, (i, x, y) => isCrown(x, y) && cut.push(i))
  if (cut.length === 0 && !isWide) return
  const isCut = new Uint8Array(small.length)
  for (const i of cut) isCut[i] = 1
  const radius = (isCrown === null ? RADIUS_UNITS : CROWN.radiusUnits) * half.perUnit
  const near = (isCrown === null ? RADIUS_UNITS : CROWN.nearUnits) * half.perUnit
  const fromCut = squaredDistances(half, (i) => isCut[i] === 1)
  const depth = squaredDistances(half, (i) => small[i]! < 0.5)
  const opened = squaredDistances(half, (i) => depth[i]! > radius ** 2)
  const retained = createField(half)
  for (let i = 0; i < retained.length; i++) {
    if (small[i]! < 0.5) continue
    // Spikes and curls away from the cut are the photo's own.
    const most = radius + Math.max(0, Math.sqrt(fromCut[i]!) - near)
    if (unitY(half, Math.floor(i / half.w)) > BOTTOM || opened[i]! <= most ** 2 || isEar(i)) retained[i] = 1
  }
  keepOnly(shape, retained, grid)
}

/** Maximum depth of a beard that the photo's lower edge cuts, and how much more of it shows per unit above. In units. */
const BEARD = { most: 12, above: 0.5 } as const

/**
 * Shapes a beard that the photo's lower edge cuts like the chin above it, in place. It would end in a straight line.
 *
 * @param face the depth inside the ring of the face in units
 * @param isLong returns true for a pixel of long hair, which stays
 */
export function roundedBeard(
  shape: Field,
  face: Field,
  { grid, inside }: Pick<Crop, 'grid' | 'inside'>,
  { points }: FaceMap,
  isLong: (column: number, row: number) => boolean,
): void {
  const [chin, left, right] = [points[152]!, points[172]!, points[397]!]
  const down = Math.ceil(BEARD.most * grid.perUnit)
  let lowest = indexAt(grid, chin.x, chin.y)
  const end = lowest + down * grid.w
  while (lowest < end && shape[lowest] === 1 && inside[lowest + grid.w] === 1) lowest += grid.w
  if (shape[lowest] !== 1 || inside[lowest + grid.w] !== 0) return
  const depth = Math.max(0, -face[lowest]!)
  const bottom = unitY(grid, Math.floor(lowest / grid.w))
  eachPixel(grid, (i, x, y) => {
    if (shape[i] !== 1 || x < left.x || x > right.x || y < chin.y - BEARD.most) return
    if (-face[i]! > depth + BEARD.above * Math.max(0, bottom - y) && !isLong(i % grid.w, Math.floor(i / grid.w)))
      shape[i] = 0
  })
}

/** Clears pixels outside the retained area, in place. @param retained at half size */
function keepOnly(shape: Field, retained: Field, grid: Grid): void {
  const large = doubled(retained, grid)
  for (let i = 0; i < shape.length; i++) if (large[i]! < 0.5) shape[i] = 0
}

/** Returns true for a pixel at half size beyond the photo's edge. */
type Beyond = (x: number, y: number) => boolean

/** Returns pixels of the head next to the photo's edge, above the mouth. */
function cutPixels(small: Field, isBeyond: Beyond, half: Grid): number[] {
  const out: number[] = []
  for (let y = 0, i = 0; y < half.h && unitY(half, y) < BOTTOM; y++) {
    for (let x = 0; x < half.w; x++, i++) {
      if (small[i]! >= 0.5 && (isBeyond(x - 2, y) || isBeyond(x + 2, y) || isBeyond(x, y - 2))) out.push(i)
    }
  }
  return out
}

/**
 * Bends a crown's cut into an arc around the head's middle, in place. The arc stays below the photo's edge, so a tilted
 * edge does not shear the head.
 */
function bowTop(small: Field, cut: readonly number[], isBeyond: Beyond, { w, perUnit, x0, y0 }: Grid): void {
  const brows = Math.round((-20 - y0) * perUnit)
  const top = cut.filter((i) => Math.floor(i / w) < brows && isCutAbove(i % w, Math.floor(i / w), isBeyond))
  if (top.length === 0) return
  // Along a tilted photo edge the height is linear. The cut ends where this line leaves the head.
  const columns = top.map((i) => i % w)
  const [left, right] = [Math.min(...columns), Math.max(...columns)]
  const length = right - left
  if (length < LENGTH_MIN * perUnit) return
  const highest = new Map<number, number>()
  for (const i of top) highest.set(i % w, Math.min(highest.get(i % w) ?? brows, Math.floor(i / w)))
  const middle = -x0 * perUnit
  const bend = (4 * BOW_SHARE) / Math.max(length, LENGTH_BENT * perUnit)
  let tip = 0
  for (const [x, y] of highest) if (x - left > 1 && right - x > 1) tip = Math.max(tip, y - bend * (x - middle) ** 2)
  for (let x = 0; x < w; x++) {
    const limit = Math.min(brows, tip + bend * (x - middle) ** 2)
    for (let y = 0; y < limit; y++) small[y * w + x] = 0
  }
}

/** Returns true for a pixel near the photo's edge if the edge is above it more than beside it. */
function isCutAbove(x: number, y: number, isBeyond: Beyond): boolean {
  const beyond = AROUND.filter(([dx, dy]) => isBeyond(x + dx, y + dy))
  const [aside, down] = [0, 1].map((axis) => beyond.reduce((sum, offset) => sum + offset[axis]!, 0))
  return -down! > Math.abs(aside!)
}

/**
 * Bends hair that reaches the grid's sides into an arc, in place, to avoid a straight line.
 *
 * @returns true if it found such hair
 */
function bowSides(small: Field, { w, h, perUnit }: Grid): boolean {
  let isWide = false
  for (const side of [0, w - 1]) {
    let [first, last] = [h, -1]
    for (let y = 0; y < h; y++) {
      if (small[y * w + side]! < 0.5) continue
      first = Math.min(first, y)
      last = y
    }
    const length = last - first
    if (length < LENGTH_MIN * perUnit) continue
    isWide = true
    const [middle, bend] = [(first + last) / 2, (4 * BOW_SHARE) / length]
    for (let y = Math.max(0, first - length); y < Math.min(h, last + length); y++) {
      const inset = Math.min(bend * (y - middle) ** 2, 2 * BOW_SHARE * length)
      for (let x = 0; x < inset; x++) small[y * w + Math.abs(side - x)] = 0
    }
  }
  return isWide
}

/**
 * Returns the squared distance of every pixel to the nearest seed, in pixels (Felzenszwalb and Huttenlocher, "Distance
 * transforms of sampled functions", 2012). There are no seeds beyond the grid.
 */
export function squaredDistances({ w, h }: Grid, isSeed: (i: number) => boolean): Field {
  const out = createField({ w, h })
  const far = (w + h) ** 2
  for (let i = 0; i < out.length; i++) out[i] = isSeed(i) ? 0 : far
  const longest = Math.max(w, h)
  const [values, places, ends] = [new Float64Array(longest), new Int32Array(longest), new Float64Array(longest + 1)]
  const along = (start: number, step: number, count: number) => {
    for (let q = 0; q < count; q++) values[q] = out[start + q * step]!
    let k = 0
    places[0] = 0
    ends[0] = Number.NEGATIVE_INFINITY
    ends[1] = Number.POSITIVE_INFINITY
    for (let q = 1; q < count; q++) {
      let s = meets(values, places[k]!, q)
      while (s <= ends[k]!) s = meets(values, places[--k]!, q)
      places[++k] = q
      ends[k] = s
      ends[k + 1] = Number.POSITIVE_INFINITY
    }
    k = 0
    for (let q = 0; q < count; q++) {
      while (ends[k + 1]! < q) k++
      out[start + q * step] = (q - places[k]!) ** 2 + values[places[k]!]!
    }
  }
  for (let x = 0; x < w; x++) along(x, w, h)
  for (let y = 0; y < h; y++) along(y * w, 1, w)
  return out
}

/** Returns the intersection of the parabolas over two positions. */
const meets = (values: Float64Array, p: number, q: number) =>
  (values[q]! + q * q - (values[p]! + p * p)) / (2 * q - 2 * p)
