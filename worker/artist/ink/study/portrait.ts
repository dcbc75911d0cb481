import { letGo } from '#worker/http/let-go.ts'
import type { Crop } from './crop.ts'
import { contourDistance } from '../field/distance.ts'
import type { FaceMap } from './face-map.ts'
import { type FaceWindows, faceWindows } from './face-windows.ts'
import { findLines } from '../field/flow-lines.ts'
import { type Field, type Grid, halfOf } from '../field/grid.ts'
import { combHair } from './hair.ts'
import { CONTOUR_BLUR_UNITS, type HeadMask } from './head-mask.ts'
import { clamp } from '../field/numbers.ts'
import type { Lab } from '../color/oklab.ts'
import { doubled, halved } from '../field/resize.ts'
import { KIND, wornField } from './segment-fields.ts'
import { sharpen, sharpnessOf } from '../field/sharpness.ts'
import { findSkin } from './skin-field.ts'
import { skinPaintOf } from '../color/skin-paint.ts'
import { barePixels, measureSkin } from './skin-tone.ts'
import { dropSpecks } from '../field/specks.ts'
import { fieldsOf, middleTone, type Tones, tonesOf } from './tones.ts'

/**
 * Everything the photo says about a head. The fields are smooth; they are cut at the size of the finished drawing, so
 * that even a small photo gives edges one pixel wide.
 */
export type Portrait = {
  readonly grid: Grid
  /** Distance to the outline in pixels of the grid, positive inside. */
  readonly distance: Field
  /** One half at the hairline, more on skin. */
  readonly skin: Field
  /** Eyes and mouth, softly. */
  readonly features: Field
  /** Hats, bands, glasses, softly. */
  readonly worn: Field
  /** How surely each place lies on a stroke. */
  readonly lines: Field
  /** At half the size of the grid: laid over a larger copy of the photo they need no detail of their own. */
  readonly tones: Tones
  /** How strong the strokes of eyes and mouth are before anything is done about it; see `sharpness.ts`. */
  readonly sharpness: number
  /** The skin in light, as measured. */
  readonly skinColor: Lab
  /** What it is drawn as. */
  readonly skinPaint: Lab
  /** The middle of the face as it is drawn, cheeks that shine and those in shadow together. */
  readonly drawnSkin: Lab
}

/** The skin on which the strength of strokes was tuned. */
const REFERENCE_LIGHTNESS = 0.74
/** Frames of glasses and the edges of hats are inked like this, as a share of what eyes are. */
const WORN_INK = 0.8

/** @param head as it was cut out; its fields are kept. */
export function studyHead(head: HeadMask, map: FaceMap): Portrait {
  const { crop, mask, kind } = head
  const { grid } = crop
  const half = halfOf(grid)
  const small = { lightness: halved(crop.lightness, grid), a: halved(crop.a, grid), b: halved(crop.b, grid) }
  const smallMask = halved(mask, grid)
  const planes = { ...small, grid: half }
  const isFace = (i: number) => kind[i] === KIND.faceSkin
  const skinColor = measureSkin(planes, map, isFace)
  const skinPaint = skinPaintOf(skinColor)

  const smallSkin = findSkin(small, smallMask, head, map, half)
  const skin = doubled(smallSkin, grid)
  const smallWorn = wornField(kind, half)
  const worn = doubled(smallWorn, grid)
  const windows = faceWindows(grid, skin, mask, doubled(head.oval, grid), map)
  for (let i = 0; i < worn.length; i++) windows.ink[i] = Math.max(windows.ink[i]!, WORN_INK * Math.min(1, 2 * worn[i]!))
  const lines = linesOf(crop, mask, skin, windows, skinColor)
  const sharpness = sharpnessOf(lines, windows.features)
  sharpen(lines, sharpness)
  dropSpecks(lines, mask, skin, windows.ink, grid)

  const { features } = windows
  const materials = {
    skin: smallSkin,
    features: halved(features, grid),
    worn: smallWorn,
    strands: combHair(small.lightness, smallMask, smallSkin, half),
  }
  const tones = tonesOf(planes, materials, skinColor, skinPaint, barePixels(map, half, isFace, 'cheeks'))
  const face: number[] = []
  for (let i = 0; i < smallSkin.length; i++) if (smallSkin[i]! > 0.6 && smallMask[i]! > 0.6 && isFace(i)) face.push(i)
  const drawnSkin = middleTone(tones, planes, face.length > 0 ? face : barePixels(map, half))
  for (const field of [...Object.values(materials), ...Object.values(small), windows.ink]) letGo(field)
  const distance = contourDistance(mask, grid, CONTOUR_BLUR_UNITS * grid.perUnit)
  return { grid, distance, skin, features, worn, lines, tones, sharpness, skinColor, skinPaint, drawnSkin }
}

/** Gives back the memory of a portrait. */
export function letGoPortrait({ distance, skin, features, worn, lines, tones }: Portrait): void {
  for (const field of [distance, skin, features, worn, lines, ...fieldsOf(tones)]) letGo(field)
}

/** Strokes weighted by where ink matters. Contrast on dark skin is as strong in relation to it as on fair skin. */
function linesOf(crop: Crop, mask: Field, skin: Field, { features, ink }: FaceWindows, color: Lab): Field {
  const lines = findLines(crop.lightness, mask, features, crop.grid, ink)
  const onSkin = clamp(REFERENCE_LIGHTNESS / color[0], 1, 2)
  for (let i = 0; i < lines.length; i++) lines[i]! *= ink[i]! * (skin[i]! > 0.5 ? onSkin : 1)
  return lines
}
