import type { ArmorId } from '#shared/domain/armor.ts'
import { getGear } from './gear/index.ts'

/** The transparent picture every portrait is drawn on. The centre of the head is at x = 500. */
export const ART = { widthPx: 1000, heightPx: 1200, headXPx: 500 } as const

/** A part of the canvas, in whole pixels. */
export type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

export const WHOLE: Area = { left: 0, top: 0, width: ART.widthPx, height: ART.heightPx }

/** Position of a head on the canvas: pixels per unit of head space, and the height of the centre of its face. */
export type Place = { unitPx: number; centreYPx: number }

/** The chin of a drawn head, in head units below the centre of its face. */
export const CHIN_UNITS = 67

/** Every head has this size, whatever it wears: a card's face is what people look for. */
const UNIT_PX = 3.2
const CENTRE_Y_PX = 322
/** Tall gear lowers a player to here at most; what is taller still makes the head smaller. */
const LOWEST_CENTRE_Y_PX = 484
/** The free pixels above tall gear, which may stand before the upper edge of the frame. */
const MARGIN_PX = 9
/** The most that a head of that size reaches up with all it wears, in units above the centre of the face. */
export const TOP_MAX_UNITS = (LOWEST_CENTRE_Y_PX - MARGIN_PX) / UNIT_PX
/** The distance from the chin to the pit of the neck. */
const PIT_PX = 62

/** The place of a player with this piece. */
export const getPlace = (armorId: ArmorId): Place => placeUnder(getGear(armorId)?.fit.top ?? 0)

/** The place of a player whose head, hair and gear reach this high above the centre of the face. */
export function placeUnder(topUnits: number): Place {
  const unitPx = Math.min(UNIT_PX, (LOWEST_CENTRE_Y_PX - MARGIN_PX) / topUnits)
  return { unitPx, centreYPx: Math.max(CENTRE_Y_PX, MARGIN_PX + topUnits * unitPx) }
}

/** The pit of the neck, from which a body is drawn. */
export const getNeckPit = ({ unitPx, centreYPx }: Place): { x: number; y: number } => ({
  x: ART.headXPx,
  y: centreYPx + CHIN_UNITS * unitPx + PIT_PX,
})
