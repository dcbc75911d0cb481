import type { ArmorId } from '#shared/domain/armor.ts'
import type { Adjust } from './figure.ts'
import type { Glasses } from './fit/glasses.ts'
import { getArms, type IsBare, getStrapSides, turnFrame, turnPushedUp } from './fit/on-face.ts'
import { shapeMustache } from './fit/mustache.ts'
import {
  getBandEnds,
  getForeheadDrop,
  getJaw,
  getMaskOffset,
  getRowsUnder,
  getTilt,
  turnBand,
  turnBubble,
  turnHat,
  turnHoop,
  turnOnSkull,
  turnOnTop,
} from './fit/on-skull.ts'
import { placeBars, placeStrokes } from './fit/painted-face.ts'
import type { Fit, Rim } from './gear/gear.ts'
import { getGear } from './gear/index.ts'
import { STRAIGHT, type Turn } from './gear/turned.ts'
import { clamp, median } from '#worker/graphics/numbers.ts'
import type { FaceMap } from './ink/study/face-map.ts'
import type { HeadShape } from './ink/study/head-shape.ts'
import { BUILDS, buildFor } from './player/build.ts'
import { AS_DRAWN, type Inside, type Place, placeUnder, placeUnderHair, PIT_UNITS, TOP_MAX_UNITS } from './place.ts'

/** Height of the drawn head's hair. */
const RESTS_ON = 84
/**
 * Limits for raising a piece on hair and lowering it on a bald head. A crown stays above the eyes, a hoop above the
 * ears.
 */
const LIFT = { least: -16, leastOfHoop: -30, leastOfRim: 0, most: 26, mostOnTop: 44 } as const

/** Returns the lift of a piece that rests on hair, or on the wearer's own hat. */
function getLiftOnHair(armorId: ArmorId, hairTop: number): number {
  const isOnTop = getGear(armorId)?.fit.rests === 'on-top'
  const least = isOnTop || armorId === 'cat' ? LIFT.leastOfHoop : LIFT.least
  return clamp(hairTop - RESTS_ON, least, isOnTop ? LIFT.mostOnTop : LIFT.most)
}

/** Arrangement of a head and its piece: the position of the head, and the adjustment of the piece. */
export type Fitting = {
  readonly place: Place
  readonly inside: Inside
  readonly adjust: Adjust
}

/** Position of the head in a football helmet: the upper bar of the face mask runs along the chin. */
export const IN_HELMET: Inside = { share: 0.95, liftUnits: 6.5 }
/** Positions of the head inside gear whose face mask or collar would hide a real mouth or chin. */
const INSIDE: Partial<Record<ArmorId, Inside>> = {
  helmet: IN_HELMET,
  visor: IN_HELMET,
  leather: { share: 1.06, liftUnits: 2 },
  space: { share: 0.94, liftUnits: 9 },
  knight: { share: 1, liftUnits: 5 },
  pumpkin: { share: 1.07, liftUnits: 3 },
}

/** The wearer's own glasses and hat, and a test for visible skin. */
export type Own = {
  readonly glasses?: Glasses | null
  readonly hasHat?: boolean
  /** True if the piece replaces the own hat. */
  readonly replacesHat?: boolean
  readonly isBare?: IsBare
}

/** Distance of the rim of a hat that replaces the wearer's own from the brows, and its maximum drop. In units. */
const OVER_HAT = { aboveBrows: 7, most: 20 } as const

/** Returns the distance by which a rim is lowered to brows and glasses, over the edge of the wearer's own hat. */
function getDrop({ half, y, endY }: Rim, map: FaceMap, glasses: Glasses | null): number {
  const rims = (glasses ?? []).flatMap(({ left, right, top }) => [left, right].map((x) => ({ x, y: top })))
  const rooms = [...map.brows.flat(), ...rims].map(
    (point) => point.y - y - (endY - y) * Math.min(1, Math.abs(point.x) / half) ** 2,
  )
  return clamp(Math.min(...rooms) - OVER_HAT.aboveBrows - getForeheadDrop(map), 0, OVER_HAT.most)
}

