import { letGo } from '#worker/http/let-go.ts'
import type { Crop } from './crop.ts'
import { boxBlur } from '../field/blur.ts'
import { contourDistance } from '../field/distance.ts'
import type { FaceMap } from './face-map.ts'
import { type FaceWindows, faceWindows } from './face-windows.ts'
import { findLines } from '../field/flow-lines.ts'
import { type Field, fieldOf, type Grid, halfOf, indexAt, unitY } from '../field/grid.ts'
import { floodFrom } from '../field/regions.ts'
import { combHair } from './hair.ts'
import { CONTOUR_BLUR_UNITS, type HeadMask } from './head-mask.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { Lab } from '../color/oklab.ts'
import { doubled, halved } from '../field/resize.ts'
import { KIND, wornField } from './segment-fields.ts'
import { sharpen, sharpnessOf } from '../field/sharpness.ts'
import { insideOf, type Place2 } from '../field/polygon.ts'
import { measureRelief } from './relief.ts'
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
  /** Strands of hair, lighter and darker than what is around them, -1 to 1; 0 elsewhere. */
  readonly strands: Field
  /** At half the size of the grid: laid over a larger copy of the photo they need no detail of their own. */
  readonly tones: Tones
  /** How strong the strokes of eyes and mouth are before anything is done about it; see `sharpness.ts`. */
  readonly sharpness: number
  /** The skin in light, as measured. */
  readonly skinColor: Lab
  /** The color that the skin is drawn in. */
  readonly skinPaint: Lab
  /** The middle of the face as it is drawn, cheeks that shine and those in shadow together. */
  readonly drawnSkin: Lab
  /** The color of the neck below it. */
  readonly neckSkin: Lab
  /** The middle of the hair as it is drawn; null without any. */
  readonly drawnHair: Lab | null
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
  const teeth = within(map.lipsIn, half, 0.6, 2)
  const lines = linesOf(crop, mask, skin, windows, skinColor)
  const sharpness = sharpnessOf(lines, windows.features)
  sharpen(lines, sharpness)
  dropSpecks(lines, mask, skin, windows.ink, grid)
  const betweenLips = doubled(teeth, grid)
  for (let i = 0; i < lines.length; i++) lines[i]! *= 1 - TEETH_CALM * betweenLips[i]!
  letGo(betweenLips)

  const { features } = windows
  const foreign = foreignTo(head, half)
  const mouth = within(map.lipsOut, half, -5, -1)
  const { tone, strands, locks } = combHair(small.lightness, smallMask, smallSkin, foreign, half)
  const materials = {
    mask: smallMask,
    foreign,
    whites: findWhites(map, half),
    mouth,
    teeth,
    skin: smallSkin,
    features: halved(features, grid),
    worn: smallWorn,
    strands: tone,
  }
  const relief = measureRelief(map, half)
  const tones = tonesOf(planes, materials, relief, skinColor, skinPaint, barePixels(map, half, isFace, 'cheeks'))
  const face: number[] = []
  const jaw: number[] = []
  const mouthY = map.lipsOut[15]!.y
  for (let i = 0; i < smallSkin.length; i++) {
    if (smallSkin[i]! <= 0.6 || smallMask[i]! <= 0.6 || !isFace(i)) continue
    face.push(i)
    const depth = head.oval[i]!
    if (depth > JAW.from && depth < JAW.to && unitY(half, Math.floor(i / half.w)) > mouthY) jaw.push(i)
  }
  const drawnSkin = middleTone(tones, planes, face.length > 0 ? face : barePixels(map, half))
  const neckSkin = toNeckSkin(jaw.length > JAW.least ? middleTone(tones, planes, jaw) : drawnSkin, skinPaint)
  const hair: number[] = []
  for (let i = 0; i < smallSkin.length; i++)
    if (smallSkin[i]! < 0.3 && smallMask[i]! > 0.9 && kind[i] === KIND.hair) hair.push(i)
  const drawnHair = hair.length > HAIR_MIN ? middleTone(tones, planes, hair) : null
  const distance = traceOutline(
    smallMask,
    halved(locks, grid),
    hairBeside(smallMask, smallSkin, smallWorn, half),
    cutOff(head, half),
    grid,
  )
  for (const field of [locks, ...Object.values(materials), ...Object.values(small), windows.ink]) letGo(field)
  return {
    grid,
    distance,
    skin,
    features,
    worn,
    lines,
    strands,
    tones,
    sharpness,
    skinColor,
    skinPaint,
    drawnSkin,
    neckSkin,
    drawnHair,
  }
}

/** The ink in the gaps between teeth, as a share of what lips lose. */
const TEETH_CALM = 0.6

/** 1 inside a ring, softly, from so many units to so many inside it. */
function within(ring: readonly Place2[], half: Grid, from: number, to: number): Field {
  const out = insideOf(ring, half, 8)
  for (let i = 0; i < out.length; i++) out[i] = smoothstep(from, to, out[i]!)
  return out
}

/** Balls of eyes, lips and teeth, softly: what has not the color of skin. */
function findWhites({ eyes, lipsOut }: FaceMap, half: Grid): Field {
  const out = fieldOf(half)
  for (const ring of [eyes[0].ring, eyes[1].ring, lipsOut]) {
    const inside = within(ring, half, -1.4, 0.6)
    for (let i = 0; i < out.length; i++) if (inside[i]! > out[i]!) out[i] = inside[i]!
    letGo(inside)
  }
  return out
}

/**
 * The band of skin along the jaw that a neck is seen beside: from so far inside the ring of the face to so far, in
 * units.
 */
