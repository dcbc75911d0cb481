import { clamp } from '#worker/graphics/numbers.ts'
import { type FaceMap, getMiddle } from '../ink/study/face-map.ts'
import type { HeadShape, Sides } from '../ink/study/head-shape.ts'
import type { Adjust } from '../figure.ts'
import type { Turn } from '../gear/turned.ts'
import type { Glasses } from './glasses.ts'
import { getFaceSides, getHairSides } from './sides.ts'

/** Returns true for a point of visible skin, which no hair covers. */
export type IsBare = (x: number, y: number) => boolean

/** A head turned less than this counts as a front view. */
export const LEAST_YAW = 0.1
/** Height of the eyes on a drawn head, in units. */
const DRAWN = { eyesY: -6 } as const
/**
 * Half width of a frame and its extent below the line of the eyes, including the outline, its half width as a multiple
 * of the eye's distance from the bridge, the minimum share of a half, and its extent beyond the wearer's own glasses. A
 * narrower star looks squashed.
 */
const FRAMES = {
  shades: { half: 45.7, below: 23.5, overhang: 0, near: 2.1, least: 0.3, over: 4 },
  stars: { half: 48, below: 25, overhang: 1, near: 2, least: 0.6, over: 4 },
} as const
export type FrameId = keyof typeof FRAMES

/**
 * Half width of a frame on the far side as a multiple of the eye's distance from the bridge, and the maximum as a share
 * of the face. In front view it ends before the temple. On the far side it ends with the face.
 */
const FRAME_REACH = { far: 2.4, ofFace: 0.93 } as const
/** Minimum extent of a frame beyond the corner of an eye, in units. */
const EYE_ROOM = 3
const SHARE = { least: 0.3, most: 1.2 } as const
/** A narrow frame is lower as well, but less so. */
const HEIGHT = { least: 0.8, most: 1.3 } as const

/** Fits a frame on the nose. Each half ends at the temple, or at the edge of the face on the far side. */
export function turnFrame(id: FrameId, map: FaceMap, { strap }: HeadShape, glasses: Glasses | null = null): Turn {
  const { half, below, overhang, near, least: narrowest, over } = FRAMES[id]
  const eyes = getMiddle([map.eyes[0].center, map.eyes[1].center])
  const x = findBridge(map, eyes.x)
  const face = getFaceSides(map, eyes.y)
  const share = (side: 0 | 1, room: number, head: number, ownReach: number | null) => {
    const { center, width } = map.eyes[side]
    const eye = Math.abs(center.x - x)
    const isFar = Math.abs(map.yaw) >= LEAST_YAW && map.yaw > 0 === (side === 1)
    const reach = Math.min((isFar ? FRAME_REACH.far : near) * eye, (isFar ? 1 : FRAME_REACH.ofFace) * room)
    // Shades over glasses are at least as wide as the glasses.
    const own = ownReach === null ? 0 : ownReach + over
    const least = Math.max(eye + width / 2 + EYE_ROOM, own)
    return (
      clamp(
        Math.min(Math.max(reach, least), Math.max(head, room, own)) + overhang,
        half * narrowest,
        half * SHARE.most,
      ) / half
    )
  }
  const left = share(0, x - face.left, x - strap.left, glasses && x - glasses[0].left)
  const right = share(1, face.right - x, strap.right - x, glasses && glasses[1].right - x)
  const narrow = (1 + Math.min(1.1, (left + right) / 2)) / 2
  const nod = clamp(Math.cos(map.pitch) + 0.02, 0.86, 1)
  const glassesShare = glasses ? (Math.max(glasses[0].bottom, glasses[1].bottom) + 2 - eyes.y) / below : 0
  const height = clamp(Math.max(narrow * nod, glassesShare), HEIGHT.least, HEIGHT.most)
  return {
    xUnits: x,
    yUnits: eyes.y - DRAWN.eyesY,
    left,
    right,
    height,
    fromY: DRAWN.eyesY,
    slope: measureSlope(map),
  }
}

/** Returns the bridge of a piece, halfway between the bridge of the nose and the middle of the eyes. */
function findBridge({ noseBridge, yaw }: FaceMap, eyesX: number): number {
  if (Math.abs(yaw) < LEAST_YAW) return eyesX
  return (getMiddle([noseBridge[0]!, noseBridge[1]!]).x + eyesX) / 2
}

/** Slopes below this are noise of the face mesh. */
const LEAST_SLOPE = 0.02
const SLOPE_MAX = 0.12

/** Returns the slope of the line through both eyes: down to the right, per unit. */
export function measureSlope({ eyes }: FaceMap): number {
  const slope = (eyes[1].center.y - eyes[0].center.y) / Math.max(1, eyes[1].center.x - eyes[0].center.x)
  return Math.abs(slope) < LEAST_SLOPE ? 0 : clamp(slope, -SLOPE_MAX, SLOPE_MAX)
}

/** Hinge of each drawn frame, and the shortest visible arm, in units of the piece. */
const HINGES = { shades: 45.7, stars: 46 } as const
const ARM_LEAST = 1.5

/** Reach of the arms beyond the face, to an ear, and their distance from the outline, in units. */
const TO_EAR = { beyond: 13, inside: 1 } as const
/**
 * Height of the arms in units, the minimum distance of their end from the middle of an eye, and how far they reach into
 * hair, which hides the rest.
 */
