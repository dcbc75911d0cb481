import { type Pose, toHeadSpace } from '#worker/graphics/picture.ts'
import type { Place2 } from '../field/polygon.ts'

/**
 * Landmark indices of MediaPipe's canonical face mesh. Rings surround the feature they name. `left` and `right` are
 * from the viewer's perspective, so the left eye is the person's right one.
 */
const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const
const LIPS_OUT = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146] as const
const LIPS_IN = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95] as const
/** Ring from the outer corner along the upper lid to the inner corner, and back along the lower lid. */
const LEFT_EYE = [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7] as const
const RIGHT_EYE = [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249] as const
/** Ring from the outer end along the upper edge, and back along the lower one. */
const LEFT_BROW = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46] as const
const RIGHT_BROW = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276] as const
const NOSE_BRIDGE = [168, 6, 197, 195, 5, 4] as const
/** Lower edge of the nose from wing to wing. */
const NOSE_BASE = [129, 98, 97, 2, 326, 327, 358] as const
/** Landmarks of bare skin on nearly every face: cheeks, bridge of the nose, forehead. */
const CHEEKS = { left: [50, 205, 101, 36, 118], right: [280, 425, 330, 266, 347] } as const
const FOREHEAD = [151, 9, 108, 337, 69, 299] as const
/** Number of landmarks from one corner of an eye to the other. */
const LID = 9

/** One eye, in head space. */
export type Eye = {
  readonly ring: readonly Place2[]
  readonly center: Place2
  readonly width: number
}

/** Landmarks of a face in head space, upright, in units. They parameterize the whole drawing. */
export type FaceMap = {
  readonly points: readonly { readonly x: number; readonly y: number; readonly z: number }[]
  readonly oval: readonly Place2[]
  readonly lipsOut: readonly Place2[]
  readonly lipsIn: readonly Place2[]
  readonly eyes: readonly [left: Eye, right: Eye]
  readonly brows: readonly [left: readonly Place2[], right: readonly Place2[]]
  readonly noseBridge: readonly Place2[]
  readonly noseBase: readonly Place2[]
  readonly noseTip: Place2
  readonly cheeks: readonly [left: readonly Place2[], right: readonly Place2[]]
  readonly forehead: readonly Place2[]
  /** Radians. Positive if the nose points to the right of the picture. */
  readonly yaw: number
  readonly pitch: number
  /** True if a hand touches the jaw, where landmarks then make the face short. */
  readonly isJawTouched?: boolean
}

type Found = {
  readonly points: readonly { readonly x: number; readonly y: number; readonly z: number }[]
  readonly pose: Pose & { readonly yaw: number; readonly pitch: number }
}

export function mapFace({ points, pose }: Found): FaceMap {
  const own = points.map((point) => ({ ...toHeadSpace(pose, point), z: point.z / pose.unitPx }))
  const ring = (numbers: readonly number[]) => numbers.map((n) => own[n]!)
  const [lipsOut, lipsIn] = [ring(LIPS_OUT), ring(LIPS_IN)]
  return {
    points: own,
    oval: ring(OVAL),
    lipsOut,
    lipsIn,
    eyes: [toEye(ring(LEFT_EYE)), toEye(ring(RIGHT_EYE))],
    brows: [ring(LEFT_BROW), ring(RIGHT_BROW)],
    noseBridge: ring(NOSE_BRIDGE),
    noseBase: ring(NOSE_BASE),
    noseTip: own[4]!,
    cheeks: [ring(CHEEKS.left), ring(CHEEKS.right)],
    forehead: ring(FOREHEAD),
    yaw: pose.yaw,
    pitch: pose.pitch,
  }
}

function toEye(ring: readonly Place2[]): Eye {
  const [outer, inner] = [ring[0]!, ring[LID - 1]!]
  const width = between(outer, inner)
  return {
    ring,
    center: getMiddle(ring),
    width,
  }
}

export const between = (one: Place2, other: Place2): number => Math.hypot(one.x - other.x, one.y - other.y)

export function getMiddle(places: readonly Place2[]): Place2 {
  const sum = places.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 })
  return { x: sum.x / places.length, y: sum.y / places.length }
}

/** Distance of an ear from the middle of the face, in units. */
export const EAR_X = 46

/** Returns the height of the earlobes at `x`. Points of the neck lie below it. */
export function earBottomAt({ points }: FaceMap, x: number): number {
  const [left, right] = [points[132]!, points[361]!]
  const t = (x - left.x) / Math.max(1, right.x - left.x)
  return left.y + (right.y - left.y) * Math.min(1.5, Math.max(-0.5, t))
}

/** Half width of the throat as a share of half the jaw, and its limits in units. */
const THROAT = { ofJaw: 0.8, least: 19, most: 26 } as const

/**
 * Returns the middle and the half width of the throat. Hair in front of it is drawn behind it, because it would leave a
 * square of skin (worker/artist/DECISIONS.md).
 */
export function getThroat({ points, yaw }: FaceMap): { readonly x: number; readonly half: number } {
  const jaw = between(points[172]!, points[397]!) / 2 / Math.max(0.75, Math.cos(yaw))
  return { x: points[152]!.x / 2, half: Math.min(THROAT.most, Math.max(THROAT.least, THROAT.ofJaw * jaw)) }
}

/** A neck starts behind the jaw, this far above the jaw's corners, in units. */
const BEHIND_JAW = 14

/** Returns the y at which the neck starts. */
export const getNeckTop = ({ points }: Pick<FaceMap, 'points'>): number =>
  Math.min(points[172]!.y, points[397]!.y) - BEHIND_JAW
