import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, eachPixel, type Field, type Grid } from '../field/grid.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { median, smoothstep } from '#worker/graphics/numbers.ts'
import type { Crown } from './crown.ts'
import { KIND } from './segment-fields.ts'

/** Depth of the hair below a cut that sets the tone above it, in units. Nearer hair has more weight. */
const STRIP = { units: 14, fades: 4 } as const
/** Widths over which the tone is averaged along the cut, in units. Hair farther away counts where nearer hair lacks. */
const WIDTHS = [0.8, 2, 5, 12, 30] as const
/** Weight of the next larger width, relative to a column full of hair. The thin hair of a hairline mixes with skin. */
const FARTHER = 0.3
/** Height above the cut per index of the widths: light and dark bands of the hair fade upward. In units. */
const BAND_UNITS = 9
/**
 * Hair that sets the tone: nearer to the outline it mixes with the wall, and within `fromFace` units of the forehead
 * with skin.
 */
const SURE = { mask: 0.985, skin: 0.15, foreign: 0.3, bare: 0.9, fromFace: 4 } as const
/**
 * Share of the median color of all hair in a crown. It fades in across these heights, in units. Roots at the cut may
 * have a shade that would look like a cap.
 */
const WHOLE_SHARE = 0.5
const WHOLE_FADES = [0, 8] as const
/** Minimum number of pixels of sure hair. With fewer, all hair sets the tone. */
const PIXELS_MIN = 60
/** Shadow of the hair on the forehead right below a reconstructed hairline: its strength and its depth in units. */
const SHADE = { share: 0.3, units: 2.4 } as const

/** The mirrored skin shows this far above the cut and fades across these heights, in units. */
const SKIN_FADES = [0, 9] as const

type HairFields = { readonly mask: Field; readonly skin: Field; readonly foreign: Field; readonly kind: Uint8Array }

/**
 * Replaces the mirrored photo in a reconstructed crown with the tone of the hair at its root, in place: the hair right
 * below the cut, or beside it where the photo ends in the forehead. A forehead continues the skin below it. Brightness
 * and color do not change at the cut.
 *
 * @param foreign pixels that are not hair, above 0
 * @param isInside returns true for a pixel in the photo
 * @returns the share of the tone that was replaced, or null without hair at the cut
 */
export function continueTone(
  planes: LabPlanes,
  { mask, skin, foreign, kind }: HairFields,
  crown: Crown,
  isInside: (i: number) => boolean,
  grid: Grid,
): Field | null {
  const isHair = (i: number) =>
    kind[i] === KIND.hair && mask[i]! >= SURE.mask && skin[i]! <= SURE.skin && foreign[i]! <= SURE.foreign
  const readTone = learnTone(
    planes,
    crown,
    grid,
    findSources(kind, crown, grid, (i) => isInside(i) && isHair(i)),
  )
  if (!readTone) return null
  const whole = toMedians([planes.a, planes.b], (i) => isInside(i) && isHair(i))
  const readSkin = learnTone(planes, crown, grid, (i) => isInside(i) && skin[i]! >= SURE.bare && mask[i]! >= SURE.mask)
  const out = createField(grid)
  const hair = new Float64Array(3)
  const bare = new Float64Array(3)
  const all = [planes.lightness, planes.a, planes.b]
  eachPixel(grid, (i, x, y) => {
    const above = crown.lineAt(x) - y
    if (above < 0 || isInside(i) || !(kind[i] === KIND.hair || kind[i] === KIND.faceSkin)) return
    readTone(crown.rootOf(x, y), above, hair)
    const shifted = WHOLE_SHARE * smoothstep(...WHOLE_FADES, above)
    for (const n of [0, 1]) hair[n + 1]! += shifted * (whole[n]! - hair[n + 1]!)
    const depth = crown.foreheadAt(x, y)
    if (kind[i] === KIND.faceSkin && readSkin) {
      readSkin(x, above, bare)
      const shade = SHADE.share * Math.exp(-Math.max(0, depth) / SHADE.units)
      out[i] = smoothstep(...SKIN_FADES, above)
      all.forEach((plane, n) => {
        const mirrored = plane[i]! + out[i]! * (bare[n]! - plane[i]!)
        plane[i] = mirrored + shade * (hair[n]! - mirrored)
      })
    } else if (kind[i] === KIND.hair) {
      all.forEach((plane, n) => (plane[i] = hair[n]!))
      out[i] = 1
    }
  })
  return out
}

