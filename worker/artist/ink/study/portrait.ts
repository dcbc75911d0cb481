import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { findColorful } from './colorful.ts'
import type { Crop, Planes } from './crop.ts'
import { boxBlur } from '../field/blur.ts'
import type { FaceMap } from './face-map.ts'
import { type FaceWindows, faceWindows } from './face-windows.ts'
import { findLines } from '../field/flow-lines.ts'
import { createField, type Field, getHalfIndex, type Grid, toHalfGrid, unitY } from '../field/grid.ts'
import { colorize, isMonochrome } from './colorize.ts'
import type { Board } from './crown.ts'
import { growHair } from './crown-hair.ts'
import { continueTone } from './crown-tone.ts'
import { measureTeeth, measureWhites } from './eye-whites.ts'
import { measureFaceHair } from './face-hair.ts'
import { lightenDarkHat } from './dark-hat.ts'
import { dimFarLens } from './far-lens.ts'
import { findForeign } from './foreign.ts'
import { combHair, getStrandGain, strengthenBeyond } from './hair.ts'
import type { HeadMask } from './head-mask.ts'
import { insidePhoto } from './part.ts'
import type { Sides } from './head-shape.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { type Lab, medianColor } from '../color/oklab.ts'
import { doubled, halved } from '../field/resize.ts'
import { KIND, wornField } from './segment-fields.ts'
import { traceOutline } from './outline.ts'
import { findHatPixels, traceBesideHat } from './own-hat.ts'
import { measureSharpness, sharpen } from '../field/sharpness.ts'
import { toSoftInside } from '../field/polygon.ts'
import { measureRelief } from './relief.ts'
import { findSkin } from './skin-field.ts'
import { measurePurple, toSkinPaint } from '../color/skin-paint.ts'
import { repaintSkinRim } from './skin-rim.ts'
import { barePixels, compareCheeks, measureSkin } from './skin-tone.ts'
import { dropSpecks } from '../field/specks.ts'
import { findVeil, liftVeil, liftVeilOfPhoto } from './veil.ts'
import { gatherSkin, lightNeck, type SkinTones, toBodySkin } from './body-skin.ts'
import { computeTones, listFields, middleTone, type Tones } from './tones.ts'
import { dimTint, removeTint } from './wall-tint.ts'

/**
 * Analysis of a head. The fields are smooth and thresholded at the size of the finished drawing. Even a small photo
 * gives edges one pixel wide.
 */
export type Portrait = {
  readonly grid: Grid
  /** Distance to the outline in pixels of the grid, positive inside. */
  readonly distance: Field
  /** True if a scarf or hood encloses the face. Gear sits on it like on hair. */
  readonly isWrapped: boolean
  /** True if the hair is tied to a ponytail. No hair hangs behind its neck. */
  readonly hasTail: boolean
  /** Distance to the wearer's hat in pixels of the grid, negative in it; null if the head has none. */
  readonly besideHat: Field | null
  /** Soft mask of skin: one half at the hairline, more on skin. */
  readonly skin: Field
  /** Soft mask of eyes and mouth. */
  readonly features: Field
  /** Soft mask of hats, bands and glasses. */
  readonly worn: Field
  /** Confidence that a pixel lies on a stroke. */
  readonly lines: Field
  /** Strands of hair: lightness relative to the surroundings, -1 to 1; 0 elsewhere. */
  readonly strands: Field
  /** At half the size of the grid. They are applied to a larger copy of the photo, which supplies the detail. */
  readonly tones: Tones
  /** Pixels that are painted as hair, 0 to 1, at the size of the tones. See `findForeign`. */
  readonly foreign: Field
  /** Curliness of the hair: 0 for straight, 1 for tight curls. */
  readonly curls: number
  /** Strength of the strokes in eyes and mouth before correction; see `sharpness.ts`. */
  readonly sharpness: number
  /** True if the photo shows no colors. Those of the tones are usual ones. */
  readonly isColorless: boolean
  /** Color of the lit skin. */
  readonly skinColor: Lab
  /** Paint color of the skin. */
  readonly skinPaint: Lab
  /** Skin tones of the body, sampled from the painted face. */
  readonly bodySkin: SkinTones
  /** Lightness of the lit neck. */
  readonly neckLightness: number
  /** Drawn lightness of each cheek relative to the lighter one. */
  readonly cheekLight: Sides
  /** Median color of the drawn hair; null without hair. */
  readonly drawnHair: Lab | null
  /** Median color of the beard, or of the brows; null if glasses or a hat hide them. */
  readonly faceHair: Lab | null
  /** Median color of the hair that hangs beside the neck, or of all hair; null without hair. */
  readonly besideNeck: { readonly left: Lab | null; readonly right: Lab | null }
  /** The board of the wearer's graduation cap, and the color of the cap; null without one. */
  readonly board: (Board & { readonly color: Lab }) | null
}

