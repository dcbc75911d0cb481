import { CHALK, circle, hardShadow, highlight, INK, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const YELLOW = '#ffcf24'
const BODY =
  'M-60 -66C-74 -92 -60 -100 -46 -96C-36 -112 -10 -112 4 -104C24 -118 60 -104 62 -76C64 -54 40 -46 0 -46C-36 -46 -54 -52 -60 -66Z'
const SHADE = 'M28 -110C50 -104 62 -92 62 -76C64 -54 40 -46 0 -46C-30 -46 -50 -50 -58 -60C-10 -54 36 -62 28 -110Z'
const HEAD = 'M6 -100C-4 -120 6 -150 34 -150C60 -150 70 -126 60 -108C52 -94 24 -88 6 -100Z'
const BILL = 'M58 -130C72 -134 84 -130 90 -124C84 -114 68 -110 58 -114Z'
const WING = 'M-34 -86C-20 -98 10 -96 18 -82C10 -66 -14 -62 -34 -86Z'

export const duck: Gear = {
  id: 'duck',
  fit: { room: { top: 152 }, hides: 'nothing', rests: 'on-hair' },
  front: () =>
    inked(BODY, YELLOW) +
    hardShadow(SHADE, 0.22) +
    inked(HEAD, YELLOW) +
    inked(BILL, '#ff7a1a') +
    line('M62 -122C72 -122 80 -122 86 -123', INK, 2) +
    circle(42, -130, 6.5, INK) +
    circle(40, -132, 2.2, CHALK) +
    inked(WING, '#f5b800') +
    highlight('M12 -134C16 -142 24 -145 30 -145C22 -138 18 -132 16 -124Z', 0.6),
}
