import { randomInt } from 'node:crypto'

const WORDS = [
  'Maple',
  'River',
  'Stone',
  'Cedar',
  'Copper',
  'Harbor',
  'Meadow',
  'Comet',
  'Walnut',
  'Summit',
  'Lantern',
  'Pebble',
]
const pick = () => WORDS[randomInt(WORDS.length)]

/** A nickname that no other test uses. Words, because the nickname filter reads digits as letters. */
export const uniqueName = (name: string): string => `${name} ${pick()} ${pick()} ${pick()}`
