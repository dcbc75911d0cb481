import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Segments } from '../../vision/index.ts'
import { boxBlur, gaussBlur } from '../field/blur.ts'
import type { Crop } from './crop.ts'
import { addBeyond, markHair, markHat, withBeyond } from './beyond-edge.ts'
import { completeCrown } from './crown.ts'
import { continueHair } from './cut-hair.ts'
import { type FaceMap, earBottomAt, getThroat } from './face-map.ts'
import { createField, eachPixel, type Field, type Grid, indexAt, toHalfGrid, unitX, unitY } from '../field/grid.ts'
import { applyFit, guidedFit } from '../field/guided-filter.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import { cutCrop, cutField, cutKinds, partAround, twice } from './part.ts'
import type { Pose } from '#worker/graphics/picture.ts'
import { toDistanceField } from '../field/polygon.ts'
import { eachPiece, floodFrom } from '../field/regions.ts'
import { dropShards, dropTails, fillGaps, fillNotches, keepFace, reachCollar } from './mask-repairs.ts'
import { doubled, halved } from '../field/resize.ts'
import { roundedWhereCut } from './rounded-cut.ts'
import { KIND, laySegments } from './segment-fields.ts'

/** The variance of lightness below which the matte's edge is not moved to an edge of the photo. */
const SMOOTHNESS = 8e-4
const FIT_UNITS = 4
/** Confidence from which the matte is believed. */
const SURE = { out: 0.03, in: 0.97 } as const
/** Reach of distances around the ring of the face, in units. */
const OVAL_REACH = 16
/** The face belongs to the head this far beyond the ring of its landmarks, in units. */
const OVAL_ROOM = 2.5
/** The distance beyond the ring, in units, up to which the class net's face belongs to the head. */
const FACE_ROOM = 10
/** Extra share of it on a head that turns away by this many radians. */
const PROFILE = [0.6, 0.9] as const
const PROFILE_ROOM = 34
/** Inside the ring by this much everything is head: glasses, a hand before the chin. */
const FACE_CORE = 3
/** Clothes count as head only this far inside the face: a scarf before the chin. */
const CLOTHES_INSIDE = 1.5
/** Brims hang below the lobes of the ears; necklaces do not reach up to them. */
const BRIM_UNITS = 24
/** Bridges thinner than this many units do not join things to the head. */
const BRIDGE_UNITS = 2.2
/** Share of a pixel's surroundings that must be the piece for the pixel to be near it. */
const NEAR_MIN = 0.1
/** The outline is rounded like this, which hides small faults of the cut-out. */
export const CONTOUR_BLUR_UNITS = 1.9

export type HeadMask = {
  /** The part of the window that shows the head and what is close around it; the fields below are of its size. */
  readonly crop: Crop
  /** 1 inside the head, 0 outside; the contour is where it crosses one half. */
  readonly mask: Field
  /** One of `KIND` for each pixel, at half size. */
  readonly kind: Uint8Array
  /** True when the kinds come from the class net. */
  readonly isSeen: boolean
  /** Distance into the ring of the face in units, at half size; no less than -{@link OVAL_REACH}. */
  readonly oval: Field
  /** 1 where the photo reaches or the head is completed beyond its edge, 0 where that edge cuts off. */
  readonly covered: Uint8Array
}

/**
 * The head in a crop: what the matte calls person and the class net calls hair, face or hat, in one piece with the
 * face. Its edge follows the photo's (a guided filter), the neck is cut off along the jaw's landmarks, and it ends
 * where the photo ends.
 *
 * @param whole the window; it is let go
 */