/** Height of hair that fills a space helmet, the maximum size of a head in it, and the height of its chin, in units. */
const IN_BUBBLE = { full: 84, most: 1.06, chin: 64 } as const

/** Returns the position of a head in a piece. In a space helmet a low head is larger, with its chin in place. */
function getInside(armorId: ArmorId, hairTop: number): Inside {
  const inside = INSIDE[armorId] ?? AS_DRAWN
  if (armorId !== 'space') return inside
  const share = clamp((inside.share * IN_BUBBLE.full) / hairTop, inside.share, IN_BUBBLE.most)
  return { share, liftUnits: inside.liftUnits + IN_BUBBLE.chin * (share - inside.share) }
}

/** Fits a piece to a head. */
export function fitGear(armorId: ArmorId, shape: HeadShape, map: FaceMap, own: Own = {}): Fitting {
  const { hasHat = false, replacesHat = false } = own
  const { hairTop } = shape
  const fit = getGear(armorId)?.fit
  const isHat = fit?.hides === 'hair'
  const onHair = getLiftOnHair(armorId, hairTop)
  // A hat replaces the wearer's own hat.
  const onFringe = fit?.rim ? getFringeLift(fit.rim, shape, map, own.isBare) : 0
  const drop = fit?.rim && replacesHat ? getDrop(fit.rim, map, own.glasses ?? null) : 0
  const liftUnits = isHat && hasHat ? 0 - drop : getLift(fit, onHair, onFringe)
  const hair = isHat ? 0 : hairTop
  const adjust = adjustPiece(armorId, liftUnits, shape, map, own)
  const { turn } = adjust
  const reach = (fit?.top ?? 0) + Math.max(0, liftUnits)
  const [underGear, underHair] = [placeUnder(Math.min(reach, TOP_MAX_UNITS)), placeUnderHair(hair)]
  return {
    place: underHair.centerYPx > underGear.centerYPx ? underHair : underGear,
    inside: getInside(armorId, hairTop),
    adjust: { liftUnits, ...adjust, turn: { ...turn, ...squeezePiece(fit, liftUnits, replacesHat) } },
  }
}

/**
 * Distance of a hat's rim from the brows, and from a fringe that ends below `low`, so that it shows. The highest rim, the
 * maximum lift, and the height of hair above the face from which a head is not bald. In units.
 */
const FRINGE = { aboveBrows: 8, above: 5, low: -40, highest: -42, most: 15, hairFrom: 42 } as const

/** Returns the lift of a hat that leaves the brows free, and shows a fringe below its rim. */
function getFringeLift({ y }: Rim, { hairTop }: HeadShape, map: FaceMap, isBare: IsBare | undefined): number {
  const { aboveBrows, above, low, highest, most, hairFrom } = FRINGE
  const brows = Math.min(...map.brows.flatMap((ring) => ring.map((point) => point.y)))
  const overBrows = brows - aboveBrows - getForeheadDrop(map)
  const hairline = hairTop + map.points[10]!.y >= hairFrom && isBare ? findHairline(map, isBare) : HAIRLINE.toY
  const rimY = hairline < low ? overBrows : Math.max(highest, Math.min(overBrows, hairline - above))
  return clamp(y - rimY, 0, most)
}

/** Columns beside the middle of a forehead, and the range of heights in which a hairline is searched, in units. */
const HAIRLINE = { beside: [-14, 0, 14], fromY: -30, toY: -70 } as const

/** Returns the height at which the bare skin of a forehead ends. */
function findHairline({ points }: FaceMap, isBare: IsBare): number {
  const { beside, fromY, toY } = HAIRLINE
  return median(
    beside.map((dx) => {
      let y: number = fromY
      while (y > toY && isBare(points[151]!.x + dx, y)) y--
      return y
    }),
  )
}

