import { clamp } from '#worker/graphics/numbers.ts'
import { type FaceMap, getMiddle } from '../ink/study/face-map.ts'
import type { HeadShape, Sides } from '../ink/study/head-shape.ts'
import type { Adjust } from '../figure.ts'
import type { Turn } from '../gear/turned.ts'
import type { Glasses } from './glasses.ts'
import { getFaceSides } from './sides.ts'

/** A head that is turned less is seen from the front. */
export const LEAST_YAW = 0.1
/** The places of eyes and mouth on a drawn head, and the distance of each eye from the middle, in units. */
const DRAWN = { eyesY: -6, mouthY: 39, eyeX: 20.5 } as const
/** The reach of a framed piece to either side and below the line of the eyes, outline included. */
const FRAMES = {
  shades: { half: 45.7, below: 23.5, overhang: 0 },
  stars: { half: 52, below: 29, overhang: 3 },
} as const
export type FrameId = keyof typeof FRAMES

/**
 * The reach of a frame from the bridge, in distances of the eye from there: to the temple of a face from the front.
 * It ends with the face on the side that turns away.
 */
const FRAME_REACH = { near: 2.12, far: 2.6 } as const
/** The least reach of a frame beyond the corner of an eye, in units. */
const EYE_ROOM = 3
const SHARE = { least: 0.3, most: 1.2 } as const
/** A narrow frame is lower as well, though not as much. */
const HEIGHT = { least: 0.8, most: 1.3 } as const

