import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, type Field, type Grid, indexAt, unitX, unitY } from '../field/grid.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { clamp, percentile, smoothstep } from '#worker/graphics/numbers.ts'
import type { Crown } from './crown.ts'
import { followStrands } from './crown-strands.ts'
import { KIND } from './segment-fields.ts'
import { addWaves, type Wave } from './waves.ts'

/**
 * Depth of the hair below a cut that sets the tone above it, in units. Nearer hair has more weight: `fades` is the depth
 * of the larger widths, `atLine` that of the first ones, whose tone meets the photo.
 */
const STRIP = { units: 14, fades: 5, atLine: 1.5, widths: 2 } as const
/** Widths over which the tone is averaged along the cut, in units. Hair farther away counts where nearer hair lacks. */
const WIDTHS = [0.8, 2, 5, 12, 30] as const
/** Weight of the next larger width, relative to a column full of hair. The thin hair of a hairline mixes with skin. */
const FARTHER = 0.3
/** Height above the cut per index of the widths: light and dark bands of the hair fade upward. In units. */
const BAND_UNITS = 14
/**
 * Hair that sets the tone: nearer to the outline it mixes with the wall, and within `fromFace` units of the forehead
 * with skin.
 */
const SURE = { mask: 0.985, skin: 0.15, foreign: 0.3, bare: 0.6, fromFace: 4 } as const
/**
 * Share of the median color of all hair in a crown. It fades in across these heights, in units. Roots at the cut may
 * have a shade that would look like a cap, and hair lit from behind has a haze there. The lightness counts above
 * `upperY`: long hair hangs in the shadow of the face.
 */
const WHOLE = { share: 0.6, fades: [0, 12], upperY: -30, lightness: 0.55 } as const
/** Minimum number of pixels of sure hair. With fewer, all hair sets the tone. */
const PIXELS_MIN = 60
/** Shadow of the hair on the forehead right below a reconstructed hairline: its strength and its depth in units. */
const SHADE = { share: 0.3, units: 3.5 } as const

/** Heights across which a reconstructed hairline fades from hair to skin, and its unevenness. In units. */
const HAIRLINE: {
  readonly soft: readonly [number, number]
  readonly waves: readonly Wave[]
  readonly perLight: number
  readonly strand: number
} = {
  soft: [-5.5, 2.4],
  waves: [
    { height: 0.6, length: 8.3 },
    { height: 0.7, length: 21 },
  ],
  perLight: 30,
  strand: 1.6,
}

/**
 * Depth of the photo below a cut that is painted like the crown, in units, and heights across which the skin above brows
 * stays. Many photos are darker along their edge, which would show as a line. Curls have a texture that would end there.
 */
const SEAM = { hair: 1.5, skin: 4.5, brows: [-36, -30] } as const
/** Mirrored hair shows this far above the cut, where its strands would end in a line. It fades across these heights. */
const HAIR_FADES = [0, 1.5] as const
/** The same for skin. */
const SKIN_FADES = [0, 3.5] as const

/** Curls between these values have no strands to follow. */
export const CURLY = [0.5, 0.9] as const
/** Number of lightness levels whose hair has its own color, and the levels beside it that count as well. */
const LEVELS = { count: 24, beside: 1.5 } as const

type HairFields = { readonly mask: Field; readonly skin: Field; readonly foreign: Field; readonly kind: Uint8Array }

/**
 * Replaces the mirrored photo in a reconstructed crown with the tone of the hair at its root, in place: the hair right
 * below the cut, or beside it where the photo ends in the forehead. A forehead continues the skin below it. Brightness
 * and color do not change at the cut.
 *
 * @param foreign pixels that are not hair, above 0
 * @param isInside returns true for a pixel in the photo
 * @param curls curliness of the hair, 0 to 1
 * @returns the share of the tone that was replaced, or null without hair at the cut
 */