/** Writes the color above a column of the cut. @param above the height above the cut. All in units. */
type ReadTone = (x: number, above: number, to: Float64Array) => void

/** Returns the median of every plane where `isSource`. */
function toMedians(planes: readonly Field[], isSource: (i: number) => boolean): number[] {
  const pixels: number[] = []
  for (let i = 0; i < planes[0]!.length; i++) if (isSource(i)) pixels.push(i)
  return planes.map((plane) => median(pixels.map((i) => plane[i]!)))
}

/** Returns a predicate for the hair below a cut that does not mix with skin, or for all of it if that is too little. */
function findSources(
  kind: Uint8Array,
  crown: Crown,
  grid: Grid,
  isHair: (i: number) => boolean,
): (i: number) => boolean {
  const isFace = Float32Array.from(kind, (k) => (k === KIND.faceSkin ? 1 : 0))
  const face = boxBlur(isFace, grid, Math.round(SURE.fromFace * grid.perUnit))
  const pure = new Set<number>()
  eachPixel(grid, (i, x, y) => {
    const below = y - crown.lineAt(x)
    if (below >= 0 && below <= STRIP.units && face[i] === 0 && isHair(i)) pure.add(i)
  })
  for (const field of [isFace, face]) releaseBuffer(field)
  return pure.size < PIXELS_MIN ? isHair : (i) => pure.has(i)
}

/** Measures the color right below a cut where `isSource`. Returns null if it is nowhere. */
function learnTone(planes: LabPlanes, crown: Crown, grid: Grid, isSource: (i: number) => boolean): ReadTone | null {
  const all = [planes.lightness, planes.a, planes.b]
  const weights = new Float64Array(grid.w)
  const sums = all.map(() => new Float64Array(grid.w))
  eachPixel(grid, (i, x, y) => {
    const below = y - crown.lineAt(x)
    if (below < 0 || below > STRIP.units || !isSource(i)) return
    const weight = Math.exp(-below / STRIP.fades)
    weights[i % grid.w]! += weight
    all.forEach((plane, n) => (sums[n]![i % grid.w]! += weight * plane[i]!))
  })
  if (!weights.some((weight) => weight > 0)) return null
  const levels = average(weights, sums, grid)
  return (x, above, to) => {
    const root = Math.min(grid.w - 1.001, Math.max(0, (x - grid.x0) * grid.perUnit - 0.5))
    const level = Math.min(WIDTHS.length - 1.001, above / BAND_UNITS)
    const [column, lower] = [Math.floor(root), Math.floor(level)]
    const [u, v] = [root - column, level - lower]
    all.forEach((_, n) => {
      const [near, far] = [levels[lower]![n]!, levels[lower + 1]![n]!]
      to[n] =
        (1 - v) * ((1 - u) * near[column]! + u * near[column + 1]!) +
        v * ((1 - u) * far[column]! + u * far[column + 1]!)
    })
  }
}

/** Returns the mean per column at every width, narrowest first. A larger width fills columns without hair. */
function average(weights: Float64Array, sums: readonly Float64Array[], { w, perUnit }: Grid): Float64Array[][] {
  const levels: Float64Array[][] = []
  for (const units of [...WIDTHS].reverse()) {
    const sigma = units * perUnit
    const coarser = levels[0]
    const level = sums.map(() => new Float64Array(w))
    for (let x = 0; x < w; x++) {
      let total = 0
      const means = sums.map(() => 0)
      for (let from = 0; from < w; from++) {
        if (weights[from] === 0) continue
        // A long tail finds hair at any distance.
        const near = 1 / (1 + ((x - from) / sigma) ** 2) ** 2
        total += near * weights[from]!
        sums.forEach((sum, n) => (means[n]! += near * sum[from]!))
      }
      const farther = coarser ? FARTHER * STRIP.fades * perUnit * sigma : 0
      means.forEach((mean, n) => (level[n]![x] = (mean + farther * (coarser?.[n]![x] ?? 0)) / (total + farther)))
    }
    levels.unshift(level)
  }
  return levels
}