/** A frame on the nose: each half ends at the temple, or where the face does on the side that turns away. */
export function turnFrame(id: FrameId, map: FaceMap, { strap }: HeadShape, glasses: Glasses | null = null): Turn {
  const { half, below, overhang } = FRAMES[id]
  const eyes = getMiddle([map.eyes[0].centre, map.eyes[1].centre])
  const x = findBridge(map, eyes.x)
  const face = getFaceSides(map, eyes.y)
  const share = (side: 0 | 1, room: number, head: number, own: number | null) => {
    const { centre, width } = map.eyes[side]
    const eye = Math.abs(centre.x - x)
    const isFar = Math.abs(map.yaw) >= LEAST_YAW && map.yaw > 0 === (side === 1)
    const reach = Math.min((isFar ? FRAME_REACH.far : FRAME_REACH.near) * eye, room)
    // Shades over glasses are as wide as the glasses.
    const least = Math.max(eye + width / 2 + EYE_ROOM, own === null ? 0 : own + 1)
    return (
      clamp(Math.min(Math.max(reach, least), Math.max(head, room)) + overhang, half * SHARE.least, half * SHARE.most) /
      half
    )
  }
  const left = share(0, x - face.left, x - strap.left, glasses && x - glasses[0].left)
  const right = share(1, face.right - x, strap.right - x, glasses && glasses[1].right - x)
  const narrow = (1 + Math.min(1.1, (left + right) / 2)) / 2
  const nod = clamp(Math.cos(map.pitch) + 0.02, 0.86, 1)
  const own = glasses ? (Math.max(glasses[0].bottom, glasses[1].bottom) + 2 - eyes.y) / below : 0
  const height = clamp(Math.max(narrow * nod, own), HEIGHT.least, HEIGHT.most)
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

/** The bridge of a piece lies between that of the nose and the middle of the eyes. */
function findBridge({ noseBridge, yaw }: FaceMap, eyesX: number): number {
  if (Math.abs(yaw) < LEAST_YAW) return eyesX
  return (getMiddle([noseBridge[0]!, noseBridge[1]!]).x + eyesX) / 2
}

/** The slope of an upright pair of eyes; a mesh is not surer. */
const LEAST_SLOPE = 0.02
const SLOPE_MAX = 0.12

function measureSlope({ eyes }: FaceMap): number {
  const slope = (eyes[1].centre.y - eyes[0].centre.y) / Math.max(1, eyes[1].centre.x - eyes[0].centre.x)
  return Math.abs(slope) < LEAST_SLOPE ? 0 : clamp(slope, -SLOPE_MAX, SLOPE_MAX)
}

/** The temple of a drawn pair of shades, and the shortest temple that is seen, in units of the piece. */
const HINGE = 45.7
const ARM_LEAST = 1.5

/** The reach of the arms of shades on each side, to the ear, in units of the piece. */
export function getArms(map: FaceMap, { xUnits, yUnits, left, right }: Turn): Sides {
  const face = getFaceSides(map, yUnits + DRAWN.eyesY)
  const reach = (units: number) => (units > HINGE + ARM_LEAST ? units : 0)
  return { left: reach((xUnits - face.left) / left), right: reach((face.right - xUnits) / right) }
}

/** Own glasses that stand so far out of the face cannot be covered by others, in units. */
const STANDS_OUT = 3

/** True for a frame that is pushed up to the forehead, over own glasses that are too wide for it. */
export function isPushedUp(map: FaceMap, glasses: Glasses | null): boolean {
  if (glasses === null) return false
  const face = getFaceSides(map, map.eyes[0].centre.y)
  return glasses[0].left < face.left - STANDS_OUT || glasses[1].right > face.right + STANDS_OUT
}

/**
 * The most that half of a frame on a forehead is wide and its distance from the brows, in units, and the least share of
 * its width from the front: it may stand out beside a narrow skull.
 */
const PUSHED = { halfUnits: 38, overBrows: 2, least: 0.8 } as const
/** The reach of what lies on a forehead to either side and its lowest line, as drawn, and its height there as a share. */
const ON_FOREHEAD = {
  shades: { half: FRAMES.shades.half, lowest: DRAWN.eyesY + FRAMES.shades.below, height: 0.66 },
  stars: { half: FRAMES.stars.half, lowest: DRAWN.eyesY + FRAMES.stars.below, height: 0.66 },
  goggles: { half: 38, lowest: -27.4, height: 1 },
} as const

/** A frame on the forehead, right above brows and glasses. */
export function turnPushedUp(
  id: FrameId | 'goggles',
  map: FaceMap,
  { brow }: HeadShape,
  glasses: Glasses | null,
): Turn {
  const { half, lowest, height } = ON_FOREHEAD[id]
  const brows = Math.min(...map.brows.map((ring) => getMiddle(ring).y))
  const bottom = Math.min(brows, ...(glasses ?? []).map(({ top }) => Math.max(top, brows - 6))) - PUSHED.overBrows
  const x = map.points[151]!.x
  const head = brow.right - brow.left > PUSHED.halfUnits ? brow : getFaceSides(map, bottom)
  const least = Math.abs(map.yaw) < LEAST_YAW ? PUSHED.least : SHARE.least
  const share = (room: number) => clamp(Math.min(PUSHED.halfUnits, room) / half, least, SHARE.most)
  const [left, right] = [share(x - head.left), share(head.right - x)]
  return {
    xUnits: x,
    yUnits: bottom - lowest,
    left,
    right,
    height: height * ((1 + Math.min(1, (left + right) / 2)) / 2),
    fromY: lowest,
    slope: measureSlope(map),
  }
}

/** The end of the frame of goggles, and the width of the hair under a strap, in units. */
const STRAP = { least: 38, most: 100 } as const

/** The reach of a strap on each side, to the end of the head, in units of the piece. */
export function getStrapSides({ xUnits, left, right }: Turn, sides: Sides): NonNullable<Adjust['strapSides']> {
  const reach = (units: number, share: number) =>
    Math.round(Math.max(STRAP.least, Math.min(units, STRAP.most + Math.abs(xUnits)) / share) * 10) / 10
  return { left: reach(xUnits - sides.left, left), right: reach(sides.right - xUnits, right) }
}

/** A mustache hangs below the nose, over the upper lip: it is as high as the room between the two. */
export function turnMustache(map: FaceMap): Turn {
  const mouth = getMiddle(map.lipsOut)
  const nose = map.noseBase[3]!
  const x = (mouth.x + nose.x) / 2
  const { left, right } = scaleHalves(map)
  const face = getFaceSides(map, mouth.y)
  const fitting = (share: number, room: number) =>
    Math.min(MUSTACHE.most * share, Math.max(MUSTACHE.least, (room + MUSTACHE.overhang) / MUSTACHE.half))
  const { room, least, most } = MUSTACHE.height
  const height = clamp((mouth.y - nose.y) / room, least, most)
  return {
    left: fitting(left, x - face.left),
    right: fitting(right, face.right - x),
    height,
    fromY: DRAWN.mouthY,
    slope: measureSlope(map),
    xUnits: x,
    yUnits: nose.y + MUSTACHE.below - DRAWN.mouthY + height * (DRAWN.mouthY - MUSTACHE.partingY),
  }
}

/**
 * The reach of a mustache to either side and beyond the cheeks, its narrowest and its widest half as shares, the upper
 * end of its parting as drawn and its distance from the nose, and its height: a share of what is drawn, for a mouth that
 * is so far below the nose.
 */
const MUSTACHE = {
  half: 60.6,
  overhang: 3,
  least: 0.45,
  most: 0.86,
  partingY: 24,
  below: 2.5,
  height: { room: 18, least: 0.62, most: 0.85 },
} as const
const HALF = { least: 0.5, most: 1.16 } as const

/** The visible width of each half of a face, measured at its eye. */
function scaleHalves({ eyes, yaw }: FaceMap): Pick<Turn, 'left' | 'right'> {
  if (Math.abs(yaw) < LEAST_YAW) return { left: 1, right: 1 }
  const centre = (eyes[0].centre.x + eyes[1].centre.x) / 2
  const share = (x: number) => clamp(Math.abs(x - centre) / DRAWN.eyeX, HALF.least, HALF.most)
  // The half that turns away ends with the face, the near one goes on to the ear.
  const far = 1 - 0.3 * Math.min(1, Math.abs(yaw))
  const [left, right] = [share(eyes[0].centre.x), share(eyes[1].centre.x)]
  return yaw > 0 ? { left: Math.max(left, far), right: right * far } : { left: left * far, right: Math.max(right, far) }
}