/** Skin lightness for which the stroke strength was tuned. */
const REFERENCE_LIGHTNESS = 0.74
/** Ink strength of glasses frames and bands, relative to eyes. Strokes on a hat's ribs or straw look like scratches. */
const WORN_INK = 0.8

/** Analyzes a head after its cutout. @param head keeps its buffers */
export function studyHead(head: HeadMask, map: FaceMap): Portrait {
  const { crop, mask, kind } = head
  const { grid } = crop
  const half = toHalfGrid(grid)
  const small = { lightness: halved(crop.lightness, grid), a: halved(crop.a, grid), b: halved(crop.b, grid) }
  const smallMask = halved(mask, grid)
  const veil = findVeil(small, smallMask, head, half)
  if (veil) liftVeil(small, veil, kind)
  const planes = { ...small, grid: half }
  const isFace = (i: number) => kind[i] === KIND.faceSkin
  const measured = measureSkin(planes, map, isFace)
  const isColorless = isMonochrome(crop, measured)
  const rim = repaintSkinRim(small, smallMask, kind, measured, insidePhoto(crop, half), half)
  const lens = dimFarLens(small, smallMask, kind, head.oval, measured, half)

  const smallSkin = findSkin(small, smallMask, head, map, half)
  const skin = doubled(smallSkin, grid)
  const smallWorn = wornField(kind, half)
  const worn = doubled(smallWorn, grid)
  const oval = doubled(head.oval, grid)
  const windows = faceWindows(grid, skin, mask, oval, map)
  releaseBuffer(oval)
  const smallHat = findHatPixels(smallWorn, head.oval, half)
  if (head.scarf) for (let i = 0; i < smallHat.length; i++) if (head.scarf[i] === 1) smallHat[i] = 1
  const smallThin = smallWorn.map((value, i) => (smallHat[i] === 1 ? 0 : value))
  const thin = doubled(smallThin, grid)
  for (let i = 0; i < thin.length; i++) windows.ink[i] = Math.max(windows.ink[i]!, WORN_INK * Math.min(1, 2 * thin[i]!))
  for (const field of [smallThin, thin]) releaseBuffer(field)
  const teeth = toSoftInside(map.lipsIn, half, 0.6, 2)
  const lines = weighLines(crop, mask, skin, windows, measured)
  const sharpness = measureSharpness(lines, windows.features)
  sharpen(lines, sharpness)
  dropSpecks(lines, mask, skin, windows.ink, grid)
  const betweenLips = doubled(teeth, grid)
  for (let i = 0; i < lines.length; i++) lines[i]! *= 1 - TEETH_CALM * betweenLips[i]!
  releaseBuffer(betweenLips)

  thinOut(lines, head.behindHands, grid)
  const colorful = findColorful(small, measured, map, kind, half)
  thinOut(lines, colorful, grid)
  const { features } = windows
  const foreign = findForeign(head, small, smallMask, half)
  const tint = isColorless ? null : head.backdrop?.tint
  if (tint) removeTint(small, tint, kind, smallSkin)
  const mouth = toSoftInside(map.lipsOut, half, -5, -1)
  const crown = head.crown?.isHair && !head.crown.isHat ? head.crown : null
  const hairFields = { mask: smallMask, skin: smallSkin, foreign, kind }
  const grown = crown && continueTone(small, hairFields, crown, insidePhoto(crop, half), half, head.curls)
  if (grown) thinOut(lines, grown, grid)
  const { tone, strands, locks } = combHair(small.lightness, smallMask, smallSkin, foreign, half, head.curls, grown)
  strengthenBeyond(strands, foreign, grown, crop)
  const stubble = findStubble(planes, smallSkin, measured)
  thinOut(strands, stubble, grid)
  layCrown(strands, growHair(head, crown, foreign), tone, grid)
  const materials = {
    stubble,
    mask: smallMask,
    // A reconstructed crown has its own strands.
    foreign: grown ? foreign.map((value, i) => value * (1 - grown[i]!)) : foreign.slice(),
    whites: findWhites(map, half),
    mouth,
    teeth,
    skin: smallSkin,
    features: halved(features, grid),
    worn: smallWorn,
    strands: tone,
    grown: grown ?? createField(half),
    curls: head.curls,
    isColorless,
  }
  if (isColorless) colorize(planes, materials, map, measured[0])
  const skinColor = isColorless ? measureSkin(planes, map, isFace) : measured
  const hair: number[] = []
  for (let i = 0; i < smallSkin.length; i++)
    if (smallSkin[i]! < 0.3 && smallMask[i]! > 0.9 && kind[i] === KIND.hair) hair.push(i)
  const purple = hair.length > HAIR_MIN ? measurePurple(skinColor, medianColor(planes, hair)) : 0
  const skinPaint = toSkinPaint(skinColor, { isColorless, purple })
  const relief = measureRelief(map, half)
  const cheeks = barePixels(map, half, isFace, 'cheeks')
  const tones = computeTones(planes, materials, relief, skinColor, skinPaint, cheeks)
  lightenDarkHat(tones, small.lightness, smallHat, half)
  if (tint) dimTint(tones, tint, kind, smallSkin)
  if (head.hand) hideDetail(tones, small.lightness, head.hand)
  if (grown) hideDetail(tones, small.lightness, grown)
  if (rim) hideDetail(tones, small.lightness, rim)
  if (lens) hideDetail(tones, small.lightness, lens)
  const bare = gatherSkin(map, half, head.oval, (i) => smallSkin[i]! > 0.6 && smallMask[i]! > 0.6 && isFace(i))
  const isPlain = (i: number) => materials.features[i]! < FEATURE_MAX
  const drawnHair = hair.length > HAIR_MIN ? middleTone(tones, planes, hair) : null
  const teethLightness = measureTeeth(small.lightness, cheeks, half, map)
  const bodySkin = toBodySkin(
    tones,
    planes,
    barePixels(map, half, isFace),
    { face: bare.face.filter(isPlain), whole: bare.whole.filter(isPlain), chin: bare.chin },
    { hair: drawnHair?.[0] ?? null, whites: measureWhites(crop.lightness, worn, grid, map, teethLightness) },
  )
  const faceHair = measureFaceHair(tones, planes, map, smallWorn, bodySkin.lit)
  const neckLightness = lightNeck(bodySkin, bare.chin.length > 0 ? middleTone(tones, planes, bare.chin)[0] : null)
  const cheekLight = compareCheeks((pixels) => middleTone(tones, planes, pixels)[0], cheeks, map.noseTip.x, half)
  const isLowHair = (i: number) => smallSkin[i]! < 0.3 && smallWorn[i]! < 0.1 && smallMask[i]! > 0.9
  const toneBeside = (side: -1 | 1) => {
    const pixels = drawnHair ? findHairBeside(isLowHair, map.points[152]!.x, side, half) : []
    return pixels.length > HAIR_MIN ? middleTone(tones, planes, pixels) : drawnHair
  }
  const besideNeck = { left: toneBeside(-1), right: toneBeside(1) }
  const cap: number[] = []
  for (let i = 0; i < smallWorn.length; i++)
    if (smallMask[i]! > 0.9 && smallWorn[i]! > 0.9 && unitY(half, Math.floor(i / half.w)) < CAP_BELOW) cap.push(i)
  const shape = head.crown?.board
  const board = shape ? { ...shape, color: cap.length > 0 ? middleTone(tones, planes, cap) : BLACK } : null
  if (veil) liftVeilOfPhoto(tones, veil)
  const besideHat =
    head.scarf === null && smallHat.includes(1) ? traceBesideHat(smallMask, smallHat, head, half, grid) : null
  const distance = traceOutline(head, { mask: smallMask, skin: smallSkin, worn: smallWorn, locks })
  const { curls: _, isColorless: __, ...fields } = materials
  const used = [
    ...Object.values(fields),
    ...Object.values(small),
    smallHat,
    locks,
    colorful,
    windows.ink,
    ...(veil ? [veil] : []),
    ...(rim ? [rim] : []),
    ...(lens ? [lens] : []),
    ...(head.backdrop ? [head.backdrop.share, ...Object.values(head.backdrop.tint ?? {})] : []),
  ]
  for (const field of used) releaseBuffer(field)
  return {
    grid,
    distance,
    isWrapped: head.scarf !== null,
    hasTail: head.hasTail,
    besideHat,
    skin,
    features,
    worn,
    lines,
    strands,
    tones,
    foreign,
    curls: head.curls,
    sharpness,
    isColorless,
    skinColor,
    skinPaint,
    bodySkin,
    neckLightness,
    cheekLight,
    drawnHair,
    faceHair,
    besideNeck,
    board,
  }
}

