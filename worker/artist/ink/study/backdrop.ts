import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, type Field, getHalfIndex, type Grid } from '../field/grid.ts'
import { floodFrom } from '../field/regions.ts'
import { doubled, halved } from '../field/resize.ts'
import { inpaint } from './hair.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'
import { measureTint } from './wall-tint.ts'

/** Hair this deep inside the outline and background this far outside it are free of each other, in units. */
const PURE = { hair: 8, wall: 3 } as const
/** Minimum number of pixels for an estimate. */
const PIXELS_MIN = 60
/** Standard deviations of lightness and colors that a camera's noise causes. */
const NOISE = [0.04, 0.012, 0.012] as const
/** Standard deviations between hair and background below which they cannot be told apart. */
const APART = [1.7, 2.7] as const
/** Range of shares. Pixels lighter than the wall or darker than the hair must not outweigh others. */
const SHARES = [-0.2, 1.2] as const
/** Distance from the wall, in units, across which its share fades. Light hair far from it is no wall. */
const FAR = [24, 44] as const
/** Standard deviations from all mixtures of hair and wall at which a color is another tone of hair. */
const UNMIXED = [2, 3] as const

/** Share of the background in the color of hair, and what a colorful wall adds to it; null if it adds nothing. */
export type Backdrop = { readonly share: Field; readonly tint: LabPlanes | null }

/**
 * Returns the share of the background in the color of every pixel, 0 where hair and background look alike. The pixel
 * is a mixture of the hair and the background nearby (Chuang et al., "A Bayesian approach to digital matting", 2001).
 * Lightness and colors count by how constant they are on all of the hair and locally on the wall (Fisher's linear
 * discriminant).
 *
 * @param planes the photo. All fields have the size of `grid`.
 * @param shape 1 inside the head, 0 outside
 * @returns null if the photo shows too little of either
 */
export function measureBackdrop(
  { lightness, a, b }: LabPlanes,
  kind: Uint8Array,
  shape: Field,
  isInside: (i: number) => boolean,
  grid: Grid,
): Backdrop | null {
  const [hair, wall] = [createField(grid), createField(grid)]
  const fromWall = squaredDistances(grid, (i) => shape[i]! < 0.5)
  const fromHair = squaredDistances(grid, (i) => shape[i]! >= 0.5)
  let [hairs, walls] = [0, 0]
  for (let i = 0; i < hair.length; i++) {
    if (!isInside(i)) continue
    if (kind[i] === KIND.hair && fromWall[i]! > (PURE.hair * grid.perUnit) ** 2) hairs += hair[i] = 1
    else if (kind[i] === KIND.background && fromHair[i]! > (PURE.wall * grid.perUnit) ** 2) walls += wall[i] = 1
  }
  for (const field of [fromWall, fromHair]) releaseBuffer(field)
  let out: Backdrop | null = null
  if (hairs > PIXELS_MIN && walls > PIXELS_MIN) {
    const share = createField(grid)
    const planes = [lightness, a, b] as const
    const [ofHair, ofWall] = [inpaint(planes, hair, grid), inpaint(planes, wall, grid)]
    const weights = planes.map((plane, n) => {
      const mean = sumWhere(hair, (i) => plane[i]!) / hairs
      const hairVaries = sumWhere(hair, (i) => (plane[i]! - mean) ** 2) / hairs
      const wallVaries = sumWhere(wall, (i) => (plane[i]! - ofWall[n]![i]!) ** 2) / walls
      return 1 / ((hairVaries + wallVaries) / 2 + NOISE[n]! ** 2)
    })
    const away = squaredDistances(grid, (i) => wall[i] === 1)
    for (let i = 0; i < away.length; i++) {
      let [along, squared, own] = [0, 0, 0]
      for (let n = 0; n < 3; n++) {
        const toWall = ofWall[n]![i]! - ofHair[n]![i]!
        along += weights[n]! * (planes[n]![i]! - ofHair[n]![i]!) * toWall
        squared += weights[n]! * toWall * toWall
        own += weights[n]! * (planes[n]![i]! - ofHair[n]![i]!) ** 2
      }
      const unlimited = along / Math.max(1e-6, squared)
      const mixed = clamp(unlimited, 0, 1)
      share[i] =
        (1 - smoothstep(FAR[0], FAR[1], Math.sqrt(away[i]!) / grid.perUnit)) *
        smoothstep(APART[0], APART[1], Math.sqrt(squared)) *
        (1 - smoothstep(UNMIXED[0], UNMIXED[1], Math.sqrt(Math.max(0, own - mixed * (2 * along - mixed * squared))))) *
        clamp(unlimited, SHARES[0], SHARES[1])
    }
    out = { share, tint: measureTint({ lightness, a, b }, hair, ofWall, away, grid) }
    for (const field of [...ofHair, ...ofWall, away]) releaseBuffer(field)
  }
  for (const field of [hair, wall]) releaseBuffer(field)
  return out
}