/** Returns the lift of a piece. A hat that rests on hair shows the fringe as well. */
function getLift(fit: Fit | undefined, onHair: number, onFringe: number): number {
  if (!fit?.rests) return onFringe
  return fit.rim ? Math.max(onHair, onFringe, LIFT.leastOfRim) : onHair
}

/** Height above which a tall piece is squeezed, in units above the center of the face, unless it has its own base. */
const BASE_UNITS = 60

/** Squeezes a piece that would leave the canvas, so the face keeps its size. */
function squeezePiece(fit: Fit | undefined, liftUnits: number, keepsRim: boolean): Pick<Turn, 'height' | 'fromY'> {
  if (!fit || fit.rests === 'on-top' || fit.top + liftUnits <= TOP_MAX_UNITS) return {}
  const { top, rim } = fit
  const base = rim && keepsRim ? -rim.y : (fit.base ?? BASE_UNITS)
  return { height: (TOP_MAX_UNITS - liftUnits - base) / (top - base), fromY: -base }
}

/** Fits a piece that hangs around the neck to the build of the player. */
function turnOnChest(map: FaceMap): Turn {
  const { x, y } = BUILDS[buildFor(map)]
  return { ...STRAIGHT, left: x, right: x, height: y, fromY: PIT_UNITS }
}

function adjustPiece(
  armorId: ArmorId,
  liftUnits: number,
  shape: HeadShape,
  map: FaceMap,
  { glasses = null, hasHat = false, isBare }: Own,
): Adjust & { readonly turn: Turn } {
  switch (armorId) {
    case 'none':
    case 'foam':
      return { turn: STRAIGHT }
    case 'cleats':
      return { turn: turnOnChest(map) }
    case 'eyeblack':
      return { turn: STRAIGHT, paintedFace: placeBars(map, glasses, isBare) }
    case 'warpaint':
      return { turn: STRAIGHT, paintedFace: placeStrokes(map, glasses, isBare) }
    case 'mustache':
      return { turn: STRAIGHT, mustache: shapeMustache(map) }
    case 'shades':
    case 'stars': {
      const turn = turnFrame(armorId, map, shape, glasses)
      return {
        turn,
        arms: getArms(armorId, map, turn, shape, glasses ? undefined : isBare),
        hidesGlasses: glasses !== null,
      }
    }
    case 'goggles': {
      const turn = turnPushedUp(map, shape, glasses)
      return { turn, strapSides: getStrapSides(turn, shape, hasHat) }
    }
    case 'headband': {
      const turn = turnBand(map, shape)
      return { turn, bandEnds: getBandEnds(turn, map, shape) }
    }
    case 'cat':
      return { turn: turnHoop(liftUnits, map, shape) }
    default: {
      const { rim, foot, rests, top, base = 0 } = getGear(armorId)!.fit
      if (rests === 'on-top') {
        const room = TOP_MAX_UNITS - liftUnits - base
        return { turn: { ...turnOnTop(room, top - base, liftUnits, map, shape), fromY: -base } }
      }
      if (!rim) {
        const { share } = getInside(armorId, shape.hairTop)
        const skull = armorId === 'space' ? turnBubble(shape) : turnOnSkull(armorId, map, shape, share)
        const turn = rests ? { ...skull, tilt: getTilt(map) } : skull
        const jaw = getJaw(turn, map)
        return {
          turn: { ...turn, xUnits: share * turn.xUnits },
          ...(foot && { underRim: getRowsUnder(foot, turn, liftUnits, shape) }),
          maskX: share * getMaskOffset(turn, map),
          jaw: { left: share * jaw.left, right: share * jaw.right },
        }
      }
      const turn = { ...turnHat(armorId, rim, liftUnits, map, shape), tilt: getTilt(map) }
      const underRim = getRowsUnder(rim, turn, liftUnits, shape)
      const { left, right } = turn
      return { turn, underRim, widened: (left + right) / 2, halves: { left, right } }
    }
  }
}
