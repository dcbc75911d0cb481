import type { ArmorId } from '../domain/armor.ts'

/**
 * Where a head is on the sheet of the live preview, which is 500 x 600 with the head at x = 250: units of the sheet per
 * unit of head space, and the height of its centre.
 */
export type HeadPlace = readonly [unit: number, centreY: number]

/** Every head has this size. */
const UNIT = 1.552
const BARE_Y = 141.1

/** Tall pieces lower the player. A test holds these against the artist's own places. */
const LOWERED: Readonly<Partial<Record<ArmorId, number>>> = {
  helmet: 161,
  visor: 161,
  leather: 157.9,
  knight: 226.7,
  space: 195.2,
  hardhat: 176.5,
  party: 224.7,
  propeller: 207.6,
  beanie: 198.3,
  tophat: 192.1,
  chef: 207.6,
  wizard: 226.2,
  crown: 198.3,
  duck: 201.4,
  foam: 151.7,
  cleats: 207.6,
  cone: 207.6,
  colander: 185.8,
  popcorn: 226.2,
  pumpkin: 195.2,
  cat: 201.4,
  halo: 204.5,
}
const HIDES_FACE: ReadonlySet<ArmorId> = new Set(['knight', 'pumpkin'])

/** @returns null under a piece that hides the face. */
export const headPlaceOf = (armorId: ArmorId): HeadPlace | null =>
  HIDES_FACE.has(armorId) ? null : [UNIT, LOWERED[armorId] ?? BARE_Y]

/** How far below the centre of the face the middle of the number on the chest is, in units of the sheet. */
const CHEST = 202.5

/** The height of the middle of the number on the chest, in units of the sheet. */
export const chestYOf = (armorId: ArmorId): number => (LOWERED[armorId] ?? BARE_Y) + CHEST
