import { boxBlur, gaussBlur } from './blur.ts'
import type { Crop } from './crop.ts'
import { contourDistance } from './distance.ts'
import { type FaceParts, findBrows, findIrises, findParts, type Point } from './face-parts.ts'
import { type FaceWindows, faceWindows } from './face-windows.ts'
import { findLines } from './flow-lines.ts'
import { eachPixel, type Field, type Grid, halfOf } from './grid.ts'
import { guidedFilter } from './guided-filter.ts'
import { combHair, type Hair } from './hair.ts'
import { CONTOUR_BLUR_UNITS } from './head-mask.ts'
import { fitLight } from './light-plane.ts'
import { clamp, median, percentiles } from './numbers.ts'
import type { Lab, LabPlanes } from './oklab.ts'
import { doubled, halved } from './resize.ts'
import { sharpen, sharpnessOf } from './sharpness.ts'
import { findSkin } from './skin-field.ts'
import { measureSkin } from './skin-tone.ts'
import { dropSpecks } from './specks.ts'

/** Three lightnesses that part four flat tones. */
export type Steps = readonly [number, number, number]

/**
 * Everything the photo says about a head. The fields are smooth; they are cut at the size of the finished drawing, so
 * that even a small photo gives edges one pixel wide.
 */
export type Portrait = FaceParts & {
  readonly grid: Grid
  /** Distance to the outline in pixels of the grid, positive inside. */
  readonly distance: Field
  /** One half at the hairline, more on skin. */
  readonly skin: Field
  readonly tone: Field
  /** Lightness with its detail, for eyes and mouth. */
  readonly fine: Field
  readonly lines: Field
  readonly features: Field
  readonly brows: Field
  readonly irises: readonly (Point | null)[]
  /** How strong the strokes of eyes and mouth are before anything is done about it; see `sharpness.ts`. */
  readonly sharpness: number
  readonly skinColor: Lab
  readonly hairColor: Lab
  readonly skinSteps: Steps
  readonly hairSteps: Steps
}

const SMOOTHNESS = 0.0016
/** A stroke that is just inked. */
const GAP_INK = 0.0135
/** Up to here the hairline's own ink covers the skin. */
const HAIRLINE_END = 0.7
/** The skin on which the strength of strokes was tuned. */
const REFERENCE_LIGHTNESS = 0.74

/** @param mask of the head, at the size of the crop. */
export function studyHead(crop: Crop, mask: Field): Portrait {
  const { grid } = crop
  const half = halfOf(grid)
  const small = {
    lightness: halved(crop.lightness, grid),
    a: halved(crop.a, grid),
    b: halved(crop.b, grid),
  }
  const smallMask = halved(mask, grid)
  const skinColor = measureSkin(crop)
  const smallSkin = findSkin(small, smallMask, half)
  const skin = doubled(smallSkin, grid)
  const windows = faceWindows(grid, skin, mask)
  const lines = linesOf(crop, mask, skin, windows, skinColor)
  const sharpness = sharpnessOf(lines, windows.features)
  const fine = gaussBlur(crop.lightness, grid, 0.45 * grid.perUnit)
  sharpen({ lines, fine }, sharpness, grid)
  const tone = toneOf({ lightness: small.lightness, skin: smallSkin }, { fine, skin }, windows, grid, skinColor)
  const hair = combHair(small.lightness, smallMask, smallSkin, half)
  layHair({ tone, lines }, { tone: doubled(hair.tone, grid), gaps: doubled(hair.gaps, grid) }, skin, mask)
  dropSpecks(lines, mask, skin, windows.ink, grid)
  const irises = findIrises(fine, grid, skinColor)
  return {
    grid,
    distance: contourDistance(mask, grid, CONTOUR_BLUR_UNITS * grid.perUnit),
    skin,
    tone,
    fine,
    lines,
    features: windows.features,
    brows: findBrows(small.lightness, windows.brows, grid),
    irises,
    ...findParts(small, smallMask, grid, skinColor, irises),
    skinColor,
    sharpness,
    ...stepsOf(tone, mask, skin, windows.features),
    hairColor: measureHair(small, smallMask, smallSkin, half),
  }
}

/**
 * Few large shapes on the skin, detail in eyes and mouth, and the light of the photo taken out.
 *
 * @param small at half size, which is enough for large shapes.
 */
function toneOf(
  small: { lightness: Field; skin: Field },
  { fine, skin }: { fine: Field; skin: Field },
  { features }: FaceWindows,
  grid: Grid,
  color: Lab,
): Field {
  const half = halfOf(grid)
  const once = guidedFilter(small.lightness, small.lightness, half, Math.round(2 * half.perUnit), SMOOTHNESS)
  const smooth = guidedFilter(once, once, half, Math.round(2.5 * half.perUnit), SMOOTHNESS)
  const light = fitLight(smooth, small.skin, half, color)
  const tone = doubled(gaussBlur(smooth, half, 1.6 * half.perUnit), grid)
  eachPixel(grid, (i, x, y) => {
    const detail = features[i]!
    const photoLight = (0.85 * light.perX * x + 0.7 * light.perY * y) * skin[i]!
    tone[i] = tone[i]! * (1 - detail) + fine[i]! * detail - photoLight
  })
  return tone
}

/** On hair the strands take the place of what was found on skin. */
function layHair({ tone, lines }: Pick<Portrait, 'tone' | 'lines'>, hair: Hair, skin: Field, mask: Field): void {
  for (let i = 0; i < tone.length; i++) {
    if (skin[i]! >= HAIRLINE_END || mask[i]! < 0.3) continue
    lines[i] = skin[i]! < 0.5 ? hair.gaps[i]! * GAP_INK : 0
    if (skin[i]! < 0.5) tone[i] = hair.tone[i]!
  }
}

/** Strokes weighted by where ink matters. Contrast on dark skin is as strong in relation to it as on fair skin. */
function linesOf(crop: Crop, mask: Field, skin: Field, { features, ink }: FaceWindows, color: Lab): Field {
  const lines = findLines(crop.lightness, mask, features, crop.grid, ink)
  const onSkin = clamp(REFERENCE_LIGHTNESS / color[0], 1, 2)
  for (let i = 0; i < lines.length; i++) lines[i]! *= ink[i]! * (skin[i]! > 0.5 ? onSkin : 1)
  return lines
}

function stepsOf(tone: Field, mask: Field, skin: Field, features: Field): { skinSteps: Steps; hairSteps: Steps } {
  const onSkin: number[] = []
  const onHair: number[] = []
  for (let i = 0; i < tone.length; i += 3) {
    if (mask[i]! <= 0.6) continue
    if (skin[i]! > 0.6 && features[i]! < 0.3) onSkin.push(tone[i]!)
    else if (skin[i]! < 0.3) onHair.push(tone[i]!)
  }
  return {
    skinSteps: percentiles(onSkin, [0.12, 0.36, 0.9] as const),
    hairSteps: percentiles(onHair, [0.3, 0.72, 0.93] as const),
  }
}

function measureHair(planes: LabPlanes, mask: Field, skin: Field, half: Grid): Lab {
  const smooth = { a: boxBlur(planes.a, half, 3, 2), b: boxBlur(planes.b, half, 3, 2) }
  const pixels: number[] = []
  for (let i = 0; i < mask.length; i++) if (mask[i]! > 0.8 && skin[i]! < 0.25) pixels.push(i)
  const middle = (field: Field) => median(pixels.map((i) => field[i]!))
  return [middle(planes.lightness), middle(smooth.a), middle(smooth.b)]
}
