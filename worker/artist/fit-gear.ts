import type { ArmorId } from '#shared/domain/armor.ts'
import type { Adjust } from './figure.ts'
import { gearOf } from './gear/index.ts'
import type { HeadShape } from './ink/head-shape.ts'
import { clamp } from './ink/numbers.ts'
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

export function fitGear(armorId: ArmorId, { hairTop, halfWidthAtStrap }: HeadShape): Fitting {
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
      ...(halfWidthAtStrap > STRAP_HALF_WIDTH && { strapHalfWidthUnits: halfWidthAtStrap }),
    },
  }
}

/** Tall hair shrinks the head until it fits; the chin stays where it is. */
function withRoomFor(hairTop: number, { unitPx, centreYPx }: Place): Place {
  const chinYPx = centreYPx + CHIN_UNITS * unitPx
  const fitting = Math.min(unitPx, (chinYPx - HAIR_MARGIN_PX) / (hairTop + CHIN_UNITS))
  return { unitPx: fitting, centreYPx: chinYPx - CHIN_UNITS * fitting }
}
