import type { ArmorId } from '../domain/armor.ts'

/**
 * Where a head is on the sheet of the live preview, which is 500 x 600 with the head at x = 250: units of the sheet per
 * unit of head space, and the height of its centre.
 */
export type HeadPlace = readonly [unit: number, centreY: number]

/** Heads have this size, but for those under the tallest pieces. */
const UNIT = 1.713
const SMALLER: Readonly<Partial<Record<ArmorId, number>>> = {
  party: 1.599,
  wizard: 1.589,
  popcorn: 1.589,
}
const BARE_Y = 145.4

/** Tall pieces lower the player. A test holds these against the artist's own places. */
const LOWERED: Readonly<Partial<Record<ArmorId, number>>> = {
  helmet: 180.0,
  visor: 180.0,
  leather: 176.5,
  knight: 231.4,
  space: 217.6,
  hardhat: 197.1,
  party: 232.1,
  propeller: 231.4,
  beanie: 221.1,
  tophat: 214.2,
  chef: 231.4,
  wizard: 232.1,
  crown: 221.1,
  duck: 224.5,
  foam: 169.7,
  cleats: 231.4,
  cone: 231.4,
  colander: 207.4,
  popcorn: 232.1,
  pumpkin: 227.9,
  cat: 224.5,
  halo: 227.9,
}
export const headPlaceOf = (armorId: ArmorId): HeadPlace => [unitOf(armorId), LOWERED[armorId] ?? BARE_Y]

const unitOf = (armorId: ArmorId): number => SMALLER[armorId] ?? UNIT

/** The chin below the centre of the face, in units of head space. */
const CHIN = 67
/** The distance from the chin to the middle of the number on the chest, in units of the sheet. */
const CHEST = 96.4

/** The height of the middle of the number on the chest, in units of the sheet. */
export const getChestY = (armorId: ArmorId): number => (LOWERED[armorId] ?? BARE_Y) + CHIN * unitOf(armorId) + CHEST

/** Units of the sheet to the width of the card, and where the sheet begins in the card's window. */
const SHEET_ON_CARD = { cqwPerUnit: 0.1868, topCqw: 1.5 } as const

/** The distance from the top of a card to the middle of the number on the chest, as a length of CSS. */
export const getChestTop = (armor: ArmorId): string =>
  `${(SHEET_ON_CARD.topCqw + SHEET_ON_CARD.cqwPerUnit * getChestY(armor)).toFixed(2)}cqw`
