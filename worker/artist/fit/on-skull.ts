import type { ArmorId } from '#shared/domain/armor.ts'
import type { BandEnds, Edge, Rim } from '../gear/gear.ts'
import { BAND_Y } from '../gear/headband.ts'
import { getShadedHeights, turnShadow } from '../gear/rim-shadow.ts'
import { STRAIGHT, type Turn } from '../gear/turned.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import { type FaceMap, getMiddle } from '../ink/study/face-map.ts'
import type { HeadShape, Row, Sides } from '../ink/study/head-shape.ts'
import { swellBelow } from '../visible.ts'
import { LEAST_YAW } from './on-face.ts'
import { getFaceSides, getHairSides } from './sides.ts'

/** Movement of a dome's middle as the head turns: a share of its radius times the sine of the yaw. A helmet shows more of it. */
const ROUND = { share: 0.42, ofHelmet: 0.56, radius: 60 } as const
const SKULL_HALF = { least: 0.74, most: 1.26 } as const
/**
 * The opening of enclosing gear lies around the face: its share of the face's distance from the middle, the maximum, and
 * its half width, in units.
 */
const OPENING = { share: 0.95, most: 14, half: 48, halfOfLeather: 43 } as const
/** Minimum room beside the far side of a turned face at these heights, and the maximum shift for it. In units. */
const FAR_SIDE = { ys: [-24, -8, 8, 24], room: 5, most: 16 } as const
const ENCLOSING: ReadonlySet<ArmorId> = new Set(['helmet', 'visor', 'leather', 'knight', 'pumpkin'])
/** Maximum distance between the middle of a skull and the middle of the face, in units. */
const MIDDLE_MAX = 16
/** Weight of the hair in locating the back of a turned head, per radian and at most. */
const HAIR = { perRadian: 0.8, most: 0.5, beyond: 24 } as const
/** Top of a face in front view. When it moves down, a brim follows by this share, up to a maximum. */
const FOREHEAD = { y: -39.5, share: 0.5, most: 5 } as const

/** Maximum distance of a round helmet's middle from the middle of the neck, in units. */
const BUBBLE_MAX = 12

/** Fits a round helmet, which has the same shape from every side, around the middle of the head. */
export const turnBubble = ({ brow, strap }: HeadShape): Turn => ({
  ...STRAIGHT,
  xUnits: clamp((brow.left + brow.right + strap.left + strap.right) / 4, -BUBBLE_MAX, BUBBLE_MAX),
})

/** Minimum and maximum tilt of a hat, in degrees. Less is noise of the face mesh. */
const TILT = { least: 1.2, most: 8 } as const

/** Returns the tilt of a hat on a head that is turned and nods: its brim is lower on the side the face looks to. */
export function getTilt({ yaw, pitch }: FaceMap): number {
  const degrees = (Math.atan(Math.tan(pitch) * Math.sin(yaw)) * 180) / Math.PI
  return Math.abs(degrees) < TILT.least ? 0 : clamp(degrees, -TILT.most, TILT.most)
}

/** Returns the distance by which a brim follows a forehead that is lower than in front view, in units. */
export const getForeheadDrop = ({ points }: FaceMap): number =>
  clamp(FOREHEAD.share * (points[10]!.y - FOREHEAD.y), 0, FOREHEAD.most)

/**
 * Fits gear on a skull. Its silhouette matches the skull's, and its front follows the nose.
 *
 * @param share size of the head inside the piece
 */
export function turnOnSkull(armorId: ArmorId, map: FaceMap, shape: HeadShape, share = 1): Turn {
  const isEnclosing = ENCLOSING.has(armorId)
  const x = isEnclosing
    ? clamp(OPENING.share * findFaceMiddle(map), -OPENING.most, OPENING.most)
    : findSkullMiddle(map, shape)
  const yUnits = isEnclosing ? 0 : getForeheadDrop(map)
  if (Math.abs(map.yaw) < LEAST_YAW) return { xUnits: x, yUnits, left: 1, right: 1 }
  const round = (isEnclosing ? ROUND.ofHelmet : ROUND.share) * Math.sin(clamp(map.yaw, -0.8, 0.8))
  const half = (share: number) => clamp(share, SKULL_HALF.least, SKULL_HALF.most)
  // The silhouette or the opening does not move: one half gains what the other loses.
  const [left, right] = [half(1 + round), half(1 - round)]
  const toFront = isEnclosing ? (OPENING.half * (left - right)) / 2 : round * ROUND.radius
  const turn = { xUnits: x + toFront, yUnits, left, right }
  if (!isEnclosing) return turn
  const opening = armorId === 'leather' ? OPENING.halfOfLeather : OPENING.half
  return { ...turn, xUnits: turn.xUnits + freeFarSide(turn, opening / share, map) }
}