export function maskHead(
  whole: Crop,
  segments: Segments,
  pose: Pose,
  map: FaceMap,
  neighbours: readonly Neighbour[] = [],
): HeadMask {
  const window = toHalfGrid(whole.grid)
  const isInside = insidePhoto(whole, window)
  const oval = toDistanceField(map.oval, window, OVAL_REACH)
  const { person, kind, isSeen } = laySegments(segments, pose, map, oval, window)
  const worn = wornPieces(kind, oval, window)
  const isBearded = hasBeard(kind, map, window)
  const likely = createField(window)
  const beside = isSeen ? findBeside(person, kind, worn, window) : null
  eachPixel(window, (i, x, y) => {
    if (!isInside(i)) return
    if (oval[i]! > FACE_CORE) likely[i] = 1
    else if (beside?.[i] === 0) return
    else if (isNeighbours(x, y, neighbours)) kind[i] = KIND.clothes
    else if (isOfHead(kind[i]!, x, y, oval[i]!, map, worn[i] === 1, isBearded))
      likely[i] = believed(person[i]!, kind[i]!, worn[i] === 1)
  })
  const piece = onePiece(likely, oval, window)
  const crown = completeCrown(piece, kind, isInside, window)
  const hairBeyond = continueHair(piece, kind, isInside, window, map.points[152]!.x)
  const isBeyond = (x: number, y: number) => crown?.holds(x, y) === true || hairBeyond?.(x, y) === true
  if (crown || hairBeyond) addBeyond(piece, isBeyond, isInside, window)
  if (crown?.isHat) markHat(kind, crown.holds, isInside, window)
  else if (crown) markHair(kind, crown, isInside, window)
  const half = partAround(piece, window, NEAR_MIN)
  const cut = (field: Field) => cutField(field, window, half)
  const lightness = halved(whole.lightness, whole.grid)
  const { slope, offset } = guidedFit(lightness, likely, window, Math.round(FIT_UNITS * window.perUnit), SMOOTHNESS)
  const crop = cutCrop(whole, twice(half))
  const fit = { slope: doubled(cut(slope), crop.grid), offset: doubled(cut(offset), crop.grid) }
  const full = applyFit(fit, crop.lightness)
  const kinds = cutKinds(kind, window, half)
  const near = cut(piece)
  const sure = cut(likely)
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
    lightness,
    person,
    ...(beside ? [beside] : []),
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
      if (crown?.joins(unitX(crop.grid, column), y)) {
        shape[i] = 1
        continue
      }
      const at = halfRow + Math.min(column >> 1, half.w - 1)
      if (face[i]! > FACE_CORE) shape[i] = 1
      else if (near[at]! > NEAR_MIN) {
        const isLikely = sure[at]! > SURE.in || (sure[at]! > SURE.out && full[i]! > 0.5)
        if (crown?.drops(unitX(crop.grid, column), y)) continue
        if (isLikely && isOfHead(kinds[at]!, unitX(crop.grid, column), y, face[i]!, map, wornHere[at] === 1, isBearded))
          shape[i] = 1
      }
    }
  }
  fillGaps(shape, crop.grid)
  const kindAt = (column: number, row: number) =>
    kinds[Math.min(row >> 1, half.h - 1) * half.w + Math.min(column >> 1, half.w - 1)]
  fillNotches(shape, crop, (column, row) => kindAt(column, row) === KIND.bodySkin)
  dropTails(shape, face, crop.grid, map)
  dropShards(shape, face, crop.grid, map)
  reachCollar(shape, crop.grid, map, (column, row) => {
    const at = Math.min(row >> 1, half.h - 1) * half.w + Math.min(column >> 1, half.w - 1)
    return kinds[at] === KIND.hair || (at >= 4 * half.w && kinds[at - 4 * half.w] === KIND.hair)
  })
  const covered = withBeyond(crop, (x, y) => crown?.isAbove(x, y) === true || hairBeyond?.(x, y) === true)
  roundedWhereCut(shape, { grid: crop.grid, inside: covered }, crown?.holds)
  keepFace(shape, face, crop.grid)
  const mask = gaussBlur(shape, crop.grid, CONTOUR_BLUR_UNITS * crop.grid.perUnit)
  for (const field of [shape, full, face, near, sure]) releaseBuffer(field)
  return { crop, mask, kind: kinds, isSeen, oval: nearOval, covered }
}

/** The matte may take a dark wall for hair: it is not believed so far from what the class net calls head, in units. */
const BESIDE_UNITS = 5
/** The class net loses hair out of focus. The matte is believed where the class net sees less of it than this share. */
const SEEN_MIN = 0.15

/**
 * Returns a field that is more than 0 close to hair, face and things that are worn, or null where hair is out of focus.
 */
function findBeside(person: Field, kind: Uint8Array, worn: Uint8Array, grid: Grid): Field | null {
  const head = createField(grid)
  let [seen, matted] = [0, 0]
  eachPixel(grid, (i, _x, y) => {
    const isHair = kind[i] === KIND.hair || worn[i] === 1
    const isFace = kind[i] === KIND.faceSkin
    if (isHair || isFace) head[i] = 1
    if (isHair) seen++
    // Below the face the matte sees the neck and the shoulders.
    if (y < 0 && !isFace && person[i]! > 0.5) matted++
  })
  if (seen < SEEN_MIN * matted) return null
  return boxBlur(head, grid, Math.round(BESIDE_UNITS * grid.perUnit))
}

