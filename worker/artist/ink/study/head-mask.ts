import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Segments } from '../../vision/index.ts'
import { boxBlur, gaussBlur } from '../field/blur.ts'
import type { Crop } from './crop.ts'
import { type Backdrop, measureBackdrop, trimHair } from './backdrop.ts'
import { roundBaldCrown } from './bald.ts'
import { bridgeDents } from './bridge-dents.ts'
import { addBeyond, markCrown, markHat, withBeyond } from './beyond-edge.ts'
import { completeCrown, type Crown } from './crown.ts'
import { measureCurls } from './curls.ts'
import { restoreJaw } from './hand-on-jaw.ts'
import { continueBrim } from './cut-brim.ts'
import { continueHair, isAtEar, roundEnds } from './cut-hair.ts'
import { type FaceMap, getNeckTop } from './face-map.ts'
import { createField, eachPixel, type Field, getHalfIndex, type Grid, indexAt, unitX, unitY } from '../field/grid.ts'
import { applyFit, guidedFit } from '../field/guided-filter.ts'
import { cutCrop, cutField, cutKinds, insidePhoto, partAround, twice } from './part.ts'
import { smoothTop } from './top-outline.ts'
import type { Pose } from '#worker/graphics/picture.ts'
import { floodFrom } from '../field/regions.ts'
import {
  dropNape,
  dropShards,
  dropTails,
  fillGaps,
  fillNotches,
  keepFace,
  reachCollar,
  smoothJaw,
} from './mask-repairs.ts'
import { belongsToNeighbor, type Neighbor } from './neighbor.ts'
import { dropFlyingHair } from './flying-hair.ts'
import { doubled, halved } from '../field/resize.ts'
import { roundedBeard, roundedWhereCut } from './rounded-cut.ts'
import { smoothSides } from './side-outline.ts'
import { KIND, SURE } from './segment-fields.ts'
import { findTail } from './tail.ts'
import { dropWall, findNearHead } from './wall.ts'
import { BROW_Y, WORN } from './worn-items.ts'
import { canBeHead, OVAL_ROOM } from './can-be-head.ts'
import { type HeadLabels, labelHead } from './head-labels.ts'

/** Variance of lightness below which the matte's edge does not snap to the photo's edges. */
const SMOOTHNESS = 8e-4
const FIT_UNITS = 4
/** Everything this deep inside the ring is head, including glasses or a hand in front of the chin. */
const FACE_CORE = 3
/** Bridges thinner than this many units do not connect objects to the head. */
const BRIDGE_UNITS = 2.2
/** Share of a pixel's surroundings that must be head for the pixel to be near it. */
const NEAR_MIN = 0.1
/** Curlier hair keeps its tufts. */
const CURLY = 0.5
/** Blur of the outline, which hides small faults of the cutout. */
export const CONTOUR_BLUR_UNITS = 1.4

export type HeadMask = {
  /** The part of the window around the head. All fields below have its size. */
  readonly crop: Crop
  /** 1 inside the head, 0 outside. The contour is at one half. */
  readonly mask: Field
  /** One of `KIND` per pixel, at half size. */
  readonly kind: Uint8Array
  /** True if the kinds come from the segmentation net. */
  readonly isSeen: boolean
  /** 1 on a scarf or hood that encloses the face, at half size; null without one. */
  readonly scarf: Uint8Array | null
  /** Depth inside the ring of the face in units, at half size; see {@link HeadLabels}. */
  readonly oval: Field
  /** 1 in the photo and in the reconstructed parts of the head, 0 beyond the edge that cuts it off. */
  readonly covered: Uint8Array
  /** 1 where a hand in front of the face or a hat is painted over, at half size; null without one. */
  readonly hand: Field | null
  /** True if an object in front of the face is painted over. */
  readonly isObjectHidden: boolean
  /** 1 where a hand or another object hides hair, at half size. */
  readonly behindHands: Field
  /** True if another person's skin touched the head. */
  readonly isBesideOther: boolean
  /** The background in the color of the hair, at half size; null if unknown. */
  readonly backdrop: Backdrop | null
  /** The reconstructed crown; null if the photo shows it. */
  readonly crown: Crown | null
  /** True if the head has a ponytail. */
  readonly hasTail: boolean
  /** Curliness of the hair: 0 for straight, 1 for tight curls. */
  readonly curls: number
}

