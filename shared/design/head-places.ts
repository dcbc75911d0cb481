import type { ArmorId } from '../domain/armor.ts'

/**
 * A head's position in the live preview, which is 500 x 600 units with the head at x = 250: the scale of head space, and
 * the y coordinate of its center.
 */
export type HeadPlace = readonly [unit: number, centerY: number]

/** The default scale. The tallest gear shrinks the head. */
const UNIT = 1.713
const SMALLER: Readonly<Partial<Record<ArmorId, number>>> = {
  party: 1.599,
  wizard: 1.589,
}
const BARE_Y = 145.4

/** Center heights under tall gear, which lowers the player. A test compares them with the artist's values. */
const LOWERED: Readonly<Partial<Record<ArmorId, number>>> = {
  helmet: 169.7,
  visor: 169.7,
  leather: 176.5,
  knight: 231.4,
  space: 217.6,
  hardhat: 197.1,
  party: 232.1,
  propeller: 221.1,
  beanie: 221.1,
  tophat: 214.2,
  chef: 224.5,
  wizard: 232.1,
  crown: 221.1,
  duck: 231.4,
  cone: 231.4,
  colander: 207.4,
  popcorn: 229.6,
  pumpkin: 205.7,
  cat: 203.9,
  halo: 227.9,
}
export const getHeadPlace = (armorId: ArmorId): HeadPlace => [getUnit(armorId), LOWERED[armorId] ?? BARE_Y]

const getUnit = (armorId: ArmorId): number => SMALLER[armorId] ?? UNIT

/** Distance from the center of the face to the chin, in units of head space. */
const CHIN = 67
/** Distance from the chin to the middle of the jersey number, in preview units. */
const CHEST = 96.4

/** Returns the y coordinate of the middle of the jersey number, in preview units. */
export const getChestY = (armorId: ArmorId): number => (LOWERED[armorId] ?? BARE_Y) + CHIN * getUnit(armorId) + CHEST

/** The preview's scale and top offset on the card, in `cqw`. */
const SHEET_ON_CARD = { cqwPerUnit: 0.1868, topCqw: 1.5 } as const

/** Returns the distance from the top of a card to the middle of the jersey number, as a CSS length. */
export const getChestTop = (armor: ArmorId): string =>
  `${(SHEET_ON_CARD.topCqw + SHEET_ON_CARD.cqwPerUnit * getChestY(armor)).toFixed(2)}cqw`
