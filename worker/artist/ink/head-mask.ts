import { letGo } from '#worker/http/let-go.ts'
import { boxBlur, gaussBlur } from './blur.ts'
import { binsOf, type Cuts, learnRatios } from './color-model.ts'
import type { Crop } from './crop.ts'
import { eachPixel, type Field, fieldOf, type Grid, halfOf, indexAt, unitX, unitY, WINDOW } from './grid.ts'
import { applyFit, type Fit, guidedFit } from './guided-filter.ts'
import { findHairColor, isBeside } from './hair-fall.ts'
import { sigmoid } from './numbers.ts'
import { cutCrop, cutField, partAround, twice } from './part.ts'
import { jawHalfWidth } from './proportions.ts'
import { floodFrom } from './regions.ts'
import { doubled, halved } from './resize.ts'

const CUTS: Cuts = { lightness: { shift: 0, scale: 16 }, a: { shift: 0.2, scale: 40 }, b: { shift: 0.2, scale: 40 } }
const ROUNDS = 3
const UNSEEN = 2e-5
const SMOOTHNESS = 8e-4
const PLACE_SHARPNESS = 4.2
/** Beyond the edge of the picture a head ends where heads do: it is completed, not stretched. */
const BEYOND_SHARPNESS = 40
/** The odds that a place beside the face belongs to the head when its color is that of the hair. */
const FALL_ODDS = Math.exp(-1)
/** Where a jaw begins to be narrower than a skull. */
const JAW_TOP = -10
/** How much of what is around a pixel must be the piece, for the pixel to be near it. */
const NEAR_MIN = 0.1
/** The outline is rounded like this, which hides small faults of the cut-out. */
export const CONTOUR_BLUR_UNITS = 3.2

export type HeadMask = {
  /** The part of the window that shows the head and what is close around it; the fields below are of its size. */
  readonly crop: Crop
  /** 1 inside the head, 0 outside; the contour is where it crosses one half. */
  readonly mask: Field
  /** How sure each pixel was before the contour was drawn, 0 to 1, at half size. */
  readonly certainty: Field
}

/**
 * Tells a head from its surroundings without a model: color histograms seeded by where heads are, a guided filter that
 * follows the picture's edges, the one piece that holds the face; then the neck is cut off along the jaw.
 *
 * @param whole the window; it is let go
 */
export function maskHead(whole: Crop): HeadMask {
  const window = halfOf(whole.grid)
  const isInside = insideOf(whole, window)
  const separated = separate(whole, priorOf(window, isInside), window, isInside)
  const piece = onePiece(separated.certainty, separated.hair, window)
  const half = partAround(piece, window, NEAR_MIN)
  const cut = (field: Field) => cutField(field, window, half)
  const [near, hair, certainty] = [cut(piece), cut(separated.hair), cut(separated.certainty)]
  const crop = cutCrop(whole, twice(half))
  const { slope, offset } = separated.fit
  const fit = { slope: doubled(cut(slope), crop.grid), offset: doubled(cut(offset), crop.grid) }
  const full = applyFit(fit, crop.lightness)
  for (const field of [whole.lightness, whole.a, whole.b, fit.slope, fit.offset, slope, offset, piece]) letGo(field)
  const shape = fieldOf(crop.grid)
  for (let row = 0, i = 0; row < crop.grid.h; row++) {
    const y = unitY(crop.grid, row)
    const jaw = jawHalfWidth(y)
    const halfRow = Math.min(row >> 1, half.h - 1) * half.w
    for (let column = 0; column < crop.grid.w; column++, i++) {
      // What is rounded off in the end need not be read between pixels.
      const at = halfRow + Math.min(column >> 1, half.w - 1)
      const isLikely = near[at]! > NEAR_MIN && full[i]! > 0.5
      shape[i] = belongs(Math.abs(unitX(crop.grid, column)), y, jaw, isLikely, hair[at]! > 0) ? 1 : 0
    }
  }
  const mask = gaussBlur(shape, crop.grid, CONTOUR_BLUR_UNITS * crop.grid.perUnit)
  for (const field of [shape, full]) letGo(field)
  return { crop, mask, certainty }
}

/** Whether a pixel of the half grid was in the picture at all. */
function insideOf({ inside, grid }: Crop, half: Grid): (i: number) => boolean {
  const every = new Uint8Array(half.w * half.h)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) every[i] = inside[y * 2 * grid.w + x * 2]!
  return (i) => every[i] === 1
}