/**
 * Cuts out the head: the connected region around the face that the matte labels as person and the segmentation net as
 * hair, face or hat. A guided filter snaps its edge to the photo's edges. Landmarks of the jaw cut off the neck.
 *
 * @param whole the window; its buffers are released
 */
export function maskHead(
  whole: Crop,
  segments: Segments,
  pose: Pose,
  map: FaceMap,
  neighbors: readonly Neighbor[] = [],
): HeadMask {
  const labels = labelHead(whole, segments, pose, map)
  const { window, isInside, oval, kind, isSeen, worn, scarf, hand, behindHands, colors, isBearded } = labels
  const likely = findLikely(labels, map, neighbors)
  const piece = onePiece(likely, oval, window)
  const curls = measureCurls(whole.lightness, whole.grid, (i) => {
    const at = getHalfIndex(window, i % whole.grid.w, Math.floor(i / whole.grid.w))
    return whole.inside[i] === 1 && kind[at] === KIND.hair
  })
  const crown = completeCrown(piece, kind, isInside, window, curls, colors)
  const hairBeyond = continueHair(piece, kind, isInside, window, map.points[152]!.x)
  const brim = continueBrim(piece, worn, isInside, window)
  const isBeyond = (x: number, y: number) =>
    crown?.holds(x, y) === true || hairBeyond?.(x, y) === true || brim?.holds(x, y) === true
  if (crown || hairBeyond || brim) addBeyond(piece, isBeyond, isInside, window)
  if (brim) markHat(kind, brim.holds, isInside, window)
  if (crown?.isHat) markHat(kind, crown.holds, isInside, window)
  else if (crown) markCrown(kind, crown, isInside, window)
  const tail = isSeen && scarf === null ? findTail(kind, oval, map, window) : null
  if (tail) eachPixel(window, (i, x, y) => tail.holds(x, y) && (piece[i] = 1))
  const half = partAround(piece, window, NEAR_MIN)
  const cut = (field: Field) => cutField(field, window, half)
  const { lightness } = colors
  const { slope, offset } = guidedFit(lightness, likely, window, Math.round(FIT_UNITS * window.perUnit), SMOOTHNESS)
  const crop = cutCrop(whole, twice(half))
  const fit = { slope: doubled(cut(slope), crop.grid), offset: doubled(cut(offset), crop.grid) }
  const full = applyFit(fit, crop.lightness)
  const kinds = cutKinds(kind, window, half)
  const near = cut(piece)
  const sure = cut(likely)
  const planes = { lightness: cut(colors.lightness), a: cut(colors.a), b: cut(colors.b) }
  const wornHere = cutKinds(worn, window, half)
  for (const field of [
    whole.lightness,
    whole.a,
    whole.b,
    fit.slope,
    fit.offset,
    slope,
    offset,
    piece,
    likely,
    ...Object.values(colors),
    labels.person,
  ])
    releaseBuffer(field)
  const nearOval = cut(oval)
  const face = doubled(nearOval, crop.grid)
  const shape = createField(crop.grid)
  for (let row = 0, i = 0; row < crop.grid.h; row++) {
    const y = unitY(crop.grid, row)
    const halfRow = Math.min(row >> 1, half.h - 1) * half.w
    for (let column = 0; column < crop.grid.w; column++, i++) {
      if (crop.inside[i] === 0) {
        if (isBeyond(unitX(crop.grid, column), y)) shape[i] = 1
        continue
      }
      if (crown?.holds(unitX(crop.grid, column), y)) {
        shape[i] = 1
        continue
      }
      const at = halfRow + Math.min(column >> 1, half.w - 1)
      if (face[i]! > FACE_CORE) shape[i] = 1
      else if (kinds[at] !== KIND.faceSkin && tail?.replaces(unitX(crop.grid, column), y)) continue
      else if (near[at]! > NEAR_MIN) {
        const isLikely = sure[at]! > SURE.in || (sure[at]! > SURE.out && full[i]! > 0.5)
        if (crown?.drops(unitX(crop.grid, column), y)) continue
        if (isLikely && canBeHead(kinds[at]!, unitX(crop.grid, column), y, face[i]!, map, wornHere[at]!, isBearded))
          shape[i] = 1
      }
    }
  }
  const kindAt = (column: number, row: number) => kinds[getHalfIndex(half, column, row)]
  const small = halved(shape, crop.grid)
  const isHere = insidePhoto(crop, half)
  const backdrop = measureBackdrop(planes, kinds, small, isHere, half)
  const canBeTrimmed = (i: number) =>
    isHere(i) &&
    nearOval[i]! < -OVAL_ROOM &&
    sure[i]! < 1 &&
    (kinds[i] === KIND.hair || kinds[i] === KIND.background) &&
    crown?.holds(unitX(half, i % half.w), unitY(half, Math.floor(i / half.w))) !== true
  const isWall = backdrop ? trimHair(shape, backdrop.share, crop.grid, half, canBeTrimmed) : () => false
  const neckTop = getNeckTop(map)
  if (scarf === null) dropFlyingHair(shape, face, crop.grid, map, kindAt)
  fillNotches(shape, crop, neckTop, (column, row) => kindAt(column, row) === KIND.bodySkin)
  fillGaps(shape, crop.grid)
  dropTails(shape, face, crop.grid, map, (column, row) => {
    const kindHere = kindAt(column, row)
    return curls < CURLY && kindHere !== KIND.faceSkin && kindHere !== KIND.others
  })
  dropNape(shape, face, crop.grid, map, kindAt)
  dropShards(shape, face, crop.grid, map)
  roundedBeard(shape, face, crop, map, (column, row) => !isBearded && kindAt(column, row) === KIND.hair)
  reachCollar(shape, crop.grid, map, kinds)
  const hidden = cut(behindHands)
  const isObject = (i: number) => kinds[i] === KIND.others && wornHere[i] === WORN.no
  if (!wornHere.includes(WORN.hat)) bridgeDents(shape, crop.grid, map.yaw, kinds, hidden, isObject)
  const isSide = (column: number, row: number) => {
    const kindHere = kindAt(column, row)
    if (kindHere !== KIND.others) return kindHere !== KIND.faceSkin
    // Below the brows other worn items are the arms of glasses.
    const isHat = wornHere[getHalfIndex(half, column, row)] === WORN.hat
    return !isHat && scarf === null && unitY(crop.grid, row) > BROW_Y
  }
  const isSeenSide = (column: number, row: number) =>
    crop.inside[row * crop.grid.w + column] === 1 && isSide(column, row)
  smoothSides(shape, crop.grid, curls, isSeenSide, (i) => face[i]! > -OVAL_ROOM, isWall)
  const isSkin = (x: number, y: number) => {
    const kindHere = kinds[indexAt(half, x, y)]
    return kindHere === KIND.faceSkin || kindHere === KIND.bodySkin
  }
  const markSkin = (x: number, y: number) => {
    const i = indexAt(half, x, y)
    if (kinds[i] !== KIND.others) kinds[i] = KIND.faceSkin
  }
  const isBald = crown === null && roundBaldCrown(shape, crop.grid, isSkin, markSkin)
  const isCovered = (x: number, y: number) =>
    crown?.isAbove(x, y) === true || hairBeyond?.(x, y) === true || brim?.isNear(x, y) === true
  const covered = withBeyond(crop, isCovered)
  const isEar = (i: number) =>
    kinds[i] === KIND.faceSkin && isAtEar(unitX(half, i % half.w), unitY(half, Math.floor(i / half.w)))
  if (!crown?.board) roundedWhereCut(shape, { grid: crop.grid, inside: covered }, crown?.holds, isEar)
  const isTop = (i: number) => isSide(i % crop.grid.w, Math.floor(i / crop.grid.w))
  if (!isBald) smoothTop(shape, crop.grid, curls, isTop, (i) => crop.inside[i] === 0)
  roundEnds(shape, crop.grid, map.points[152]!.x)
  smoothJaw(shape, crop.grid, map, kinds)
  const cover = hand && cut(hand.cover)
  if (cover && hand.isBelowChin) restoreJaw(shape, face, cover, kinds, crop.grid, map)
  if (tail) eachPixel(crop.grid, (i, x, y) => tail.holds(x, y) && (shape[i] = 1))
  keepFace(shape, face, crop.grid)
  const mask = gaussBlur(shape, crop.grid, CONTOUR_BLUR_UNITS * crop.grid.perUnit)
  for (const field of [shape, small, full, face, near, sure, ...Object.values(planes)]) releaseBuffer(field)
  return {
    crop,
    mask,
    kind: kinds,
    isSeen,
    scarf: scarf && cutKinds(scarf, window, half),
    oval: nearOval,
    hand: cover,
    isObjectHidden: hand?.isObject === true,
    behindHands: hidden,
    isBesideOther: labels.isBesideOther,
    backdrop,
    covered,
    hasTail: tail !== null,
    crown,
    curls,
  }
}

