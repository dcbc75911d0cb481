import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { gaussBlur } from '../field/blur.ts'
import {
  createField,
  eachPixel,
  type Field,
  getHalfIndex,
  type Grid,
  indexAt,
  toHalfGrid,
  unitX,
  unitY,
} from '../field/grid.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Crown } from './crown.ts'
import { CURLY } from './crown-tone.ts'
import type { HeadMask } from './head-mask.ts'
import { KIND } from './segment-fields.ts'

/** Patch sizes to try, largest first, in units. Shapes larger than `coarse` are left to the tones. */
const PATCH = { units: [9, 6, 4, 2.5], coarse: 7 } as const
/** Distance between possible patches, in units. */
const STEP_UNITS = 1.25
/**
 * Patches come from hair near the same column, so that strands keep their direction and neighbors continue each other.
 * Curls may come from afar. `below` is the weight of vertical distance.
 */
const SCATTER = { straight: 3, curly: 40, below: 0.5 } as const
/** Exponent of a patch's window. A mean of several patches would not show strands. */
const WINDOW_POWER = 3
/** Straight hair from this far, in units, has strands in another direction. Its texture fades out. */
const FAR = [6, 22] as const
/** Minimum mask value of the hair that patches are taken from. */
const SURE = 0.985
/** The mirrored photo shows this far above the cut. Patches replace it across these heights, in units. */
export const MIRROR_FADES = [0, 3] as const
/** Fewer possible patches would repeat in a visible pattern. */
const SOURCES_MIN = 32
/** Strength of the patches on straight hair beside the photo, whose strands would not meet. */
const STRAIGHT_SHARE = 0.9
/** Maximum contrast of the patches. Highlights in straight hair would repeat like tiles. */
const CONTRAST_MAX = { straight: 0.12, curly: 0.3 } as const

/** Softness of the patches on foreign pixels. */
const FOREIGN = [0.2, 0.8] as const

/**
 * Continues the texture of the hair into a reconstructed crown and beyond the photo's sides, from patches of the photo's own hair: image quilting
 * with blended seams (Efros and Freeman, "Image quilting for texture synthesis and transfer", 2001).
 *
 * @param crown null if the photo shows it
 * @param foreign pixels of the photo that get the texture of hair as well, at half size
 * @returns lightness relative to the surroundings, 0 where the photo shows hair
 */
export function growHair({ crop, mask, kind, curls }: HeadMask, crown: Crown | null, foreign: Field): Field {
  const { grid, lightness, inside } = crop
  const sides = findPhotoSides(inside, grid)
  const small = toHalfGrid(grid)
  const foreignAt = (i: number) => foreign[getHalfIndex(small, i % grid.w, Math.floor(i / grid.w))]!
  /** Returns the distance to the photo's sides, positive beyond them, in units. */
  const besideBy = (column: number, row: number) =>
    Math.max(sides.left[row]! - column, column - sides.right[row]!) / grid.perUnit
  const holds = (x: number, y: number) => {
    if (crown?.holds(x, y)) return true
    const i = indexAt(grid, x, y)
    if (i < 0 || i >= mask.length || mask[i]! <= 0.5) return false
    return inside[i] === 0 ? besideBy(i % grid.w, Math.floor(i / grid.w)) > 0 : foreignAt(i) > FOREIGN[0]
  }
  const sums = sumHair(mask, kind, inside, foreign, grid)
  const smooth = gaussBlur(lightness, grid, PATCH.coarse * grid.perUnit)
  const out = createField(grid)
  const weights = createField(grid)
  const most = CONTRAST_MAX.straight + (CONTRAST_MAX.curly - CONTRAST_MAX.straight) * curls
  const rise = crown ? measureRise(crown, grid) : 0
  for (const units of PATCH.units) {
    const half = Math.round(units * grid.perUnit)
    const sources = findSources(sums, grid, half)
    if (sources.length < SOURCES_MIN) continue
    const window = Float32Array.from(
      { length: 2 * half },
      (_, k) => Math.sin((Math.PI * (k + 0.5)) / (2 * half)) ** (2 * WINDOW_POWER),
    )
    /** Returns the mean detail of a patch. Beside a forehead or a wall it is not 0. */
    const meanAround = (source: number) => {
      let sum = 0
      for (let dy = -half; dy < half; dy++)
        for (let dx = -half; dx < half; dx++) {
          const from = source + dy * grid.w + dx
          sum += lightness[from]! - smooth[from]!
        }
      return sum / (2 * half) ** 2
    }
    for (let y = half; y < grid.h - half; y += half) {
      for (let x = half; x < grid.w - half; x += half) {
        const [toX, toY] = [unitX(grid, x), unitY(grid, y)]
        // Patches reach over the edge of the crown.
        const isNear = [-units, 0, units].some((off) => holds(toX + off, toY + units)) || holds(toX, toY)
        if (!isNear) continue
        const isAbove = crown !== null && toY < crown.lineAt(toX) + units
        const fromY = isAbove ? y + half + rise : y
        const source = pickSource(sources, x, fromY, grid, curls)
        const mean = meanAround(source)
        const far = Math.hypot((source % grid.w) - x, Math.floor(source / grid.w) - fromY) / grid.perUnit
        const fits = 1 - (1 - curls) * smoothstep(...FAR, far)
        for (let dy = -half; dy < half; dy++) {
          for (let dx = -half; dx < half; dx++) {
            const from = source + dy * grid.w + dx
            const to = (y + dy) * grid.w + x + dx
            const weight = window[dy + half]! * window[dx + half]!
            out[to]! += weight * fits * Math.max(-most, Math.min(most, lightness[from]! - smooth[from]! - mean))
            weights[to]! += weight * weight
          }
        }
      }
    }
    break
  }
  const strength = STRAIGHT_SHARE + (1 - STRAIGHT_SHARE) * curls
  eachPixel(grid, (i, x, y) => {
    if (weights[i] === 0) return
    const beyond = Math.max(crown ? crown.lineAt(x) - y : 0, besideBy(i % grid.w, Math.floor(i / grid.w)))
    // The mean of several patches would have less contrast than one.
    const share = Math.max(
      smoothstep(...MIRROR_FADES, beyond),
      inside[i] === 1 ? smoothstep(...FOREIGN, foreignAt(i)) : 0,
    )
    // Straight strands continue in the tone.
    const patched = crown && y < crown.lineAt(x) && inside[i] === 0 ? strength * smoothstep(...CURLY, curls) : strength
    out[i]! *= (patched * share) / Math.max(0.25, Math.sqrt(weights[i]!))
  })
  for (const field of [sums, smooth, weights]) releaseBuffer(field)
  return out
}