/**
 * Replaces the photo's detail with the tones of the analysis where a hand or a rim of skin is painted over or a crown
 * is reconstructed, in place.
 */
function hideDetail({ slope, offset }: Tones, lightness: Field, hand: Field): void {
  for (let i = 0; i < hand.length; i++) {
    const hidden = slope[i]! * hand[i]!
    offset[i]! += hidden * lightness[i]!
    slope[i]! -= hidden
  }
}

/** A graduation cap is above this height, in units. It is black if its color is unknown. */
const CAP_BELOW = -45
const BLACK: Lab = [0.2, 0, 0]

/**
 * Color distance from the skin: stubble below the first value, hair with strands above the second. Hair `lighter` than
 * the skin is blond instead.
 */
const STUBBLE = { distance: [0.05, 0.11], lightness: 0.55, lighter: [-0.02, 0.03], units: 2.5 } as const

/** Returns a soft mask of hair so short that the skin shines through. */
function findStubble({ lightness, a, b, grid }: Planes, skin: Field, color: Lab): Field {
  const [from, to] = STUBBLE.distance
  const like = lightness.map((value, i) => {
    if (skin[i]! > 0.6) return 0
    const [dl, da, db] = [STUBBLE.lightness * (value - color[0]), a[i]! - color[1], b[i]! - color[2]]
    const isDarker = 1 - smoothstep(STUBBLE.lighter[0], STUBBLE.lighter[1], value - color[0])
    return isDarker * (1 - smoothstep(from, to, Math.sqrt(dl * dl + da * da + db * db)))
  })
  const out = boxBlur(like, grid, Math.round(STUBBLE.units * grid.perUnit), 2)
  releaseBuffer(like)
  return out
}