export function continueTone(
  planes: LabPlanes,
  { mask, skin, foreign, kind }: HairFields,
  cut: Crown,
  isInside: (i: number) => boolean,
  grid: Grid,
  curls: number,
): Field | null {
  const all = [planes.lightness, planes.a, planes.b] as const
  const straight = 1 - smoothstep(...CURLY, curls)
  const crown = { ...cut, lineAt: (x: number) => cut.lineAt(x) + SEAM.hair * straight }
  const forehead = { ...cut, lineAt: (x: number) => cut.lineAt(x) + SEAM.skin }
  const hairPixels = new Uint8Array(mask.length)
  const skinPixels = new Uint8Array(mask.length)
  const whole: number[] = []
  const upper: number[] = []
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < SURE.mask || !isInside(i)) continue
    if (kind[i] === KIND.hair && skin[i]! <= SURE.skin && foreign[i]! <= SURE.foreign) {
      hairPixels[i] = 1
      whole.push(i)
      if (unitY(grid, Math.floor(i / grid.w)) < WHOLE.upperY) upper.push(planes.lightness[i]!)
    }
    if (skin[i]! >= SURE.bare) skinPixels[i] = 1
  }
  const readTone = learnTone(all, crown, grid, findSources(kind, crown, grid, hairPixels))
  if (!readTone) return null
  const colorAt = mapColors(planes, whole)
  const layStrand = followStrands(all, hairPixels, crown, grid, straight)
  const readSkin = learnTone(all, forehead, grid, skinPixels)
  const out = createField(grid)
  const hair = new Float64Array(3)
  readTone(0, Infinity, hair)
  const drift = upper.length > 0 ? percentile(upper, WHOLE.lightness) - hair[0]! : 0
  const bare = new Float64Array(3)
  for (let row = 0, i = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    for (let column = 0; column < grid.w; column++, i++) {
      const isFace = kind[i] === KIND.faceSkin
      if (!(isFace || kind[i] === KIND.hair)) continue
      const x = unitX(grid, column)
      const overSkin = forehead.lineAt(x) - y
      if (overSkin < 0 || (isInside(i) && !cut.holds(x, y - SEAM.skin))) continue
      const above = Math.max(0, crown.lineAt(x) - y)
      readTone(crown.rootOf(x, y), above, hair)
      const shifted = WHOLE.share * smoothstep(WHOLE.fades[0], WHOLE.fades[1], above)
      // The side in the light stays lighter.
      hair[0]! += shifted * drift
      const [wholeA, wholeB] = colorAt(hair[0]!)
      hair[1]! += shifted * (wholeA - hair[1]!)
      hair[2]! += shifted * (wholeB - hair[2]!)
      const smooth = hair[0]!
      layStrand?.(x, y, above, hair)
      const strand = clamp(HAIRLINE.perLight * (hair[0]! - smooth), -HAIRLINE.strand, HAIRLINE.strand)
      const depth = getForeheadDepth(crown, x, y)
      const hairy = isInside(i)
        ? clamp(1 - skin[i]!, 0, 1)
        : Number.isFinite(depth)
          ? 1 - smoothstep(HAIRLINE.soft[0], HAIRLINE.soft[1], depth + strand + addWaves(HAIRLINE.waves, x))
          : isFace
            ? 0
            : 1
      if (hairy < 1) readSkin?.(x, overSkin, bare)
      const mirrored = indexAt(grid, x, y + 2 * above)
      const isMirroredHair = (isInside(i) || kind[mirrored] === KIND.hair) && foreign[mirrored]! <= SURE.foreign
      const ofHair = isMirroredHair ? smoothstep(HAIR_FADES[0], HAIR_FADES[1], above) : 1
      const onBrow = isInside(i) ? smoothstep(SEAM.brows[0], SEAM.brows[1], y) : 0
      const ofSkin = readSkin ? smoothstep(SKIN_FADES[0], SKIN_FADES[1], overSkin) * (1 - onBrow) : 0
      const shade = SHADE.share * Math.exp(-Math.max(0, depth) / SHADE.units)
      for (let n = 0; n < 3; n++) {
        const plane = all[n]!
        const own = plane[i]!
        const skinTone = own + ofSkin * (bare[n]! - own)
        const hairTone = own + ofHair * (hair[n]! - own)
        plane[i] = hairTone + (1 - hairy) * (skinTone + shade * (hair[n]! - skinTone) - hairTone)
      }
      // The mirrored photo does not show through a hairline.
      if (isInside(i)) out[i] = hairy * ofHair + (1 - hairy) * ofSkin
      else out[i] = hairy === 1 ? ofHair : Math.max(ofSkin, Math.min(1, 4 * hairy))
    }
  }
  return out
}

/** Returns the distance of a point to the reconstructed hairline, negative in the hair. */
function getForeheadDepth({ foreheadAt }: Crown, x: number, y: number): number {
  const depth = foreheadAt(x, y)
  if (!Number.isFinite(depth)) return depth
  const [left, right] = [foreheadAt(x - 1, y), foreheadAt(x + 1, y)]
  const steep = Number.isFinite(left) && Number.isFinite(right) ? (right - left) / 2 : 0
  return depth / Math.sqrt(1 + steep * steep)
}

