import type { ArmorId } from '#shared/domain/armor.ts'
import type { Adjust } from './figure.ts'
import { gearOf } from './gear/index.ts'
import type { HeadShape } from './ink/head-shape.ts'
import { clamp } from './ink/numbers.ts'
import { type Place, placeOf } from './place.ts'

/** Hair up to here is what a drawn head has. */
const HAIR_TOP = { restsOn: 84, room: 88 } as const
const LIFT_MAX = 26
const STRAP_HALF_WIDTH = 58
const TALL_HAIR_DROP_PX = 8

/** How a head and its piece come together: the place of the head, and how the piece is moved. */
export type Fitting = { readonly place: Place; readonly headLiftUnits: number; readonly adjust: Adjust }

/** A face mask hangs low on a real mouth: under a helmet the head is raised a little. */
const HELMET_HEAD_LIFT = 6

export function fitGear(armorId: ArmorId, { hairTop, halfWidthAtStrap }: HeadShape): Fitting {
  const place = placeOf(armorId)
  const fit = gearOf(armorId)?.fit
  const liftUnits = fit?.rests ? clamp(hairTop - HAIR_TOP.restsOn, 0, LIFT_MAX) : 0
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

/** Tall hair shrinks the head by half of what it needs; the chin stays near the collar. */
function withRoomFor(hairTop: number, { unitPx, centreYPx }: Place): Place {
  const share = Math.min(1, 96 / (hairTop + 2))
  return { unitPx: unitPx * (0.5 + 0.5 * share), centreYPx: centreYPx + TALL_HAIR_DROP_PX }
}
