import { fill, hardShadow, highlight, inked } from '../svg.ts'
import type { Gear } from './gear.ts'
import { FELT } from './materials.ts'

const TUBE = 'M-46 -54L-54 -146C-30 -156 30 -156 54 -146L46 -54Z'
const BAND = 'M-47 -72L-49 -92C-30 -84 30 -84 49 -92L47 -72C30 -62 -30 -62 -47 -72Z'
const SHADE = 'M14 -153C30 -153 44 -151 54 -146L46 -54H16Z'
const BRIM = 'M-82 -48C-60 -66 60 -66 82 -48C84 -34 60 -36 0 -38C-60 -36 -84 -34 -82 -48Z'

export const tophat: Gear = {
  id: 'tophat',
  fit: { room: { top: 158 }, hides: 'hair' },
  front: ({ primary }) =>
    inked(TUBE, FELT) +
    fill(BAND, primary) +
    hardShadow(SHADE, 0.4) +
    highlight('M-46 -140C-40 -144 -34 -146 -28 -147L-26 -96C-34 -96 -38 -97 -42 -98Z', 0.18) +
    inked(BRIM, FELT),
}