/** Sums a value over the pixels where a field is 1. */
const sumWhere = (where: Field, valueAt: (i: number) => number) =>
  where.reduce((sum, is, i) => (is === 1 ? sum + valueAt(i) : sum), 0)

/** Hair is trimmed where the background's share exceeds the first value at the outline and the second at this depth. */
const TRIM = { share: [0.42, 0.9], units: 24 } as const
/** The share is averaged over this radius in units, because single strands do not make an outline. */
const STRAND_UNITS = 1.5
/** Gaps between strands narrower than twice this many units stay closed (a morphological opening with a disc). */
const NOTCH_UNITS = 6

/**
 * Removes hair that mostly shows the background, from the outline inward, in place. The net's hair includes every
 * strand that stands off.
 *
 * @param backdrop its share of the color, at the size of `half`
 * @param canBeTrimmed returns true for a pixel of `half` that may be removed
 * @returns a predicate for pixels of `shape` that show the background
 */
export function trimHair(
  shape: Field,
  backdrop: Field,
  grid: Grid,
  half: Grid,
  canBeTrimmed: (i: number) => boolean,
): (i: number) => boolean {
  const share = boxBlur(backdrop, half, Math.max(1, Math.round(STRAND_UNITS * half.perUnit)), 2)
  const small = halved(shape, grid)
  const depth = squaredDistances(half, (i) => small[i]! < 0.5)
  const outside: number[] = []
  for (let i = 0; i < small.length; i++) if (small[i]! < 0.5) outside.push(i)
  const thresholdAt = (units: number) => TRIM.share[0] + (TRIM.share[1] - TRIM.share[0]) * (units / TRIM.units)
  const reached = floodFrom(
    outside,
    half,
    (i) => small[i]! < 0.5 || (canBeTrimmed(i) && share[i]! > thresholdAt(Math.sqrt(depth[i]!) / half.perUnit)),
  )
  const radius = (NOTCH_UNITS * half.perUnit) ** 2
  const room = squaredDistances(half, (i) => reached[i] === 0)
  const opened = squaredDistances(half, (i) => room[i]! > radius)
  const retained = doubled(
    small.map((value, i) => (value < 0.5 || opened[i]! <= radius ? 0 : 1)),
    grid,
  )
  for (let i = 0; i < shape.length; i++) if (retained[i]! < 0.5) shape[i] = 0
  for (const field of [small, depth, room, opened, retained]) releaseBuffer(field)
  return (i) => share[getHalfIndex(half, i % grid.w, Math.floor(i / grid.w))]! > 0.5
}

/** Share of the background in a pixel's color that makes the pixel foreign, near the outline. In units. */
const FOREIGN = { share: [0.3, 0.65], depth: [9, 15] } as const

/**
 * Marks background that shows between the strands near the outline of hair as foreign, in place.
 *
 * @param depth squared distance to the outline, in pixels
 */
export function addBackdrop(
  foreign: Field,
  backdrop: Field,
  mask: Field,
  depth: Field,
  kind: Uint8Array,
  half: Grid,
): void {
  for (let i = 0; i < foreign.length; i++) {
    if (kind[i] !== KIND.hair || mask[i]! < 0.5) continue
    const near = 1 - smoothstep(FOREIGN.depth[0], FOREIGN.depth[1], Math.sqrt(depth[i]!) / half.perUnit)
    foreign[i] = Math.max(foreign[i]!, near * smoothstep(FOREIGN.share[0], FOREIGN.share[1], backdrop[i]!))
  }
}