/** Returns the shift of an opening that leaves the far side of a turned face free. @param half its half width */
function freeFarSide({ xUnits, left, right }: Turn, half: number, map: FaceMap): number {
  const sides = FAR_SIDE.ys.map((y) => getFaceSides(map, y))
  const isRight = right < left
  const room = isRight
    ? xUnits + half * right - Math.max(...sides.map((side) => side.right))
    : Math.min(...sides.map((side) => side.left)) - (xUnits - half * left)
  return (isRight ? 1 : -1) * clamp(FAR_SIDE.room - room, 0, FAR_SIDE.most)
}

/** Share by which a face mask follows the chin of a turned head, and the maximum offset in units. */
const MASK = { share: 0.8, most: 12 } as const

/** Returns the offset of a face mask's middle from the middle of its helmet, in units. */
export const getMaskOffset = ({ xUnits }: Turn, { noseTip, lipsOut }: FaceMap): number =>
  Math.round(clamp(MASK.share * ((noseTip.x + getMiddle(lipsOut).x) / 2 - xUnits), -MASK.most, MASK.most))

/**
 * Height of the mouth in a helmet, height of the cheek, and the overlap of a cheek pad with the jaw, in units. From
 * `turned` radians the far pad is as far out as the cheek: the jaw there is behind the mouth.
 */
const JAW = { y: 42, cheekY: 18, overlap: 1.5, turned: 0.4 } as const

/** Returns the jaw's extent on either side at the height of a helmet's cheek pads, in units of the piece. */
export function getJaw({ xUnits, left, right }: Turn, map: FaceMap): Sides {
  const [jaw, cheek] = [getFaceSides(map, JAW.y), getFaceSides(map, JAW.cheekY)]
  const far = Math.min(1, Math.abs(map.yaw) / JAW.turned)
  const face = {
    left: jaw.left + (right > left ? far * Math.min(0, cheek.left - jaw.left) : 0),
    right: jaw.right + (left > right ? far * Math.max(0, cheek.right - jaw.right) : 0),
  }
  return { left: (xUnits - face.left - JAW.overlap) / left, right: (face.right - xUnits - JAW.overlap) / right }
}

function findFaceMiddle(map: FaceMap): number {
  const { left, right } = getFaceSides(map, map.noseTip.y)
  return (left + right) / 2
}

/** Returns the middle of a skull: between the ears, and behind the face of a turned head. */
function findSkullMiddle({ points, yaw }: FaceMap, { brow }: HeadShape): number {
  const ears = (points[127]!.x + points[356]!.x) / 2
  const weight = Math.min(HAIR.most, HAIR.perRadian * Math.abs(yaw))
  const hair = clamp((brow.left + brow.right) / 2, -HAIR.beyond, HAIR.beyond)
  return clamp(ears + weight * (hair - ears), -MIDDLE_MAX, MIDDLE_MAX)
}

/** Height of the lower edge of a band in its middle, in units. */
const BAND_BOTTOM = -31
/**
 * Half width of a drawn headband, its extent beyond the head and its maximum reach, in units. On a skull lower than
 * `tall` it is lower by this share, but stays this far above the brows.
 */
const BAND = { half: 50, out: 2, reach: 66, tall: 80, share: 0.5, most: 9, aboveBrows: 3 } as const
const BAND_SHARE = { least: 0.6, most: 1.4 } as const