/** Returns a function for the mean a and b of hair with a lightness. Strands in the light are more colorful than dark ones. */
function mapColors({ lightness, a, b }: LabPlanes, hair: readonly number[]): (lightness: number) => [number, number] {
  const levels = Array.from({ length: LEVELS.count }, () => [0, 0, 0] as [number, number, number])
  for (const i of hair) {
    const sums = levels[clamp(Math.floor(lightness[i]! * LEVELS.count), 0, LEVELS.count - 1)]!
    sums[0]++
    sums[1] += a[i]!
    sums[2] += b[i]!
  }
  return (value) => {
    let [count, sumA, sumB] = [0, 0, 0]
    levels.forEach((sums, n) => {
      const off = (value * LEVELS.count - n - 0.5) / LEVELS.beside
      const near = 1 / (1 + off ** 4)
      count += near * sums[0]
      sumA += near * sums[1]
      sumB += near * sums[2]
    })
    return [sumA / count, sumB / count]
  }
}

/** Writes the color above a column of the cut. @param above the height above the cut. All in units. */
type ReadTone = (x: number, above: number, to: Float64Array) => void

/** Returns the pixels of hair below a cut that do not mix with skin, or all of them if those are too few. */
function findSources(kind: Uint8Array, crown: Crown, grid: Grid, hair: Uint8Array): Uint8Array {
  const isFace = Float32Array.from(kind, (k) => (k === KIND.faceSkin ? 1 : 0))
  const face = boxBlur(isFace, grid, Math.round(SURE.fromFace * grid.perUnit))
  const pure = new Uint8Array(hair.length)
  let count = 0
  for (let i = 0; i < hair.length; i++) {
    if (hair[i] === 0 || face[i] !== 0) continue
    const below = unitY(grid, Math.floor(i / grid.w)) - crown.lineAt(unitX(grid, i % grid.w))
    if (below < 0 || below > STRIP.units) continue
    pure[i] = 1
    count++
  }
  for (const field of [isFace, face]) releaseBuffer(field)
  return count < PIXELS_MIN ? hair : pure
}

/** Sums of the color below a cut in every column, weighted by depth. */
type Strip = { readonly fades: number; readonly weights: Float64Array; readonly sums: readonly Float64Array[] }

/** Measures the color right below a cut where `sources` is 1. Returns null if it is nowhere. */
function learnTone(all: readonly Field[], crown: Crown, grid: Grid, sources: Uint8Array): ReadTone | null {
  const strips: Strip[] = [STRIP.atLine, STRIP.fades].map((fades) => ({
    fades,
    weights: new Float64Array(grid.w),
    sums: all.map(() => new Float64Array(grid.w)),
  }))
  for (let i = 0; i < sources.length; i++) {
    if (sources[i] === 0) continue
    const column = i % grid.w
    const below = unitY(grid, Math.floor(i / grid.w)) - crown.lineAt(unitX(grid, column))
    if (below < 0 || below > STRIP.units) continue
    for (const { fades, weights, sums } of strips) {
      const weight = Math.exp(-below / fades)
      weights[column]! += weight
      for (let n = 0; n < all.length; n++) sums[n]![column]! += weight * all[n]![i]!
    }
  }
  if (!strips[0]!.weights.some((weight) => weight > 0)) return null
  const levels = average(strips, grid)
  return (x, above, to) => {
    const root = Math.min(grid.w - 1.001, Math.max(0, (x - grid.x0) * grid.perUnit - 0.5))
    const level = Math.min(WIDTHS.length - 1.001, above / BAND_UNITS)
    const column = Math.floor(root)
    const lower = Math.floor(level)
    const u = root - column
    const v = level - lower
    for (let n = 0; n < all.length; n++) {
      const near = levels[lower]![n]!
      const far = levels[lower + 1]![n]!
      to[n] =
        (1 - v) * ((1 - u) * near[column]! + u * near[column + 1]!) +
        v * ((1 - u) * far[column]! + u * far[column + 1]!)
    }
  }
}

/** Returns the mean per column at every width, narrowest first. A larger width fills columns without hair. */
function average([atLine, deep]: readonly Strip[], { w, perUnit }: Grid): Float64Array[][] {
  const levels: Float64Array[][] = []
  for (const units of [...WIDTHS].reverse()) {
    const { fades, weights, sums } = units <= STRIP.widths ? atLine! : deep!
    const sigma = units * perUnit
    const coarser = levels[0]
    const level = sums.map(() => new Float64Array(w))
    for (let x = 0; x < w; x++) {
      let total = 0
      const means = new Float64Array(sums.length)
      for (let from = 0; from < w; from++) {
        if (weights[from] === 0) continue
        // A long tail finds hair at any distance.
        const off = (x - from) / sigma
        const near = 1 / ((1 + off * off) * (1 + off * off))
        total += near * weights[from]!
        for (let n = 0; n < sums.length; n++) means[n]! += near * sums[n]![from]!
      }
      const farther = coarser ? FARTHER * fades * perUnit * sigma : 0
      means.forEach((mean, n) => (level[n]![x] = (mean + farther * (coarser?.[n]![x] ?? 0)) / (total + farther)))
    }
    levels.unshift(level)
  }
  return levels
}
