import { highlight, inked } from '../svg.ts'
import type { Gear } from './gear.ts'
import { GLASS } from './materials.ts'

const FRAME =
  'M-54 -20L-46 -24C-30 -28 -16 -26 -6 -20C-2 -22 2 -22 6 -20C16 -26 30 -28 46 -24L54 -20L50 -12C50 8 42 16 28 16C14 16 8 8 5 -8C2 -11 -2 -11 -5 -8C-8 8 -14 16 -28 16C-42 16 -50 8 -50 -12Z'

export const shades: Gear = {
  id: 'shades',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () =>
    inked(FRAME, GLASS) +
    highlight('M-43 -16C-36 -19 -30 -20 -26 -20L-36 8C-42 4 -44 -4 -43 -16Z', 0.4) +
    highlight('M14 -17C20 -20 26 -20 30 -20L20 8C15 4 13 -4 14 -17Z', 0.25),
}