/** Removes strands or lines where a soft mask at half size covers them, in place. */
function thinOut(strokes: Field, cover: Field, grid: Grid): void {
  const half = toHalfGrid(grid)
  for (let row = 0, i = 0; row < grid.h; row++) {
    const start = Math.min(row >> 1, half.h - 1) * half.w
    for (let column = 0; column < grid.w; column++, i++)
      strokes[i]! *= 1 - cover[start + Math.min(column >> 1, half.w - 1)]!
  }
}

/** Adds the texture of reconstructed hair to the strands, in place. Strands are relative to the tone; see `Hair`. */
function layCrown(strands: Field, grown: Field, tone: Field, grid: Grid): void {
  const half = toHalfGrid(grid)
  for (let i = 0; i < strands.length; i++) {
    if (grown[i] === 0) continue
    const at = getHalfIndex(half, i % grid.w, Math.floor(i / grid.w))
    strands[i]! += grown[i]! / getStrandGain(tone[at]!)
  }
  releaseBuffer(grown)
}

/** Share of ink removed between the lips, for gaps between teeth. */
const TEETH_CALM = 0.6

/** Returns a soft mask of eyeballs, lips and teeth, which do not have the color of skin. */
function findWhites({ eyes, lipsOut }: FaceMap, half: Grid): Field {
  const out = createField(half)
  for (const ring of [eyes[0].ring, eyes[1].ring, lipsOut]) {
    const inside = toSoftInside(ring, half, -1.4, 0.6)
    for (let i = 0; i < out.length; i++) if (inside[i]! > out[i]!) out[i] = inside[i]!
    releaseBuffer(inside)
  }
  return out
}

/** Pixels with a higher feature weight are not skin. */
const FEATURE_MAX = 0.2
/** Hair below this height hangs beside the neck. It is searched from this distance to the chin, to this depth. In units. */
const BESIDE_NECK = { fromY: 34, from: 18, depth: 8 } as const

/** Returns the pixels of hair nearest to the neck in every row. */
function findHairBeside(isHair: (i: number) => boolean, chinX: number, side: -1 | 1, half: Grid): number[] {
  const out: number[] = []
  const start = Math.round((chinX + side * BESIDE_NECK.from - half.x0) * half.perUnit)
  for (let row = Math.max(0, Math.round((BESIDE_NECK.fromY - half.y0) * half.perUnit)); row < half.h; row++) {
    let column = start
    while (column >= 0 && column < half.w && !isHair(row * half.w + column)) column += side
    for (let n = 0; n < BESIDE_NECK.depth * half.perUnit && column >= 0 && column < half.w; n++, column += side)
      if (isHair(row * half.w + column)) out.push(row * half.w + column)
  }
  return out
}

/** Minimum number of hair pixels for a color estimate. */
const HAIR_MIN = 40

/** Releases the buffers of a portrait. */
export function releasePortrait({
  distance,
  besideHat,
  skin,
  features,
  worn,
  lines,
  strands,
  tones,
  foreign,
}: Portrait): void {
  for (const field of [distance, skin, features, worn, lines, strands, foreign, ...listFields(tones)])
    releaseBuffer(field)
  if (besideHat) releaseBuffer(besideHat)
}

/**
 * Returns strokes weighted by ink strength. On dark skin they are amplified to the same relative contrast as on fair
 * skin.
 */
function weighLines(crop: Crop, mask: Field, skin: Field, { features, ink }: FaceWindows, color: Lab): Field {
  const lines = findLines(crop.lightness, mask, features, crop.grid, ink)
  const onSkin = clamp(REFERENCE_LIGHTNESS / color[0], 1, 2)
  for (let i = 0; i < lines.length; i++) lines[i]! *= ink[i]! * (skin[i]! > 0.5 ? onSkin : 1)
  return lines
}
