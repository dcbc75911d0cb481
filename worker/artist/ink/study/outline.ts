import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { boxBlur } from '../field/blur.ts'
import { contourDistance } from '../field/distance.ts'
import { createField, eachPixel, type Field, type Grid, indexAt, toHalfGrid } from '../field/grid.ts'
import { fillWithNoise } from '../field/noise.ts'
import { floodFrom } from '../field/regions.ts'
import { doubled } from '../field/resize.ts'
import { CONTOUR_BLUR_UNITS, type HeadMask } from './head-mask.ts'
import { createTufts } from './tufts.ts'

/** Mask, skin and worn items at half size. */
export type OutlineFields = { readonly mask: Field; readonly skin: Field; readonly worn: Field; readonly locks: Field }

/** Softness of the outline with its bumps before distances are recomputed, in pixels of the half-size grid. */
const FRAYED_SOFT = 0.7

/**
 * Curls protrude from the outline by up to `units`, and `size` is half their width, both in units. Straight hair has a
 * smooth outline: locks on it look scalloped.
 */
const CURL = { units: 1.3, size: 2.6 } as const

/** Height and depth of the locks of an outline, in units. */
const LOCK_UNITS = 1.4

/** Returns round bumps on the outline of curls, 0 to 1. */
function createBumps(half: Grid): Field {
  const noise = createField(half)
  fillWithNoise(noise, 1234567)
  const radius = Math.max(1, Math.round(CURL.size * half.perUnit))
  const bumps = boxBlur(noise, half, radius, 2)
  const gain = (2 * radius + 1) * 2.2
  // The absolute value is round on top and has creases between bumps.
  for (let i = 0; i < bumps.length; i++) bumps[i] = Math.min(1, gain * Math.abs(bumps[i]!))
  releaseBuffer(noise)
  return bumps
}

/** Radius for deciding whether an outline belongs to hair, in units. */
const BESIDE_UNITS = 3

/** Removes regions that are not connected to the head, in place. */
function keepPiece(mask: Field, grid: Grid): void {
  const reached = floodFrom(
    [indexAt(grid, 0, 0), indexAt(grid, 0, 30), indexAt(grid, 0, -30)],
    grid,
    (i) => mask[i]! > 0.5,
  )
  // Keeps the soft edge around the region.
  const near = boxBlur(Float32Array.from(reached), grid, 1)
  for (let i = 0; i < mask.length; i++) if (near[i] === 0 || (mask[i]! > 0.5 && reached[i] === 0)) mask[i] = 0
  releaseBuffer(near)
}

/** Returns the soft share of the head beyond the photo. Its outline is a guess, and it has tufts. */
function completedPart({ covered, crop: { grid, inside } }: HeadMask, half: Grid): Field {
  const out = createField(half)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) {
      const at = 2 * y * grid.w + 2 * x
      out[i] = covered[at] === 1 && inside[at] === 0 ? 1 : 0
    }
  const soft = boxBlur(out, half, Math.round(SMOOTH.units * half.perUnit), 2)
  for (let i = 0; i < soft.length; i++) soft[i] = Math.min(SMOOTH.most, SMOOTH.gain * soft[i]!)
  releaseBuffer(out)
  return soft
}

/** Reach of the smooth outline around the completed part, in units, its gain, and its maximum. */
const SMOOTH = { units: 6, gain: 1.8, most: 0.88 } as const

/** Returns the local share of hair in the head. */
function hairBeside(mask: Field, skin: Field, worn: Field, half: Grid): Field {
  const radius = Math.round(BESIDE_UNITS * half.perUnit)
  const head = boxBlur(
    mask.map((value) => (value > 0.5 ? 1 : 0)),
    half,
    radius,
  )
  const hair = boxBlur(
    mask.map((value, i) => (value > 0.5 && skin[i]! < 0.5 && worn[i]! < 0.3 ? 1 : 0)),
    half,
    radius,
  )
  for (let i = 0; i < hair.length; i++) hair[i] = head[i]! < 0.01 ? 0 : hair[i]! / head[i]!
  releaseBuffer(head)
  return hair
}

/** Returns the distance to an outline with bumps on curls and tufts on a completed crown. */
export function traceOutline(head: HeadMask, { mask, skin, worn, locks }: OutlineFields): Field {
  const { curls } = head
  const { grid } = head.crop
  const half = toHalfGrid(grid)
  const bumps = curls > 0 ? createBumps(half) : createField(half)
  const beside = hairBeside(mask, skin, worn, half)
  const completed = completedPart(head, half)
  const distance = contourDistance(mask, half, CONTOUR_BLUR_UNITS * half.perUnit)
  const frayed = createField(half)
  const tuftAt = createTufts(curls)
  eachPixel(half, (i, x, y) => {
    const share = smoothstep(0.45, 0.85, beside[i]!)
    const bump = CURL.units * curls * bumps[i]!
    const guessed = completed[i]! / SMOOTH.most
    const tuft = guessed > 0 ? guessed * tuftAt(x, y) : 0
    const lock = LOCK_UNITS * (1 - guessed) * locks[i]!
    const depth = distance[i]! + half.perUnit * share * (bump + tuft + lock)
    frayed[i] = clamp(0.5 + depth / (2.5 * FRAYED_SOFT), 0, 1)
  })
  keepPiece(frayed, half)
  const small = contourDistance(frayed, half, FRAYED_SOFT)
  for (let i = 0; i < small.length; i++) small[i]! *= 2
  const out = doubled(small, grid)
  for (const field of [distance, frayed, small, bumps, beside, completed]) releaseBuffer(field)
  return out
}