const JAW = { from: 3, to: 15, least: 150 } as const
/**
 * A jaw may lie in the shadow of a beard or of a lamp: how much of the neck's tone is that of the jaw, the rest that of
 * the cheeks.
 */
const OF_JAW = 0.6
/** A beard is no skin: no jaw counts as darker than this share of the cheeks. */
const DARKEST_JAW = 0.86

function toNeckSkin(jaw: Lab, cheeks: Lab): Lab {
  const between = (one: number, other: number) => other + OF_JAW * (one - other)
  return [
    between(Math.max(jaw[0], DARKEST_JAW * cheeks[0]), cheeks[0]),
    between(jaw[1], cheeks[1]),
    between(jaw[2], cheeks[2]),
  ]
}

/** Fewer pixels of hair say nothing of its color. */
const HAIR_MIN = 40

/**
 * A mask, 0 to 1, of what is in the head's outline and no part of a head: a bit of wall between two locks, a collar
 * below an ear.
 */
function foreignTo({ kind, oval }: HeadMask, half: Grid): Field {
  const out = fieldOf(half)
  for (let i = 0; i < out.length; i++) {
    const k = kind[i]!
    const isForeign = k === KIND.background || k === KIND.clothes || k === KIND.bodySkin || k === KIND.beyond
    if (isForeign && oval[i]! < -FOREIGN_OUTSIDE) out[i] = 1
  }
  return out
}

/** Nothing is foreign in a face and this close around it: ears, hands before the chin. In units. */
const FOREIGN_OUTSIDE = 3

/** The most that locks stand out of the outline of hair, in units. */
const FRAY_UNITS = 2.8
/** Only the strongest of them do: all of them make a scalloped edge. */
const FRAY_FROM = 0.2
/** The softness of the outline with its locks before it is measured again, in pixels of half the grid. */
const FRAYED_SOFT = 0.7

/** The radius around a place in which hair decides that an outline is that of hair, in units. */
const BESIDE_UNITS = 3

/** Drops what the locks have cut off from the head, in place. */
function keepPiece(mask: Field, grid: Grid): void {
  const reached = floodFrom(
    [indexAt(grid, 0, 0), indexAt(grid, 0, 30), indexAt(grid, 0, -30)],
    grid,
    (i) => mask[i]! > 0.5,
  )
  // The soft edge lies around the piece itself.
  const near = boxBlur(Float32Array.from(reached), grid, 1)
  for (let i = 0; i < mask.length; i++) if (near[i] === 0) mask[i] = 0
  letGo(near)
}

/** The nearness of the photo's edge: hair that it cuts ends in locks. */
function cutOff({ shown, crop: { grid } }: HeadMask, half: Grid): Field {
  const out = fieldOf(half)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) out[i] = shown[2 * y * grid.w + 2 * x] === 0 ? 1 : 0
  const near = boxBlur(out, half, Math.round(CUT_NEAR_UNITS * half.perUnit), 2)
  for (let i = 0; i < near.length; i++) near[i] = Math.min(1, 2.2 * near[i]!)
  letGo(out)
  return near
}

/** The most that cut hair is taken back between locks, and the reach of that from the cut, in units. */
const CUT_UNITS = 6
const CUT_NEAR_UNITS = 7
/** A cut head ends in a bow of its own above the face. */
const CUT_FROM_Y = 10

/** The share of hair in the head close to each place. */
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
  letGo(head)
  return hair
}

/** The distance to an outline that follows the locks where it is that of hair: no scissors cut along hair. */
function traceOutline(mask: Field, locks: Field, beside: Field, cut: Field, grid: Grid): Field {
  const half = halfOf(grid)
  const distance = contourDistance(mask, half, CONTOUR_BLUR_UNITS * half.perUnit)
  const frayed = fieldOf(half)
  for (let i = 0; i < frayed.length; i++) {
    const share = smoothstep(0.45, 0.85, beside[i]!)
    const lock = FRAY_UNITS * (1 - cut[i]!) * Math.max(0, locks[i]! - FRAY_FROM)
    const isBelow = unitY(half, Math.floor(i / half.w)) > CUT_FROM_Y
    const taken = isBelow ? CUT_UNITS * cut[i]! * clamp(0.55 - locks[i]!, 0, 1) : 0
    const depth = distance[i]! + half.perUnit * share * (lock - taken)
    frayed[i] = clamp(0.5 + depth / (2.5 * FRAYED_SOFT), 0, 1)
  }
  keepPiece(frayed, half)
  const small = contourDistance(frayed, half, FRAYED_SOFT)
  for (let i = 0; i < small.length; i++) small[i]! *= 2
  const out = doubled(small, grid)
  for (const field of [distance, frayed, small, locks, beside, cut]) letGo(field)
  return out
}

/** Gives back the memory of a portrait. */
export function letGoPortrait({ distance, skin, features, worn, lines, strands, tones }: Portrait): void {
  for (const field of [distance, skin, features, worn, lines, strands, ...fieldsOf(tones)]) letGo(field)
}

/** Strokes weighted by where ink matters. Contrast on dark skin is as strong in relation to it as on fair skin. */
function linesOf(crop: Crop, mask: Field, skin: Field, { features, ink }: FaceWindows, color: Lab): Field {
  const lines = findLines(crop.lightness, mask, features, crop.grid, ink)
  const onSkin = clamp(REFERENCE_LIGHTNESS / color[0], 1, 2)
  for (let i = 0; i < lines.length; i++) lines[i]! *= ink[i]! * (skin[i]! > 0.5 ? onSkin : 1)
  return lines
}