const ARM = { y: -10, fromEye: 10, intoHair: 3 } as const

/**
 * Returns the length of the arms of glasses on each side, to the ear or to the hair in front of it, in units of the
 * piece.
 *
 * @param isBare undefined if the arms cover those of the wearer's own glasses
 */
export function getArms(id: FrameId, map: FaceMap, turn: Turn, shape: HeadShape, isBare?: IsBare): Sides {
  const { xUnits, yUnits, left, right } = turn
  const y = yUnits + ARM.y
  const face = getFaceSides(map, yUnits + DRAWN.eyesY)
  const hair = getHairSides(shape, y)
  const reach = (units: number) => (units > HINGES[id] + ARM_LEAST ? units : 0)
  const isFar = (side: 1 | -1) => side * map.yaw > 2 * LEAST_YAW
  const end = (side: 1 | -1, edge: number, head: number) => {
    if (isFar(side)) return edge
    const most = Math.max(Math.min(edge, head), Math.min(edge + TO_EAR.beyond, head - TO_EAR.inside))
    if (!isBare) return most
    let x = side * map.eyes[side === 1 ? 1 : 0].center.x + ARM.fromEye
    while (x < most && isBare(side * x, y)) x++
    return Math.min(most, x + ARM.intoHair)
  }
  return {
    left: reach((xUnits + end(-1, -face.left, -hair.left)) / left),
    right: reach((end(1, face.right, hair.right) - xUnits) / right),
  }
}

/** Placement of goggles above the brows. Distances are in units. */
const PUSHED = {
  /** Distance of the lowest line from the brows. */
  overBrows: 5,
  /** Drawn half width, lowest line and height of the pushed-up goggles. */
  half: 43,
  lowest: -27.4,
  drawnHeight: 55.5,
  /** Height of the middle above the lowest line, where the width is measured. */
  middle: 12,
  /** Distance of their top from the top of the hair or skull, and the limits of their vertical scale. */
  belowTop: 7,
  flattest: 0.58,
  tallest: 0.86,
  /** Width shares. */
  narrowest: 0.8,
  narrowestTurned: 0.3,
  widest: 1.1,
  /** Room beside the goggles for their strap, which shows on both sides, and beside the far end of turned goggles. */
  strap: 9,
  farStrap: 10,
  toMiddle: 0.5,
} as const

/** Fits goggles above brows and glasses, on the forehead and below the top of the head. */
export function turnPushedUp(map: FaceMap, shape: HeadShape, glasses: Glasses | null): Turn {
  const { overBrows, half, lowest, drawnHeight, belowTop, flattest, tallest } = PUSHED
  const brows = Math.min(...map.brows.map((ring) => getMiddle(ring).y))
  const bottom = Math.min(brows, ...(glasses ?? []).map(({ top }) => Math.max(top, brows - 6))) - overBrows
  const hair = getHairSides(shape, bottom - PUSHED.middle)
  const head = hair.right - hair.left > half ? hair : getFaceSides(map, bottom)
  const forehead = map.points[151]!.x
  const x = forehead + PUSHED.toMiddle * ((head.left + head.right) / 2 - forehead)
  const share = (side: -1 | 1, reach: number) => {
    const isTurned = Math.abs(map.yaw) >= LEAST_YAW
    const strap = isTurned && side * map.yaw > 0 ? PUSHED.farStrap : PUSHED.strap
    return clamp((reach - strap) / half, isTurned ? PUSHED.narrowestTurned : PUSHED.narrowest, PUSHED.widest)
  }
  return {
    xUnits: x,
    yUnits: bottom - lowest,
    left: share(-1, x - head.left),
    right: share(1, head.right - x),
    height: clamp((bottom + shape.hairTop - belowTop) / drawnHeight, flattest, tallest),
    fromY: lowest,
    slope: measureSlope(map),
  }
}

/**
 * Heights of a strap's end in units of the piece, its reach beyond the outline of the hair, and how much farther it
 * reaches at its lower edge. A strap on a hat lies around its crown, not on its brim.
 */
const STRAP = { upper: -60.7, lower: -43.9, beyond: -1.5, flare: 7 } as const

/** Returns the length of a strap on each side, to the outline of the hair, at its upper and lower edge. */
export function getStrapSides(turn: Turn, shape: HeadShape, hasHat = false): NonNullable<Adjust['strapSides']> {
  const { xUnits, yUnits, left, right, height = 1, fromY = 0 } = turn
  const reachAt = (pieceY: number) => {
    const hair = getHairSides(shape, yUnits + fromY + (pieceY - fromY) * height)
    const reach = (units: number, share: number) => Math.round((10 * (units + STRAP.beyond)) / share) / 10
    return { left: reach(xUnits - hair.left, left), right: reach(hair.right - xUnits, right) }
  }
  const [upper, lower] = [reachAt(STRAP.upper), reachAt(STRAP.lower)]
  if (!hasHat) return { upper, lower }
  const within = (end: number, above: number) => Math.min(end, above + STRAP.flare)
  return { upper, lower: { left: within(lower.left, upper.left), right: within(lower.right, upper.right) } }
}
