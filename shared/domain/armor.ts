/** The thirty armor and headgear options, including none. */

export const ARMOR_GROUPS = ['None', 'Helmets', 'Hats', 'Face', 'Silly'] as const
export type ArmorGroup = (typeof ARMOR_GROUPS)[number]

const piece = <Id extends string>(group: ArmorGroup, id: Id, label: string) => ({
  id,
  label,
  group,
})

export const ARMOR = [
  piece('None', 'none', 'None'),
  piece('Helmets', 'helmet', 'Helmet'),
  piece('Helmets', 'visor', 'Dark visor'),
  piece('Helmets', 'leather', 'Leather helmet'),
  piece('Helmets', 'knight', 'Knight helm'),
  piece('Helmets', 'space', 'Space helmet'),
  piece('Helmets', 'hardhat', 'Hard hat'),
  piece('Hats', 'party', 'Party hat'),
  piece('Hats', 'propeller', 'Propeller cap'),
  piece('Hats', 'beanie', 'Beanie'),
  piece('Hats', 'tophat', 'Top hat'),
  piece('Hats', 'chef', 'Chef hat'),
  piece('Hats', 'wizard', 'Wizard hat'),
  piece('Hats', 'crown', 'Crown'),
  piece('Face', 'warpaint', 'War paint'),
  piece('Face', 'eyeblack', 'Eye black'),
  piece('Face', 'goggles', 'Goggles'),
  piece('Face', 'shades', 'Sunglasses'),
  piece('Face', 'stars', 'Star glasses'),
  piece('Face', 'headband', 'Headband'),
  piece('Face', 'mustache', 'Mustache'),
  piece('Silly', 'duck', 'Duck'),
  piece('Silly', 'foam', 'Foam finger'),
  piece('Silly', 'cleats', 'Golden cleats'),
  piece('Silly', 'cone', 'Traffic cone'),
  piece('Silly', 'colander', 'Colander'),
  piece('Silly', 'popcorn', 'Popcorn bucket'),
  piece('Silly', 'pumpkin', 'Pumpkin'),
  piece('Silly', 'cat', 'Cat ears'),
  piece('Silly', 'halo', 'Halo'),
] as const

export type Armor = (typeof ARMOR)[number]
export type ArmorId = Armor['id']

const byId = new Map<string, Armor>(ARMOR.map((armor) => [armor.id, armor]))

/** Returns the piece with this id, or null. */
export const getArmor = (id: string): Armor | null => byId.get(id) ?? null
