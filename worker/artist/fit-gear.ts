import type { ArmorId } from '#shared/domain/armor.ts'
import type { Adjust, Turn } from './figure.ts'
import { gearOf } from './gear/index.ts'
import { type FaceMap, middleOf } from './ink/study/face-map.ts'
import type { HeadShape } from './ink/study/head-shape.ts'
import { clamp } from './ink/field/numbers.ts'
import { CHIN_UNITS, type Place, placeOf } from './place.ts'

/** Hair up to here is what a drawn head has. */
const HAIR_TOP = { restsOn: 84, room: 88 } as const
const LIFT_MAX = 26
const STRAP_HALF_WIDTH = 58
/** Kept free above tall hair. */
const HAIR_MARGIN_PX = 20

/** How a head and its piece come together: the place of the head, and how the piece is moved. */
export type Fitting = { readonly place: Place; readonly headLiftUnits: number; readonly adjust: Adjust }

/** A face mask hangs low on a real mouth: under a helmet the head is raised a little. */
const HELMET_HEAD_LIFT = 6

export function fitGear(armorId: ArmorId, { hairTop, halfWidthAtStrap }: HeadShape, map: FaceMap): Fitting {
  const fit = gearOf(armorId)?.fit
  const liftUnits = fit?.rests ? clamp(hairTop - HAIR_TOP.restsOn, 0, LIFT_MAX) : 0
  const place = placeOf(armorId, liftUnits)
  const isTall = hairTop > HAIR_TOP.room && fit?.hides !== 'hair' && !fit?.rests
  const isHelmet = armorId === 'helmet' || armorId === 'visor'
  return {
    place: isTall ? withRoomFor(hairTop, place) : place,
    headLiftUnits: isHelmet ? HELMET_HEAD_LIFT : 0,
    adjust: {
      liftUnits,
      turn: turnOf(armorId, map),
      ...(halfWidthAtStrap > STRAP_HALF_WIDTH && { strapHalfWidthUnits: halfWidthAtStrap }),
    },
  }
}

/** Pieces that sit on the face: they follow eyes and mouth, not the skull. */
const ON_FACE: ReadonlySet<ArmorId> = new Set(['goggles', 'shades', 'stars', 'mustache', 'eyeblack', 'warpaint'])
/** Where eyes and mouth are on a drawn head, in units. */
const DRAWN = { eyesY: -6, mouthY: 39 } as const
/** How much of the way that the nose goes a piece on the skull goes, and how far at most, in units. */
const SKULL_SHARE = 0.16
const SKULL_MAX = 8
/** No piece is made narrower than this: then the head is a profile. */
const SQUEEZE_MIN = 0.72

/** How a head that turns away takes its piece along. */
function turnOf(armorId: ArmorId, map: FaceMap): Turn {
  const squeeze = Math.max(SQUEEZE_MIN, Math.cos(map.yaw))
  if (!ON_FACE.has(armorId))
    return { xUnits: clamp(SKULL_SHARE * map.noseTip.x, -SKULL_MAX, SKULL_MAX), yUnits: 0, squeeze: 1 }
  if (armorId === 'mustache') {
    const mouth = middleOf(map.lipsOut)
    const nose = map.noseBase[3]!
    return { xUnits: (mouth.x + nose.x) / 2, yUnits: mouth.y - DRAWN.mouthY, squeeze }
  }
  const eyes = middleOf([map.eyes[0].centre, map.eyes[1].centre])
  return { xUnits: eyes.x, yUnits: eyes.y - DRAWN.eyesY, squeeze }
}

/** Tall hair shrinks the head until it fits; the chin stays where it is. */
function withRoomFor(hairTop: number, { unitPx, centreYPx }: Place): Place {
  const chinYPx = centreYPx + CHIN_UNITS * unitPx
  const fitting = Math.min(unitPx, (chinYPx - HAIR_MARGIN_PX) / (hairTop + CHIN_UNITS))
  return { unitPx: fitting, centreYPx: chinYPx - CHIN_UNITS * fitting }
}