/** Returns 1 where both nets see the head, 0 where they do not, and their confidence between. */
function findLikely(labels: HeadLabels, map: FaceMap, neighbors: readonly Neighbor[]): Field {
  const { window, isInside, oval, person, kind, worn, behindHands, isBearded } = labels
  const likely = createField(window)
  const beside = labels.isSeen ? findNearHead(person, kind, worn, window) : null
  if (beside) dropWall(person, kind, beside, window)
  eachPixel(window, (i, x, y) => {
    if (!isInside(i)) return
    if (oval[i]! > FACE_CORE) likely[i] = 1
    else if (beside?.[i] === 0) return
    else if (behindHands[i] === 1) likely[i] = 1
    else if (belongsToNeighbor(x, y, neighbors)) kind[i] = KIND.clothes
    else if (canBeHead(kind[i]!, x, y, oval[i]!, map, worn[i]!, isBearded))
      likely[i] = combineConfidence(person[i]!, kind[i]!, worn[i] !== WORN.no)
  })
  if (beside) releaseBuffer(beside)
  return likely
}

/**
 * Combines both nets. If they disagree the result is uncertain, and the photo's edges decide. The matte does not know
 * hats and misses ears, so the segmentation net has more weight for worn items and faces.
 */
function combineConfidence(person: number, kind: number, isWorn: boolean): number {
  const isTrusted = isWorn || kind === KIND.faceSkin
  const p = kind === KIND.background ? 0.6 * person : isTrusted ? 0.7 + 0.3 * person : 0.4 + 0.6 * person
  return p > SURE.in ? 1 : p < SURE.out ? 0 : p
}

/** Returns the region around the face, without thin bridges to other objects, slightly enlarged. */
function onePiece(likely: Field, oval: Field, grid: Grid): Field {
  const solid = boxBlur(
    likely.map((p) => (p > 0.5 ? 1 : 0)),
    grid,
    Math.max(1, Math.round(BRIDGE_UNITS * grid.perUnit)),
  )
  const seeds: number[] = []
  for (let y = -20; y < 40; y += 8) for (let x = -16; x <= 16; x += 8) seeds.push(indexAt(grid, x, y))
  const reached = floodFrom(
    seeds.filter((i) => oval[i]! > 0),
    grid,
    (i) => solid[i]! >= 0.8,
  )
  const piece = Float32Array.from(reached)
  return boxBlur(piece, grid, Math.max(2, Math.round(3 * grid.perUnit)))
}