/** Fits a headband, which ends at the edge of the head on either side. */
export function turnBand(map: FaceMap, shape: HeadShape): Turn {
  const { half, out, reach, tall, share: lower, most, aboveBrows } = BAND
  const onSkull = turnOnSkull('headband', map, shape)
  const brows = Math.min(...map.brows.flatMap((ring) => ring.map(({ y }) => y)))
  const room = Math.max(0, brows - aboveBrows - BAND_BOTTOM - onSkull.yUnits)
  const yUnits = onSkull.yUnits + Math.min(room, clamp(lower * (tall - shape.hairTop), 0, most))
  const turn = { ...onSkull, yUnits, tilt: getTilt(map) }
  const { left, right } = shape.brow
  if (right - left < half) return turn
  const share = (units: number) => clamp((Math.min(units, reach) + out) / half, BAND_SHARE.least, BAND_SHARE.most)
  return { ...turn, left: share(turn.xUnits - left), right: share(right - turn.xUnits) }
}

/** A hat wider than this has a brim, and a band under it shows at least this far below its edge. In units. */
const UNDER_BRIM = { width: 118, shown: 12 } as const

/** Returns true if a headband can be worn under a hat: the brim leaves enough of the forehead open. */
export const showsBandUnderHat = ({ brow }: HeadShape, hatBottom: number): boolean =>
  brow.right - brow.left > UNDER_BRIM.width && BAND_BOTTOM - hatBottom > UNDER_BRIM.shown

/**
 * Distance of a band's ends beyond the outline of the hair, and their limits relative to its middle. The band's own
 * outline lies outside its ends.
 */
const BAND_END = { beyond: 1, least: 0.74, most: 1.3, reach: 94 } as const

/** Turn of the head to the right from which a band's knot is on the left, in radians. */
const KNOT_YAW = 0.25

/** Returns the half widths of the head with its hair at a band's heights, in units of the turned piece. */
export function getBandEnds(turn: Turn, { yaw }: FaceMap, shape: HeadShape): BandEnds {
  const { xUnits, yUnits, left, right, tilt = 0 } = turn
  // On a tilted band one end is higher.
  const lower = Math.tan((tilt * Math.PI) / 180) * BAND.half
  const reachAt = (y: number) => ({
    left: reach(xUnits - getHairSides(shape, y + yUnits - lower * left).left) / left,
    right: reach(getHairSides(shape, y + yUnits + lower * right).right - xUnits) / right,
  })
  const reach = (units: number) => Math.min(units, BAND_END.reach) + BAND_END.beyond
  const middle = reachAt(BAND_Y.middle)
  const limit = (end: number, of: number) => Math.round(10 * clamp(end, BAND_END.least * of, BAND_END.most * of)) / 10
  const within = (ends: Sides) => ({ left: limit(ends.left, middle.left), right: limit(ends.right, middle.right) })
  return {
    upper: within(reachAt(BAND_Y.upper)),
    middle: within(middle),
    lower: within(reachAt(BAND_Y.lower)),
    // The knot is behind the near ear. On the left the card's badge covers part of it.
    knot: yaw > KNOT_YAW ? -1 : 1,
  }
}

/**
 * Half width of a drawn hoop at its ends and at its bend, its extent beyond the head, the height of its ends and its
 * maximum shift, in units.
 */
const HOOP = { half: 51, bend: 44, out: 1, least: 0.74, most: 1.15, endsY: -52.5, shift: 14 } as const
/** Ears are lower on short hair: their minimum height, the height of hair for full ears, and their depth in the hair, in units. */
const EARS = { least: 0.8, tall: 96, perUnit: 0.018, fromY: -62, sink: 2.5 } as const

/** Fits a hoop over the head. Each end lies on the hair, so no gap shows. @param liftUnits the lift of the hoop */
export function turnHoop(liftUnits: number, map: FaceMap, shape: HeadShape): Turn {
  const turn = turnOnSkull('cat', map, shape)
  const fitting = ({ left, right }: Sides, half: number) => ((right - left) / 2 + HOOP.out) / half
  const share = clamp(Math.min(fitting(shape.brow, HOOP.half), fitting(shape.crown, HOOP.bend)), HOOP.least, HOOP.most)
  const height = clamp(1 - EARS.perUnit * (EARS.tall - shape.hairTop), EARS.least, 1)
  const ends = getHairSides(shape, HOOP.endsY + turn.yUnits + EARS.sink - liftUnits)
  const [left, right] = [turn.left * share * HOOP.half, turn.right * share * HOOP.half]
  const [overLeft, overRight] = [left - (turn.xUnits - ends.left), right - (ends.right - turn.xUnits)]
  // A hoop that stands out on one side moves to the other one as far as there is hair.
  const toSide = (over: number, other: number) => clamp(Math.min(over, -other), 0, HOOP.shift)
  const shift = toSide(overLeft, overRight) - toSide(overRight, overLeft)
  return {
    ...turn,
    xUnits: turn.xUnits + shift,
    left: left / HOOP.half,
    right: right / HOOP.half,
    yUnits: turn.yUnits + EARS.sink,
    height,
    fromY: EARS.fromY,
  }
}

