import { CHALK, fill, group, hardShadow, inked, line, starPath } from '../svg.ts'
import type { Gear } from './gear.ts'
import { GOLD } from './materials.ts'

const SHOE =
  'M-72 -6C-74 -34 -66 -52 -52 -56C-46 -44 -32 -44 -26 -54C-14 -40 10 -30 42 -26C66 -22 78 -14 76 -2C60 4 -40 6 -72 -6Z'
const SOLE_SHADE = 'M-72 -14C-40 -2 40 -4 76 -8L76 -2C60 4 -40 6 -72 -6Z'
const STUDS = 'M-64 2h12l-2 14h-8zM-36 6h12l-2 13h-8zM8 6h12l-2 13h-8zM40 4h12l-2 13h-8z'
const FLASH = 'M-56 -22C-30 -14 0 -20 26 -22C4 -10 -34 -6 -56 -22Z'
const SPARK = '#fff6d0'

export const cleats: Gear = {
  id: 'cleats',
  fit: { room: { top: 122 }, hides: 'nothing', rests: 'on-hair' },
  front: () =>
    group(
      { transform: 'translate(0 -44)' },
      inked(STUDS, '#b3851d'),
      inked(SHOE, GOLD),
      hardShadow(SOLE_SHADE, 0.4),
      line('M-24 -46L-16 -54M-12 -39L-4 -48M2 -34L9 -43', CHALK, 4),
      fill(FLASH, CHALK),
      fill(starPath(62, -50, 9), SPARK),
      fill(starPath(-70, -70, 6), SPARK),
    ),
}