/** True for a pixel of the half grid that was in the picture at all. */
function insidePhoto({ inside, grid }: Crop, half: Grid): (i: number) => boolean {
  const every = new Uint8Array(half.w * half.h)
  for (let y = 0, i = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, i++) every[i] = inside[y * 2 * grid.w + x * 2]!
  return (i) => every[i] === 1
}

/**
 * Two nets that disagree are halfway in doubt: then the photo's own edges decide. The matte does not know hats, so the
 * class net is believed more about what is worn.
 */
function believed(person: number, kind: number, isWorn: boolean): number {
  const p = kind === KIND.background ? 0.6 * person : isWorn ? 0.7 + 0.3 * person : 0.4 + 0.6 * person
  return p > SURE.in ? 1 : p < SURE.out ? 0 : p
}

/**
 * Returns true if the class net's class at a place can be part of the head.
 *
 * @param oval distance into the ring of the face
 */
function isOfHead(
  kind: number,
  x: number,
  y: number,
  oval: number,
  map: FaceMap,
  isWorn: boolean,
  isBearded: boolean,
): boolean {
  const isFace = oval > -OVAL_ROOM
  if (kind === KIND.hair) return isFace || isBearded || !isBeforeThroat(x, y, map)
  if (kind === KIND.clothes) return oval > CLOTHES_INSIDE
  if (kind === KIND.others)
    return oval > FACE_ROOM - OVAL_ROOM - faceRoom(map.yaw) || (isWorn && y < earBottomAt(map, x) + BRIM_UNITS)
  // The lips and the chin of a head that turns away stand out of the ring, and the net knows a neck from a face.
  if (kind === KIND.faceSkin) return oval > -faceRoom(map.yaw) || y < earBottomAt(map, x)
  // Hands and neck stay out; so does the wall, where the matte sees a person and the class net does not.
  return isFace || (kind === KIND.background && y < earBottomAt(map, x) - 10)
}

/** Extent of a face beyond the ring of its landmarks: they know nothing of how far a profile stands out. */
const faceRoom = (yaw: number) => FACE_ROOM + PROFILE_ROOM * smoothstep(...PROFILE, Math.abs(yaw))

/** Another face in the photo: its centre in head space, in units, and its size beside ours. */
export type Neighbour = { readonly x: number; readonly y: number; readonly size: number }

/** Share of our distance below which a place belongs to another face, each distance in its own face's units. */
const NEARER = 0.92

/** Tests whether a place is another person's: nearer to that face than to ours, each measured in its own size. */
export function isNeighbours(x: number, y: number, neighbours: readonly Neighbour[]): boolean {
  if (neighbours.length === 0) return false
  const own = NEARER * Math.hypot(x, y)
  return neighbours.some((one) => Math.hypot(x - one.x, y - one.y) / one.size < own)
}

function isBeforeThroat(x: number, y: number, map: FaceMap): boolean {
  const { x: middleX, half } = getThroat(map)
  return y > (x < map.points[152]!.x ? map.points[172]! : map.points[397]!).y && Math.abs(x - middleX) < half
}

/** True for a chin with hair on it. */
function hasBeard(kind: Uint8Array, { points }: FaceMap, grid: Grid): boolean {
  const { x, y } = points[152]!
  const places = [-8, 0, 8].flatMap((dx) => [-5, 1].map((dy) => indexAt(grid, x + dx, y + dy)))
  return places.filter((i) => kind[i] === KIND.hair).length >= places.length / 2
}

/** Share of a thing that must lie over the face or above the brows to be worn. */
const WORN_SHARE = 0.45
const BROW_Y = -22

/**
 * Which of the things that the class net sees are worn on the head, as a mask: hats and bands above the brows, glasses
 * in the face. Phones and what hands hold beside it are not.
 */
function wornPieces(kind: Uint8Array, oval: Field, grid: Grid): Uint8Array {
  const worn = new Uint8Array(kind.length)
  eachPiece(
    grid,
    (i) => kind[i] === KIND.others,
    true,
    (pixels) => {
      const onHead = pixels.filter((i) => {
        const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
        return oval[i]! > -4 || (y < BROW_Y && Math.abs(x) < 62)
      }).length
      if (onHead > WORN_SHARE * pixels.length) for (const i of pixels) worn[i] = 1
    },
  )
  return worn
}

/** The piece around the face, without thin bridges to other things, and a little around it. */
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
