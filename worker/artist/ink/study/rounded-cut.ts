import type { Crop } from './crop.ts'
import { createField, eachPixel, type Field, type Grid, toHalfGrid, unitY } from '../field/grid.ts'
import { doubled, halved } from '../field/resize.ts'

/** The radius of the corners where a head is cut by the photo's edge, in units: that of a small skull. */
const RADIUS_UNITS = 28
/** The reach of that below a completed crown: curls at the sides stay. */
const CROWN_NEAR_UNITS = 16
/** Bow of a straight cut's middle beyond its ends, as a share of its length. */
const BOW_SHARE = 0.13
/**
 * A cut shorter than this is no straight line to see; a longer one bends at least like one of the second length. In
 * units.
 */
const LENGTH_MIN = 10
const LENGTH_BENT = 80
/** Below the brows nothing is rounded: hair that a photo cuts at the side hangs straight down. */
const BOTTOM = -12

/**
 * Ends a head that the photo's edge cuts off by an outline of its own, in place: a straight cut becomes a bow, and its
 * corners are rounded (an opening with a disc, near the cut only).
 *
 * @param shape 1 inside the head, 0 outside
 * @param isCrown true for a place of a completed crown, which has a bow of its own and no knob on it; null without one
 */
export function roundedWhereCut(
  shape: Field,
  { grid, inside }: Pick<Crop, 'grid' | 'inside'>,
  isCrown: ((x: number, y: number) => boolean) | null = null,
): void {
  const half = toHalfGrid(grid)
  const small = halved(shape, grid)
  const cut = cutPixels(small, inside, grid, half)
  const isWide = bowSides(small, half)
  if (isCrown === null) bowTop(small, cut, half)
  else eachPixel(half, (i, x, y) => isCrown(x, y) && cut.push(i))
  if (cut.length === 0 && !isWide) return
  const isCut = new Uint8Array(small.length)
  for (const i of cut) isCut[i] = 1
  const radius = RADIUS_UNITS * half.perUnit
  const near = isCrown === null ? 4 * radius ** 2 : (CROWN_NEAR_UNITS * half.perUnit) ** 2
  const fromCut = squaredDistances(half, (i) => isCut[i] === 1)
  const depth = squaredDistances(half, (i) => small[i]! < 0.5)
  const opened = squaredDistances(half, (i) => depth[i]! > radius ** 2)
  const retained = createField(half)
  for (let i = 0; i < retained.length; i++)
    retained[i] =
      small[i]! >= 0.5 &&
      (unitY(half, Math.floor(i / half.w)) > BOTTOM || fromCut[i]! > near || opened[i]! <= radius ** 2)
        ? 1
        : 0
  keepOnly(shape, retained, grid)
}

/** Takes away what is not kept, in place. @param retained at half size */
function keepOnly(shape: Field, retained: Field, grid: Grid): void {
  const large = doubled(retained, grid)
  for (let i = 0; i < shape.length; i++) if (large[i]! < 0.5) shape[i] = 0
}

/** Pixels of the head beside the photo's edge, above the mouth. */
function cutPixels(small: Field, inside: Uint8Array, grid: Grid, half: Grid): number[] {
  const out: number[] = []
  const isBeyond = (x: number, y: number) =>
    x < 0 || y < 0 || x >= half.w || y >= half.h || inside[y * 2 * grid.w + x * 2] === 0
  for (let y = 0, i = 0; y < half.h && unitY(half, y) < BOTTOM; y++) {
    for (let x = 0; x < half.w; x++, i++) {
      if (small[i]! >= 0.5 && (isBeyond(x - 2, y) || isBeyond(x + 2, y) || isBeyond(x, y - 2))) out.push(i)
    }
  }
  return out
}

/**
 * Bends the line along which a crown is cut, in place: the head ends in a bow around its own middle that stays below
 * the photo's edge, so that an edge that leans does not shear the head.
 */
function bowTop(small: Field, cut: readonly number[], { w, perUnit, x0, y0 }: Grid): void {
  const brows = Math.round((-20 - y0) * perUnit)
  const top = cut.filter((i) => Math.floor(i / w) < brows)
  if (top.length === 0) return
  // Along the edge of a photo that leans, its height is a line; the cut ends where that line leaves the head.
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

/**
 * Wide hair that reaches the end of the grid ends there in a bow, in place: no straight line is seen.
 *
 * @returns whether there is any
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
 * The squared distance of every pixel to the nearest seed, in pixels (Felzenszwalb and Huttenlocher, "Distance
 * transforms of sampled functions", 2012). What lies beyond the grid is no seed.
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

/** Intersection of the parabolas over two places. */
const meets = (values: Float64Array, p: number, q: number) =>
  (values[q]! + q * q - (values[p]! + p * p)) / (2 * q - 2 * p)
