import type { ArmorId } from '#shared/domain/armor.ts'
import type { Adjust } from './figure.ts'
import { gearOf } from './gear/index.ts'
import { STRAIGHT, type Turn } from './gear/turned.ts'
import { type FaceMap, middleOf } from './ink/study/face-map.ts'
import type { HeadShape } from './ink/study/head-shape.ts'
import { clamp } from './ink/field/numbers.ts'
import { type Place, placeUnder } from './place.ts'

/** Hair up to here is what a drawn head has. */
const HAIR_TOP = { restsOn: 84, room: 106 } as const
const LIFT_MAX = 26
const STRAP_HALF_WIDTH = 58

/** How a head and its piece come together: the place of the head, and how the piece is moved. */
export type Fitting = { readonly place: Place; readonly headLiftUnits: number; readonly adjust: Adjust }

/** A face mask hangs low on a real mouth: under a helmet the head is raised a little. */
const HELMET_HEAD_LIFT = 6

export function fitGear(armorId: ArmorId, shape: HeadShape, map: FaceMap): Fitting {
  const { hairTop, halfWidthAtStrap } = shape
  const fit = gearOf(armorId)?.fit
  const liftUnits = fit?.rests ? clamp(hairTop - HAIR_TOP.restsOn, 0, LIFT_MAX) : 0
  const hair = fit?.hides === 'hair' || fit?.hides === 'face' ? 0 : hairTop
  const top = Math.max((fit?.top ?? 0) + liftUnits, hair > HAIR_TOP.room ? hair : 0)
  const turn = turnOf(armorId, map, shape)
  const isHelmet = armorId === 'helmet' || armorId === 'visor'
  return {
    place: placeUnder(top),
    headLiftUnits: isHelmet ? HELMET_HEAD_LIFT : 0,
    adjust: {
      liftUnits,
      turn,
      ...(armorId === 'goggles' && turn.left !== turn.right && { strapSides: strapOf(turn, shape) }),
      ...(halfWidthAtStrap > STRAP_HALF_WIDTH && { strapHalfWidthUnits: halfWidthAtStrap }),
    },
  }
}

/** Where the frame of goggles ends. */
const FRAME_HALF_WIDTH = 56
const STRAP_MAX = 150

/** How far a strap reaches on each side of a head that is turned, in units of the piece. */
function strapOf({ xUnits, left, right }: Turn, { strap }: HeadShape) {
  const reach = (units: number) => Math.round(clamp(units, FRAME_HALF_WIDTH + 2, STRAP_MAX) * 10) / 10
  return { left: reach((xUnits - strap.left) / left), right: reach((strap.right - xUnits) / right) }
}

/** Pieces that sit on the face: they follow eyes and mouth, not the skull. */
const ON_FACE: ReadonlySet<ArmorId> = new Set(['goggles', 'shades', 'stars', 'mustache', 'eyeblack', 'warpaint'])
/** Where eyes and mouth are on a drawn head, and how far each eye is from the middle, in units. */
const DRAWN = { eyesY: -6, mouthY: 39, eyeX: 20.5 } as const
/** How much of the way that the nose goes a piece on the skull goes, and how far at most, in units. */
const SKULL_SHARE = 0.16
const SKULL_MAX = 8
/** A head that is turned less is seen from the front. */
const LEAST_YAW = 0.1
/** How narrow and how wide half of a piece on the face may get. */
const HALF = { least: 0.5, most: 1.16 } as const
/** How far the middle of a dome goes round with a head, as a share of its radius and the sine of the turn. */
const ROUND_SHARE = 0.34
const SKULL_HALF = { least: 0.74, most: 1.26 } as const
/** Of an upright pair of eyes; a mesh is not surer. */
const LEAST_SLOPE = 0.02
const SLOPE_MAX = 0.12

