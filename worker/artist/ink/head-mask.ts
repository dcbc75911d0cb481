import { boxBlur, gaussBlur } from './blur.ts'
import { binsOf, type Cuts, learnRatios } from './color-model.ts'
import type { Crop } from './crop.ts'
import { eachPixel, type Field, fieldOf, type Grid, halfOf, indexAt } from './grid.ts'
import { applyFit, type Fit, guidedFit } from './guided-filter.ts'
import { sigmoid } from './numbers.ts'
import { jawHalfWidth } from './proportions.ts'
import { floodFrom } from './regions.ts'
import { doubled, halved } from './resize.ts'

const CUTS: Cuts = { lightness: { shift: 0, scale: 16 }, a: { shift: 0.2, scale: 40 }, b: { shift: 0.2, scale: 40 } }
const ROUNDS = 3
const UNSEEN = 2e-5
const SMOOTHNESS = 8e-4
/** Beyond the edge of the picture a head ends where heads do: it is completed, not stretched. */
const BEYOND_SHARPNESS = 40
/** The outline is rounded like this, which hides small faults of the cut-out. */
export const CONTOUR_BLUR_UNITS = 3.2

export type HeadMask = {
  /** 1 inside the head, 0 outside; the contour is where it crosses one half. */
  readonly mask: Field
  /** How sure each pixel was before the contour was drawn, 0 to 1, at half size. */
  readonly certainty: Field
}

/**
 * Tells a head from its surroundings without a model: color histograms seeded by where heads are, a guided filter that
 * follows the picture's edges, the one piece that holds the face; then the neck is cut off along the jaw.
 */
export function maskHead(crop: Crop): HeadMask {
  const half = halfOf(crop.grid)
  const isInside = insideOf(crop, half)
  const { fit, certainty } = separate(crop, priorOf(half, isInside), half, isInside)
  const full = applyFit(
    { slope: doubled(fit.slope, crop.grid), offset: doubled(fit.offset, crop.grid) },
    crop.lightness,
  )
  const near = doubled(facePiece(certainty, half), crop.grid)
  const shape = fieldOf(crop.grid)
  eachPixel(crop.grid, (i, x, y) => {
    shape[i] = belongs(Math.abs(x), y, near[i]! > 0.1 && full[i]! > 0.5) ? 1 : 0
  })
  return { mask: gaussBlur(shape, crop.grid, CONTOUR_BLUR_UNITS * crop.grid.perUnit), certainty }
}

/** Whether a pixel of the half grid was in the picture at all. */
const insideOf =
  ({ inside, grid }: Crop, half: Grid) =>
  (i: number) =>
    inside[Math.floor(i / half.w) * 2 * grid.w + (i % half.w) * 2] === 1

/** How likely a pixel belongs to a head by its place alone: an egg, wider above. */
function priorOf(grid: Grid, isInside: (i: number) => boolean): Field {
  const prior = fieldOf(grid)
  eachPixel(grid, (i, x, y) => {
    const distance = (x / (y < 0 ? 66 : 56)) ** 2 + ((y + 12) / (y < -12 ? 92 : 82)) ** 2
    prior[i] = sigmoid((1 - distance) * (isInside(i) ? 4.2 : BEYOND_SHARPNESS))
  })
  return prior
}

function separate(
  crop: Crop,
  prior: Field,
  half: Grid,
  isInside: (i: number) => boolean,
): { fit: Fit; certainty: Field } {
  const lightness = halved(crop.lightness, crop.grid)
  const bins = binsOf({ lightness, a: halved(crop.a, crop.grid), b: halved(crop.b, crop.grid) }, CUTS)
  const byPlace = prior.map((p) => 1.25 * Math.log((p + 1e-3) / (1 - p + 1e-3)))
  let certainty = prior
  let fit: Fit = { slope: prior, offset: prior }
  for (let round = 0; round < ROUNDS; round++) {
    const ratios = learnRatios(
      {
        bins,
        isFront: (i) => certainty[i]! > 0.85 && isInside(i),
        isBack: (i) => certainty[i]! < 0.15 && isInside(i),
      },
      UNSEEN,
    )
    const likely = byPlace.map((place, i) => sigmoid(place + 0.8 * ratios[bins[i]!]!))
    fit = guidedFit(lightness, likely, half, Math.round(5 * half.perUnit), SMOOTHNESS)
    certainty = applyFit(fit, lightness)
  }
  return { fit, certainty }
}

/** The piece around the face, without thin bridges to things that have its colors, and a little around it. */
function facePiece(certainty: Field, grid: Grid): Field {
  const solid = boxBlur(
    certainty.map((p) => (p > 0.5 ? 1 : 0)),
    grid,
    Math.max(1, Math.round(2.2 * grid.perUnit)),
  )
  const seeds: number[] = []
  for (let y = -20; y < 40; y += 8) for (let x = -16; x <= 16; x += 8) seeds.push(indexAt(grid, x, y))
  const piece = Float32Array.from(floodFrom(seeds, grid, (i) => solid[i]! >= 0.8))
  return boxBlur(piece, grid, Math.max(2, Math.round(3 * grid.perUnit)))
}

/** The middle of a face is always head; beside and below the jaw nothing is. */
function belongs(x: number, y: number, isLikely: boolean): boolean {
  if (y > -10) {
    const jaw = jawHalfWidth(y)
    if (x > jaw + (y < 24 ? 10 : 2)) return false
    if (x < jaw - 15 && y < 62) return true
  }
  return isLikely || (x < 34 && y > -40 && y < 40)
}
