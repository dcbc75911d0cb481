import type { Pose } from '#worker/graphics/picture.ts'
import type { Segments } from '../../vision/index.ts'
import { eachPixel, toHalfGrid } from '../field/grid.ts'
import type { FaceMap } from './face-map.ts'
import type { HeadMask } from './head-mask.ts'
import { KIND } from './segment-fields.ts'

/** Margin inside the ring of the face, where a landmark's error does not count as an object. Units. */
const RING_MARGIN = 3
/** Lower edge of large sunglasses, in units below the center of the face. Objects above it count as glasses. */
const GLASSES_Y = 16
/**
 * Area of a face that a hand or an object must cover, in square units; a face has about 7,000. No bare face among 132
 * exceeds 28. Hands, food, cups and phones pasted over 22 of them covered 269 or more.
 */
const COVERED_MIN = 200
/** Share of the face that the net must recognize. It labels a heavily compressed or blurred face as background. */
const RECOGNIZED_MIN = 0.15

/** Returns true if a hand, food or another object is in front of the face. Hair, beards and glasses do not count. */
export function isFaceCovered({
  crop,
  kind,
  isSeen,
  oval,
  hand,
  isObjectHidden,
}: Pick<HeadMask, 'crop' | 'kind' | 'isSeen' | 'oval' | 'hand' | 'isObjectHidden'>): boolean {
  if (!isSeen) return false
  if (isObjectHidden) return true
  const grid = toHalfGrid(crop.grid)
  let [all, face, covered] = [0, 0, 0]
  eachPixel(grid, (i, _x, y) => {
    if (oval[i]! <= RING_MARGIN) return
    all++
    if (hand?.[i] === 1) covered++
    else if (kind[i] === KIND.faceSkin) face++
    else if (isObject(kind[i]!, y)) covered++
  })
  return face > RECOGNIZED_MIN * all && covered > COVERED_MIN * grid.perUnit ** 2
}

/** The net calls a hand body skin. It calls food, cups and phones others, clothes or background. */
function isObject(kind: number, y: number): boolean {
  if (kind === KIND.bodySkin) return true
  return y > GLASSES_Y && (kind === KIND.others || kind === KIND.clothes || kind === KIND.background)
}

/**
 * A hand beside the jaw shows bare skin within `units` of the ring and `above` the chin. A neck covers at most 105
 * square units there, a hand at the cheek twice as many.
 */
const BESIDE_JAW = { units: 12, above: 22, least: 140 } as const

/** Returns true if a hand touches the jaw or covers a part of it. */
export function isHandAtJaw(
  { crop, kind, oval, hand }: Pick<HeadMask, 'crop' | 'kind' | 'oval' | 'hand'>,
  { points }: Pick<FaceMap, 'points'>,
): boolean {
  const grid = toHalfGrid(crop.grid)
  let [onFace, beside] = [false, 0]
  eachPixel(grid, (i, _x, y) => {
    if (y < 0) return
    if (hand?.[i] === 1) onFace = true
    if (kind[i] !== KIND.bodySkin || oval[i]! < -BESIDE_JAW.units) return
    if (y < points[152]!.y - BESIDE_JAW.above) beside++
  })
  return onFace || beside > BESIDE_JAW.least * grid.perUnit ** 2
}

/** Distance from the ring beyond which face skin belongs to another person, in units. Ears and profiles end before. */
const OTHER_FACE_UNITS = 40
/** Area of another face, in square units. Among 132 photos of one person, the highest value is 52; the rest are 0. */
const OTHER_FACE_MIN = 200
/** Distance from the ring at which the hair of a person with short hair ends, in units. */
const HAIR_UNITS = 30
/** Minimum area of the cutout beyond that distance that counts as a neighbor's hair, in square units. */
const HAIR_MIN = 500

/**
 * Returns true if the cutout probably includes the hair of another person: a second face is beside the head, and the
 * cutout reaches toward it.
 */
export function includesNeighbor(
  { crop, mask }: Pick<HeadMask, 'crop' | 'mask'>,
  { frame, side, classes }: Segments,
  pose: Pose,
  { oval }: Pick<FaceMap, 'oval'>,
): boolean {
  if (classes === null) return false
  const [left, right] = [Math.min(...oval.map(({ x }) => x)), Math.max(...oval.map(({ x }) => x))]
  const faces = { left: 0, right: 0 }
  const [perX, perY] = [frame.width / side, frame.height / side]
  const [cos, sin] = [Math.cos(pose.roll) / pose.unitPx, Math.sin(pose.roll) / pose.unitPx]
  for (let row = 0, i = 0; row < side; row++) {
    const dy = frame.y - frame.height / 2 + (row + 0.5) * perY - pose.y
    for (let column = 0; column < side; column++, i++) {
      if (classes[i] !== KIND.faceSkin) continue
      const x = (frame.x - frame.width / 2 + (column + 0.5) * perX - pose.x) * cos + dy * sin
      if (x < left - OTHER_FACE_UNITS) faces.left++
      else if (x > right + OTHER_FACE_UNITS) faces.right++
    }
  }
  const hair = { left: 0, right: 0 }
  eachPixel(crop.grid, (i, x) => {
    if (mask[i]! <= 0.5) return
    if (x < left - HAIR_UNITS) hair.left++
    else if (x > right + HAIR_UNITS) hair.right++
  })
  const facePixels = (OTHER_FACE_MIN * pose.unitPx ** 2) / (perX * perY)
  const hairPixels = HAIR_MIN * crop.grid.perUnit ** 2
  return (['left', 'right'] as const).some((at) => faces[at] > facePixels && hair[at] > hairPixels)
}
