import type { ArmorId } from '#shared/domain/armor.ts'
import { getGear } from './gear/index.ts'

/** The transparent canvas of every portrait. The center of the head is at x = 500. */
export const ART = { widthPx: 1000, heightPx: 1200, headXPx: 500 } as const

/** Area of the canvas, in whole pixels. */
export type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

export const WHOLE: Area = { left: 0, top: 0, width: ART.widthPx, height: ART.heightPx }

/** Position of a head on the canvas: pixels per unit of head space, and the height of the center of its face. */
export type Place = { unitPx: number; centerYPx: number }

/** Position of a head inside its gear: its size relative to the gear's, and its lift in units of the gear. */
export type Inside = { readonly share: number; readonly liftUnits: number }

export const AS_DRAWN: Inside = { share: 1, liftUnits: 0 }

/** Returns the position of a head whose gear has this position. */
export const placeInside = ({ unitPx, centerYPx }: Place, { share, liftUnits }: Inside): Place => ({
  unitPx: share * unitPx,
  centerYPx: centerYPx - liftUnits * unitPx,
})

/** Chin of a drawn head, in head units below the center of its face. */
export const CHIN_UNITS = 67

/** Every head has this size, whatever it wears, because people look for the face on a card. */
const UNIT_PX = 3.2
const CENTER_Y_PX = 322
/** Lowest position of a head below tall gear. Taller gear makes the head smaller. */
const LOWEST_CENTER_Y_PX = 484
/** Free pixels above tall gear, which may overlap the upper edge of the frame. */
const MARGIN_PX = 9
/** Maximum height of a head of that size with its gear, in units above the center of the face. */
export const TOP_MAX_UNITS = (LOWEST_CENTER_Y_PX - MARGIN_PX) / UNIT_PX
/** Distance from the chin to the pit of the neck. */
const PIT_PX = 62
/** Pit of the neck in head units below the center of the face. */
export const PIT_UNITS = CHIN_UNITS + PIT_PX / UNIT_PX

/** Returns the position of a player with this piece. */
export const getPlace = (armorId: ArmorId): Place => placeUnder(getGear(armorId)?.fit.top ?? 0)

/** Returns the position of a player whose head, hair and gear are this high above the center of the face. */
export function placeUnder(topUnits: number): Place {
  const unitPx = Math.min(UNIT_PX, (LOWEST_CENTER_Y_PX - MARGIN_PX) / topUnits)
  return { unitPx, centerYPx: Math.max(CENTER_Y_PX, MARGIN_PX + topUnits * unitPx) }
}

/** Free pixels above hair, which stays below the upper edge of the frame. */
const HAIR_MARGIN_PX = 44

/** Returns the position of a player whose bare hair is this high above the center of the face. */
export function placeUnderHair(topUnits: number): Place {
  const { unitPx } = placeUnder(topUnits)
  const centerYPx = Math.max(CENTER_Y_PX, HAIR_MARGIN_PX + topUnits * unitPx)
  return { unitPx, centerYPx: Math.min(centerYPx, LOWEST_CENTER_Y_PX) }
}

/** Returns the pit of the neck, the origin of a body. */
export const getNeckPit = ({ unitPx, centerYPx }: Place): { x: number; y: number } => ({
  x: ART.headXPx,
  y: centerYPx + CHIN_UNITS * unitPx + PIT_PX,
})