/**
 * How likely a pixel belongs to a head by its place alone: an egg, wider above. Beyond the edge of the picture there
 * may be any color, so there the egg is the outline itself: flatter on top, as high as most hair is.
 */
function priorOf(grid: Grid, isInside: (i: number) => boolean): Field {
  const prior = fieldOf(grid)
  eachPixel(grid, (i, x, y) => {
    const across = x / (y < 0 ? 66 : 56)
    const along = (y + 12) / (y < -12 ? 92 : 82)
    const beyond = (y + 12) / (y < -12 ? 80 : 82)
    prior[i] = isInside(i)
      ? sigmoid((1 - across ** 2 - along ** 2) * PLACE_SHARPNESS)
      : sigmoid((1 - Math.abs(across) ** 2.5 - Math.abs(beyond) ** 2.5) * BEYOND_SHARPNESS)
  })
  return prior
}

function separate(
  crop: Crop,
  prior: Field,
  half: Grid,
  isInside: (i: number) => boolean,
): { fit: Fit; certainty: Field; hair: Field } {
  const lightness = halved(crop.lightness, crop.grid)
  const bins = binsOf({ lightness, a: halved(crop.a, crop.grid), b: halved(crop.b, crop.grid) }, CUTS)
  const hair = findHairColor(bins, half, isInside)
  const oddsByPlace = prior.map((p) => ((p + 1e-3) / (1 - p + 1e-3)) ** 1.25)
  eachPixel(half, (i, x, y) => {
    if (hair[i]! > 0.5 && isBeside(x, y)) oddsByPlace[i] = Math.max(oddsByPlace[i]!, FALL_ODDS)
    else hair[i] = 0
  })
  const likely = fieldOf(half)
  let certainty = prior
  let fit: Fit = { slope: prior, offset: prior }
  for (let round = 0; round < ROUNDS; round++) {
    const ratios = learnRatios(
      {
        bins,
        isFront: (i) => certainty[i]! > 0.85 && isInside(i),
        isBack: (i) => certainty[i]! < 0.15 && hair[i] === 0 && isInside(i),
      },
      UNSEEN,
    )
    const oddsByColor = ratios.map((ratio) => Math.exp(0.8 * ratio))
    for (let i = 0; i < likely.length; i++) likely[i] = 1 - 1 / (1 + oddsByPlace[i]! * oddsByColor[bins[i]!]!)
    fit = guidedFit(lightness, likely, half, Math.round(5 * half.perUnit), SMOOTHNESS)
    certainty = applyFit(fit, lightness)
  }
  return { fit, certainty, hair }
}

/**
 * The piece around the face, without thin bridges to things that have its colors, and a little around it. Below the
 * jaw only hair goes on, so that a beard or a neck is no bridge to a shirt.
 */
function onePiece(certainty: Field, hair: Field, grid: Grid): Field {
  const solid = boxBlur(
    certainty.map((p) => (p > 0.5 ? 1 : 0)),
    grid,
    Math.max(1, Math.round(2.2 * grid.perUnit)),
  )
  const seeds: number[] = []
  for (let y = -20; y < 40; y += 8) for (let x = -16; x <= 16; x += 8) seeds.push(indexAt(grid, x, y))
  const face = floodFrom(seeds, grid, (i) => solid[i]! >= 0.8)

  const jaw = Math.round((JAW_TOP - WINDOW.y0) * grid.perUnit) * grid.w
  const crown: number[] = []
  for (let i = 0; i < jaw; i++) if (face[i]) crown.push(i)
  const hanging = floodFrom(crown, grid, (i) => solid[i]! >= 0.8 && (i < jaw || hair[i]! > 0))
  const piece = fieldOf(grid)
  for (let i = 0; i < piece.length; i++) piece[i] = hanging[i] || (face[i] && hair[i] === 0) ? 1 : 0
  return boxBlur(piece, grid, Math.max(2, Math.round(3 * grid.perUnit)))
}

/** The middle of a face is always head; beside and below the jaw nothing is but hair. */
function belongs(x: number, y: number, jaw: number, isLikely: boolean, isHair: boolean): boolean {
  if (y > JAW_TOP) {
    if (x > jaw + (y < 24 ? 10 : 2)) return isLikely && isHair
    if (x < jaw - 15 && y < 62) return true
  }
  return isLikely || (x < 34 && y > -40 && y < 40)
}