/**
 * Distance of a hat's rim beyond the hair there and this far below it, the maximum shift to the middle of the hair, in
 * units, and the minimum share of a rim's width on a narrow head.
 */
const RIM = { beyond: 3, below: 12, shift: 22, least: 0.88 } as const
/** Hair beyond this many half widths of the rim does not pull a hat to its side. */
const PULL = 1.25

/** Fits a hat. Its rim is at least as wide as the hair there and lies around the middle of the hair. */
export function turnHat(armorId: ArmorId, rim: Rim, liftUnits: number, map: FaceMap, shape: HeadShape): Turn {
  const turn = turnOnSkull(armorId, map, shape)
  const { half } = rim
  const y = (rim.y + rim.endY) / 2 - liftUnits + turn.yUnits
  const [hair, below] = [getHairSides(shape, y), getHairSides(shape, y + RIM.below)]
  if (hair.right - hair.left < half) return turn
  const middle = turn.xUnits + ((turn.right - turn.left) * half) / 2
  const widest = Math.max(hair.right - hair.left, below.right - below.left) / 2
  const reach = clamp(widest + RIM.beyond, RIM.least * half, rim.most)
  const pulled = (side: number) => clamp(side - middle, -PULL * reach, PULL * reach)
  const toHair = (pulled(hair.left) + pulled(hair.right)) / 2
  // A hat that is wide enough stays where it is.
  const room = Math.max(0, reach - (hair.right - hair.left) / 2 - RIM.beyond)
  const shift = clamp(Math.sign(toHair) * Math.max(0, Math.abs(toHair) - room), -RIM.shift, RIM.shift)
  const share = reach / half
  const xUnits = middle + shift - ((turn.right - turn.left) * reach) / 2
  const narrow = share < 1 ? { height: share, fromY: rim.y } : {}
  return { ...turn, ...narrow, xUnits, left: turn.left * share, right: turn.right * share }
}

/** Share of its lift by which a piece sinks into high hair, its minimum size, and its maximum distance from the middle. */
const ON_TOP = { sink: 0.35, least: 0.62, middle: 26 } as const

/** Fits a piece that stands on the highest point of the head. Above high hair it is smaller. @param room its maximum height */
export function turnOnTop(room: number, height: number, liftUnits: number, map: FaceMap, { crown }: HeadShape): Turn {
  const sink = ON_TOP.sink * Math.max(0, liftUnits)
  const share = clamp((room + sink) / height, ON_TOP.least, 1)
  const xUnits = clamp((crown.left + crown.right) / 2, -ON_TOP.middle, ON_TOP.middle)
  return { xUnits, yUnits: sink, left: share, right: share, height: share, tilt: getTilt(map) }
}

/** Distance of a rim's shadow from the outline of the head, in units. */
const SHADOW_INSIDE = 2

/** Returns the head's extent below a rim or foot, which receives its shadow, in units of the piece. */
export function getRowsUnder(edge: Edge, turn: Turn, liftUnits: number, shape: HeadShape): readonly Row[] {
  const { xUnits, yUnits, left, right } = turnShadow(turn, edge)
  return getShadedHeights(edge).map((y) => {
    const hair = getHairSides(shape, y + yUnits - liftUnits)
    const within = (units: number, share: number) =>
      Math.max(0, Math.min(units, edge.half * share + swellBelow(y - edge.endY)) - SHADOW_INSIDE) / share
    return { y, left: -within(xUnits - hair.left, left), right: within(hair.right - xUnits, right) }
  })
}
