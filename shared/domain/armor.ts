/** The thirty pieces of armor and headgear a player can wear, none among them. */

export const ARMOR_GROUPS = ['None', 'Helmets', 'Hats', 'Face', 'Silly'] as const
export type ArmorGroup = (typeof ARMOR_GROUPS)[number]

const piece = <Id extends string>(group: ArmorGroup, id: Id, label: string, prompt: string) => ({
  id,
  label,
  group,
  /** How an image engine is asked for it. No two pieces share their words. */
  prompt,
})

export const ARMOR = [
  piece('None', 'none', 'None', 'no headgear'),
  piece('Helmets', 'helmet', 'Helmet', 'a football helmet with a face mask'),
  piece('Helmets', 'visor', 'Dark visor', 'a football helmet with a dark visor'),
  piece('Helmets', 'leather', 'Leather helmet', 'an old leather helmet'),
  piece('Helmets', 'knight', 'Knight helm', "a knight's steel helm"),
  piece('Helmets', 'space', 'Space helmet', "an astronaut's space helmet"),
  piece('Helmets', 'hardhat', 'Hard hat', 'a yellow hard hat'),
  piece('Hats', 'party', 'Party hat', 'a striped party hat'),
  piece('Hats', 'propeller', 'Propeller cap', 'a cap with a propeller'),
  piece('Hats', 'beanie', 'Beanie', 'a knitted beanie with a bobble'),
  piece('Hats', 'tophat', 'Top hat', 'a tall top hat'),
  piece('Hats', 'chef', 'Chef hat', "a chef's hat"),
  piece('Hats', 'wizard', 'Wizard hat', "a wizard's hat with stars"),
  piece('Hats', 'crown', 'Crown', 'a golden crown'),
  piece('Face', 'warpaint', 'War paint', 'stripes of war paint'),
  piece('Face', 'eyeblack', 'Eye black', 'eye black under both eyes'),
  piece('Face', 'goggles', 'Goggles', 'ski goggles'),
  piece('Face', 'shades', 'Sunglasses', 'dark sunglasses'),
  piece('Face', 'stars', 'Star glasses', 'star-shaped glasses'),
  piece('Face', 'headband', 'Headband', 'a tied headband'),
  piece('Face', 'mustache', 'Mustache', 'a curled mustache'),
  piece('Silly', 'duck', 'Duck', 'a rubber duck on the head'),
  piece('Silly', 'foam', 'Foam finger', 'a giant foam finger'),
  piece('Silly', 'cleats', 'Golden cleats', 'golden cleats on the head'),
  piece('Silly', 'cone', 'Traffic cone', 'a traffic cone on the head'),
  piece('Silly', 'colander', 'Colander', 'a steel colander on the head'),
  piece('Silly', 'popcorn', 'Popcorn bucket', 'a popcorn bucket on the head'),
  piece('Silly', 'pumpkin', 'Pumpkin', 'a carved pumpkin over the head'),
  piece('Silly', 'cat', 'Cat ears', 'cat ears and whiskers'),
  piece('Silly', 'halo', 'Halo', 'a golden halo'),
] as const

export type Armor = (typeof ARMOR)[number]
export type ArmorId = Armor['id']

const byId = new Map<string, Armor>(ARMOR.map((armor) => [armor.id, armor]))

/** @returns the piece with this id, or null. */
export const getArmor = (id: string): Armor | null => byId.get(id) ?? null
