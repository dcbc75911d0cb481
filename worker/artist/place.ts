import type { ArmorId } from '#shared/domain/armor.ts'
import { gearOf } from './gear/index.ts'

/** The transparent picture every portrait is drawn on. The centre of the head is at x = 500. */
export const ART = { widthPx: 1000, heightPx: 1200, headXPx: 500 } as const

/** Where a head sits on the canvas: pixels per unit of head space, and the height of the centre of its face. */
export type Place = { unitPx: number; centreYPx: number }

const UNIT_PX = 3.96
const CHIN_UNITS = 67
/** Where the chin of a head under tall gear comes to rest: just above the collar. */
const CHIN_Y_PX = 704
/** From the top of the window down to that chin. */
const ROOM_PX = 716
const TALL_MAX_SCALE = 0.96
const CENTRE_Y_PX = 388
const DROP_PX = 240

/** Tall gear shrinks and lowers the head until both fit between the top of the window and the collar. */
export function placeOf(armorId: ArmorId): Place {
  const room = gearOf(armorId)?.fit.room ?? { scale: 1, drop: 0 }
  if ('scale' in room) return { unitPx: UNIT_PX * room.scale, centreYPx: CENTRE_Y_PX + room.drop * DROP_PX }

  const unitPx = Math.min(UNIT_PX * TALL_MAX_SCALE, ROOM_PX / (room.top + CHIN_UNITS))
  return { unitPx, centreYPx: CHIN_Y_PX - CHIN_UNITS * unitPx }
}
