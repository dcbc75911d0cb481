import type { ArmorId } from '#shared/domain/armor.ts'
import { gearOf } from './gear/index.ts'

/** The transparent picture every portrait is drawn on. The centre of the head is at x = 500. */
export const ART = { widthPx: 1000, heightPx: 1200, headXPx: 500 } as const

/** A part of the canvas, in whole pixels. */
export type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

export const WHOLE: Area = { left: 0, top: 0, width: ART.widthPx, height: ART.heightPx }

/** Where a head sits on the canvas: pixels per unit of head space, and the height of the centre of its face. */
export type Place = { unitPx: number; centreYPx: number }

/** The chin of a drawn head, in head units below the centre of its face. */
export const CHIN_UNITS = 67

const UNIT_PX = 3.6
const CENTRE_Y_PX = 396
const DROP_PX = 224
/** Where the chin of a head under tall gear comes to rest: just above the collar. */
const TALL_CHIN_Y_PX = 672
/** Kept free above tall gear. */
const TALL_MARGIN_PX = 6
const TALL_MAX_SCALE = 0.96

/**
 * Tall gear shrinks and lowers the head until both fit between the top of the canvas and the collar.
 *
 * @param liftUnits how much higher than on a drawn skull the piece sits
 */
export function placeOf(armorId: ArmorId, liftUnits = 0): Place {
  const room = gearOf(armorId)?.fit.room ?? { scale: 1, drop: 0 }
  if ('scale' in room) return { unitPx: UNIT_PX * room.scale, centreYPx: CENTRE_Y_PX + room.drop * DROP_PX }

  const fitting = (TALL_CHIN_Y_PX - TALL_MARGIN_PX) / (room.top + liftUnits + CHIN_UNITS)
  const unitPx = Math.min(UNIT_PX * TALL_MAX_SCALE, fitting)
  return { unitPx, centreYPx: TALL_CHIN_Y_PX - CHIN_UNITS * unitPx }
}
