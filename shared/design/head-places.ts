import type { ArmorId } from '../domain/armor.ts'

/**
 * Where a head is on the sheet of the live preview, which is 500 x 600 with the head at x = 250: units of the sheet per
 * unit of head space, and the height of its centre.
 */
export type HeadPlace = readonly [unit: number, centreY: number]

const BARE: HeadPlace = [1.927, 204.5]

/** Tall pieces make the head smaller and lower it. A test holds these against the artist's own places. */
const UNDER: Readonly<Partial<Record<ArmorId, HeadPlace | null>>> = {
  helmet: [1.696, 224.9],
  visor: [1.696, 224.9],
  leather: [1.831, 218.9],
  knight: null,
  space: [1.6, 223.7],
  hardhat: [1.828, 229.7],
  party: [1.578, 246.5],
  propeller: [1.658, 241.1],
  beanie: [1.706, 237.9],
  tophat: [1.739, 235.7],
  chef: [1.658, 241.1],
  wizard: [1.571, 247],
  crown: [1.706, 237.9],
  headband: [1.812, 216.5],
  duck: [1.69, 239],
  foam: [1.734, 230.9],
  cleats: [1.658, 241.1],
  cone: [1.658, 241.1],
  colander: [1.696, 238.1],
  popcorn: [1.571, 247],
  pumpkin: null,
  cat: [1.715, 238.1],
  halo: [1.674, 240.1],
}

/** @returns null under a piece that hides the face. */
export function headPlaceOf(armorId: ArmorId): HeadPlace | null {
  const place = UNDER[armorId]
  return place === undefined ? BARE : place
}
