import { CHALK, hardShadow, highlight, inked, inkedCircle } from '../svg.ts'
import type { Gear } from './gear.ts'
import { GOLD } from './materials.ts'

const BAND = 'M-54 -46L-64 -108L-32 -80L0 -122L32 -80L64 -108L54 -46C30 -36 -30 -36 -54 -46Z'
const SHADE = 'M0 -122L32 -80L64 -108L54 -46C42 -41 30 -39 14 -38C24 -70 16 -100 0 -122Z'

export const crown: Gear = {
  id: 'crown',
  fit: { room: { top: 134 }, hides: 'nothing', rests: 'on-hair' },
  front: () =>
    inked(BAND, GOLD) +
    hardShadow(SHADE, 0.3) +
    inkedCircle(-64, -110, 6, CHALK) +
    inkedCircle(0, -124, 7, CHALK) +
    inkedCircle(64, -110, 6, CHALK) +
    inkedCircle(0, -64, 8, '#c6283c') +
    inkedCircle(-30, -62, 5, '#2a6fd6') +
    inkedCircle(30, -62, 5, '#2a6fd6') +
    highlight('M-50 -92L-38 -82L-40 -52L-46 -54Z', 0.5),
}