/** How a head that turns away takes its piece along. */
function turnOf(armorId: ArmorId, map: FaceMap, shape: HeadShape): Turn {
  if (armorId === 'none' || armorId === 'foam') return STRAIGHT
  if (armorId === 'headband') return turnOfBand(map, shape)
  if (!ON_FACE.has(armorId)) return turnOnSkull(map)
  const slope = slopeOf(map)
  if (armorId === 'mustache') {
    const mouth = middleOf(map.lipsOut)
    const nose = map.noseBase[3]!
    return { ...halvesOf(map), slope, xUnits: (mouth.x + nose.x) / 2, yUnits: mouth.y - DRAWN.mouthY }
  }
  const eyes = middleOf([map.eyes[0].centre, map.eyes[1].centre])
  const isTurned = Math.abs(map.yaw) >= LEAST_YAW
  // The bridge of a piece lies on that of the nose, each half on its own eye.
  const bridge = isTurned ? middleOf([map.noseBridge[0]!, map.noseBridge[1]!]).x : eyes.x
  const x = isTurned ? (bridge + eyes.x) / 2 : eyes.x
  return { ...halvesOf(map, x), ...nodOf(armorId, map, eyes.y), slope, xUnits: x, yUnits: eyes.y - DRAWN.eyesY }
}

/** Paint on the cheeks keeps between eyes and mouth; glasses are seen lower when a head nods or looks up. */
const NOD = { paint: [0.82, 1.14], glasses: [0.86, 1] } as const
const PAINT: ReadonlySet<ArmorId> = new Set(['eyeblack', 'warpaint'])

function nodOf(armorId: ArmorId, { lipsOut, pitch }: FaceMap, eyesY: number): Pick<Turn, 'height' | 'fromY'> {
  const height = PAINT.has(armorId)
    ? clamp((middleOf(lipsOut).y - eyesY) / (DRAWN.mouthY - DRAWN.eyesY), NOD.paint[0], NOD.paint[1])
    : clamp(Math.cos(pitch) + 0.02, NOD.glasses[0], NOD.glasses[1])
  return Math.abs(height - 1) < 0.02 ? {} : { height, fromY: DRAWN.eyesY }
}

/** How wide each half of a face is seen, by its eye. @param middle where the halves meet */
function halvesOf({ eyes, yaw }: FaceMap, middle?: number): Pick<Turn, 'left' | 'right'> {
  if (Math.abs(yaw) < LEAST_YAW) return { left: 1, right: 1 }
  const centre = middle ?? (eyes[0].centre.x + eyes[1].centre.x) / 2
  const share = (x: number) => clamp(Math.abs(x - centre) / DRAWN.eyeX, HALF.least, HALF.most)
  // The frame of the far half ends with the face, its near half goes on to the ear.
  const far = 1 - 0.3 * Math.min(1, Math.abs(yaw))
  const [left, right] = [share(eyes[0].centre.x), share(eyes[1].centre.x)]
  return yaw > 0 ? { left: Math.max(left, far), right: right * far } : { left: left * far, right: Math.max(right, far) }
}

function slopeOf({ eyes }: FaceMap): number {
  const slope = (eyes[1].centre.y - eyes[0].centre.y) / Math.max(1, eyes[1].centre.x - eyes[0].centre.x)
  return Math.abs(slope) < LEAST_SLOPE ? 0 : clamp(slope, -SLOPE_MAX, SLOPE_MAX)
}

/** The half width of a band as it is drawn for a head with so much hair: as `headband.ts` has it. */
const BAND = { least: 50, most: 58, share: 0.93, overUnits: 2, min: 0.66, max: 1.2 } as const

/** A band ends where the head does, on either side. */
function turnOfBand(map: FaceMap, { brow, halfWidthAtStrap }: HeadShape): Turn {
  const turn = turnOnSkull(map)
  if (Math.abs(map.yaw) < LEAST_YAW || brow.right - brow.left < BAND.least) return turn
  const reach = Math.min(BAND.most, Math.max(BAND.least, Math.round(halfWidthAtStrap * BAND.share)))
  const share = (units: number) => clamp((units + BAND.overUnits) / reach, BAND.min, BAND.max)
  return { ...turn, left: share(turn.xUnits - brow.left), right: share(brow.right - turn.xUnits) }
}

/** A dome stays where it is while what is on its front goes round with the nose. */
function turnOnSkull({ yaw, noseTip }: FaceMap): Turn {
  const x = clamp(SKULL_SHARE * noseTip.x, -SKULL_MAX, SKULL_MAX)
  if (Math.abs(yaw) < LEAST_YAW) return { ...STRAIGHT, xUnits: x }
  const round = ROUND_SHARE * Math.sin(clamp(yaw, -0.8, 0.8))
  const half = (share: number) => clamp(share, SKULL_HALF.least, SKULL_HALF.most)
  // The silhouette keeps its edges: what one half gains, the other loses.
  const left = half(1 + round)
  const right = half(1 - round)
  return { xUnits: x + round * 60, yUnits: 0, left, right }
}
