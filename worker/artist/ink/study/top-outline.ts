import { eachPixel, type Field, type Grid } from '../field/grid.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'

/** Rays from the middle of the skull, one per degree to each side of straight up, and their length in units. */
const RAY = { degrees: 84, y: -26, from: 108, step: 0.5 } as const
/**
 * Dents up to twice this many degrees in width are filled, up to a depth in units. Wide dents are faults only within
 * `near` degrees of a completed part: in the photo they are the shape of the hair, and filled they make it a cone. The
 * nets narrow a head below the photo's edge, so there the filling has a `bulge`, a share of a circle's.
 */
const DENT = { completed: 20, bulge: 0.6, seen: 3, near: 24, depth: 9 } as const
/** Blur of the outline, in degrees, and degrees at both ends of a run across which the change fades. */
const BLUR_DEGREES = { completed: 4, seen: 3 } as const
const FADE_DEGREES = 10
/** Share of the outline of tight curls that stays. */
const CURLS_KEPT = 0.4
/** Depth at which the material of the outline is looked up, in units. */
const INSIDE_UNITS = 2.5

/**
 * Fills dents in the upper outline of hair and smooths it, in place. A reconstructed crown meets the sides of the hair
 * in such dents.
 *
 * @param shape 1 inside the head, 0 outside
 * @param isHair returns true for a pixel of hair or background at an index of `shape`. Skin and hats keep their outline.
 * @param isCompleted returns true for a pixel that the photo does not show
 */
export function smoothTop(
  shape: Field,
  grid: Grid,
  curls: number,
  isHair: (i: number) => boolean,
  isCompleted: (i: number) => boolean,
): void {
  const strength = 1 - CURLS_KEPT * curls
  const angles = Array.from({ length: 2 * RAY.degrees + 1 }, (_, i) => ((i - RAY.degrees) * Math.PI) / 180)
  /** Returns the index of a pixel on a ray, or -1 beyond the grid. */
  const at = (angle: number, radius: number) => {
    const column = Math.floor((radius * Math.sin(angle) - grid.x0) * grid.perUnit)
    const row = Math.floor((RAY.y - radius * Math.cos(angle) - grid.y0) * grid.perUnit)
    return column < 0 || row < 0 || column >= grid.w || row >= grid.h ? -1 : row * grid.w + column
  }
  const radii = angles.map((angle) => {
    let radius: number = RAY.from
    while (radius > 0 && !(shape[at(angle, radius)]! >= 0.5)) radius -= RAY.step
    return radius
  })
  const isSmooth = angles.map((angle, i) => radii[i]! > 0 && isHair(at(angle, radii[i]! - INSIDE_UNITS)))
  const isAdded = angles.map((angle, i) => radii[i]! > 0 && isCompleted(at(angle, radii[i]! - INSIDE_UNITS)))
  const isNearAdded = isAdded.map((_, i) => isAdded.slice(Math.max(0, i - DENT.near), i + DENT.near + 1).includes(true))
  const filled = radii.map((radius, i) => {
    const [reach, bulge] = isNearAdded[i] ? [DENT.completed, DENT.bulge] : [DENT.seen, 0]
    return isSmooth[i] ? Math.max(radius, reachChord(radii, isSmooth, i, reach, bulge)) : radius
  })
  const smooth = radii.map((radius, i) => {
    if (!isSmooth[i]) return radius
    const blur = isNearAdded[i] ? BLUR_DEGREES.completed : BLUR_DEGREES.seen
    let [sum, weights, toEnd] = [0, 0, FADE_DEGREES]
    for (let off = -FADE_DEGREES; off <= FADE_DEGREES; off++) {
      const near = clamp(i + off, 0, filled.length - 1)
      const weight = Math.exp(-0.5 * (off / blur) ** 2)
      sum += weight * filled[near]!
      weights += weight
      if (near !== i + off || !isSmooth[near]) toEnd = Math.min(toEnd, Math.abs(off))
    }
    const share = strength * smoothstep(0, FADE_DEGREES, toEnd)
    return radius + share * clamp(sum / weights - radius, -DENT.depth, DENT.depth)
  })
  eachPixel(grid, (i, x, y) => {
    const degree = RAY.degrees + (Math.atan2(x, RAY.y - y) * 180) / Math.PI
    const first = Math.floor(degree)
    if (first < 0 || first >= 2 * RAY.degrees) return
    const radius = Math.hypot(x, y - RAY.y)
    const [own, next] = [radii, smooth].map(
      (list) => list[first]! + (degree - first) * (list[first + 1]! - list[first]!),
    )
    if (radius > own! - RAY.step && radius < next!) shape[i] = 1
    else if (radius > next! && next! < own!) shape[i] = 0
  })
}

/** Sines of whole degrees. */
const SINES = Array.from({ length: 2 * DENT.completed + 1 }, (_, degrees) => Math.sin((degrees * Math.PI) / 180))

/**
 * Returns the distance at which the ray meets the outermost chord between two rays within `reach` degrees.
 *
 * @param bulge share by which a chord is an arc around the skull instead of a straight line
 */
function reachChord(
  radii: readonly number[],
  isSmooth: readonly boolean[],
  i: number,
  reach: number,
  bulge: number,
): number {
  let most = 0
  for (let left = 1; left <= reach && isSmooth[i - left]; left++) {
    for (let right = 1; right <= reach && isSmooth[i + right]; right++) {
      const [a, b] = [radii[i - left]!, radii[i + right]!]
      const straight = (a * b * SINES[left + right]!) / (a * SINES[left]! + b * SINES[right]!)
      const round = (a * right + b * left) / (left + right)
      most = Math.max(most, straight + bulge * (round - straight))
    }
  }
  return most
}