/** Returns the height of a crown above the cut, in pixels. */
function measureRise(crown: Crown, grid: Grid): number {
  const line = crown.lineAt(0)
  let row = 0
  while (unitY(grid, row) < line && !crown.holds(0, unitY(grid, row))) row++
  return Math.max(0, Math.round((line - unitY(grid, row)) * grid.perUnit))
}

/** Returns the photo's first and last column in every row. A row above or below the photo has no side. */
function findPhotoSides(inside: Uint8Array, { w, h }: Grid): { left: Int32Array; right: Int32Array } {
  const [left, right] = [new Int32Array(h), new Int32Array(h).fill(w)]
  for (let row = 0; row < h; row++) {
    const first = inside.indexOf(1, row * w) - row * w
    if (first < 0 || first >= w) continue
    left[row] = first
    right[row] = inside.lastIndexOf(1, (row + 1) * w - 1) - row * w
  }
  return { left, right }
}

/** Returns the number of pixels that are surely hair above and left of every pixel. */
function sumHair(mask: Field, kind: Uint8Array, inside: Uint8Array, foreign: Field, grid: Grid): Field {
  const sums = createField(grid)
  const small = toHalfGrid(grid)
  for (let y = 1; y < grid.h; y++) {
    let row = 0
    for (let x = 1; x < grid.w; x++) {
      const i = y * grid.w + x
      const at = getHalfIndex(small, x, y)
      const isHair = inside[i] === 1 && mask[i]! > SURE && kind[at] === KIND.hair && foreign[at]! < FOREIGN[0]
      if (isHair) row++
      sums[i] = sums[i - grid.w]! + row
    }
  }
  return sums
}

/** Returns the centers of patches that contain only hair. */
function findSources(sums: Field, grid: Grid, half: number): number[] {
  const out: number[] = []
  const step = Math.max(1, Math.round(STEP_UNITS * grid.perUnit))
  const least = 0.97 * (2 * half) ** 2
  for (let y = half + 1; y < grid.h - half; y += step) {
    for (let x = half + 1; x < grid.w - half; x += step) {
      const [top, bottom] = [(y - half - 1) * grid.w, (y + half - 1) * grid.w]
      const [left, right] = [x - half - 1, x + half - 1]
      if (sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]! >= least)
        out.push(y * grid.w + x)
    }
  }
  return out
}

/** Picks a source near a pixel, at random so that no row repeats the one below. */
function pickSource(sources: readonly number[], x: number, y: number, grid: Grid, curls: number): number {
  const scatter = (SCATTER.straight + (SCATTER.curly - SCATTER.straight) * curls) * grid.perUnit
  let [best, least] = [sources[0]!, Infinity]
  // A fixed seed makes the drawing of a photo deterministic.
  let seed = Math.imul(y * grid.w + x, 747796405) | 0
  for (const source of sources) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0
    const dx = (source % grid.w) - x
    const dy = SCATTER.below * (Math.floor(source / grid.w) - y)
    const distance = Math.sqrt(dx * dx + dy * dy) + (scatter * (seed >>> 8)) / 16777216
    if (distance < least) [best, least] = [source, distance]
  }
  return best
}
