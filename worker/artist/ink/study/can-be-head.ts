import { smoothstep } from '#worker/graphics/numbers.ts'
import { earBottomAt, type FaceMap, getThroat } from './face-map.ts'
import { KIND } from './segment-fields.ts'
import { WORN } from './worn-items.ts'

/** Margin around the landmarks' ring that belongs to the head, in units. */
export const OVAL_ROOM = 2.5
/** Margin around the ring within which skin labeled as face belongs to the head, in units. */
const FACE_ROOM = 10
/** Yaw range over which a profile gets the extra margin, in radians. */
const PROFILE = [0.6, 0.9] as const
const PROFILE_ROOM = 34
/** Clothes are part of the head only this deep inside the face, such as a scarf in front of the chin. */
const CLOTHES_INSIDE = 1.5
/** Worn items may reach this far below the earlobes, and the brims of hats. Necklaces stay below both limits. */
const WORN_UNITS = { items: 24, hats: 52 } as const

/**
 * Returns true if the net's class at a point can be part of the head.
 *
 * @param oval depth inside the ring of the face
 */
export function canBeHead(
  kind: number,
  x: number,
  y: number,
  oval: number,
  map: FaceMap,
  worn: number,
  isBearded: boolean,
): boolean {
  const isFace = oval > -OVAL_ROOM
  if (kind === KIND.hair) return isFace || isBearded || !isBeforeThroat(x, y, map)
  if (kind === KIND.clothes) return oval > CLOTHES_INSIDE
  if (kind === KIND.others) {
    const below = y - earBottomAt(map, x)
    return (
      oval > FACE_ROOM - OVAL_ROOM - faceRoom(map.yaw) ||
      worn === WORN.scarf ||
      (worn === WORN.item && below < WORN_UNITS.items) ||
      (worn === WORN.hat && below < WORN_UNITS.hats)
    )
  }
  // Lips and chin of a profile protrude from the ring. The net can tell a neck from a face.
  if (kind === KIND.faceSkin) return oval > -faceRoom(map.yaw) || y < earBottomAt(map, x) + LOBE_UNITS
  // Fingers at the temple are not part of a face.
  if (kind === KIND.bodySkin && y < FINGERS_ABOVE) return false
  // Excludes hands and neck, and the wall where only the matte sees a person.
  return isFace || (kind === KIND.background && y < earBottomAt(map, x) - 10)
}

/** Earlobes of raised heads lie up to this far below the landmarks, in units. */
const LOBE_UNITS = 16

/** Bare skin above this height at the edge of a face belongs to fingers, in units. */
const FINGERS_ABOVE = 5

/** Returns the extent of a face beyond the ring of its landmarks, which do not cover the relief of a profile. */
const faceRoom = (yaw: number) => FACE_ROOM + PROFILE_ROOM * smoothstep(PROFILE[0], PROFILE[1], Math.abs(yaw))

/** Height of the throat's upper edge relative to the chin: in the middle, and how much lower it is at the sides. In units. */
const THROAT_TOP = { middle: -4, sides: 13 } as const

/** Returns true in front of the throat. Hair beside the chin stays, because a gap there would show a corner of skin. */
export function isBeforeThroat(x: number, y: number, map: FaceMap): boolean {
  const { x: middleX, half } = getThroat(map)
  const off = Math.abs(x - middleX) / half
  return off < 1 && y > map.points[152]!.y + THROAT_TOP.middle + THROAT_TOP.sides * off * off
}
