import { cord, fill, INK, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'
import { BLUSH, FELT } from './materials.ts'

const EARS =
  'M-50 -54C-60 -84 -60 -106 -54 -122C-36 -116 -20 -100 -12 -78ZM50 -54C60 -84 60 -106 54 -122C36 -116 20 -100 12 -78Z'
const INNER_EARS =
  'M-46 -72C-50 -88 -50 -98 -48 -106C-38 -100 -30 -92 -26 -82ZM46 -72C50 -88 50 -98 48 -106C38 -100 30 -92 26 -82Z'
const HOOP = 'M-52 -40C-50 -66 -30 -84 0 -84C30 -84 50 -66 52 -40'
const WHISKERS = 'M-22 28L-58 22M-22 33L-58 36M22 28L58 22M22 33L58 36'

export const cat: Gear = {
  id: 'cat',
  fit: { room: { scale: 0.9, drop: 0.26 }, hides: 'nothing' },
  front: ({ primary }) =>
    inked(EARS, FELT) +
    fill(INNER_EARS, BLUSH) +
    cord(HOOP, primary, 5, 10) +
    line(WHISKERS, INK, 2.4) +
    inked('M-6 18H6L0 26Z', BLUSH),
}
