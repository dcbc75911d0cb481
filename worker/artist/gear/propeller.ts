import { CHALK, hardShadow, highlight, inked, inkedCircle, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const DOME = 'M-56 -30C-60 -86 -38 -108 0 -108C38 -108 60 -86 56 -30C30 -42 -30 -42 -56 -30Z'
const PANEL = 'M0 -108C-24 -100 -32 -70 -28 -39C-10 -42 10 -42 28 -39C32 -70 24 -100 0 -108Z'
const SHADE = 'M18 -106C42 -98 60 -76 56 -30C48 -34 40 -36 28 -39C34 -70 30 -96 18 -106Z'
const PEAK = 'M-60 -34C-50 -58 50 -58 60 -34C78 -22 58 -14 0 -20C-58 -14 -78 -22 -60 -34Z'
const RIGHT_BLADE = 'M2 -136C16 -156 60 -160 76 -146C62 -130 24 -126 2 -136Z'
const LEFT_BLADE = 'M-2 -134C-16 -114 -60 -112 -76 -126C-62 -140 -24 -146 -2 -134Z'

export const propeller: Gear = {
  id: 'propeller',
  fit: { room: { top: 160 }, hides: 'hair' },
  front: ({ primary, secondary }) =>
    inked(DOME, primary) +
    inked(PANEL, secondary) +
    hardShadow(SHADE) +
    inked(PEAK, primary) +
    line('M-54 -36C-40 -48 40 -48 54 -36', '#ffffff', 2, { opacity: 0.5 }) +
    inked('M-3 -134H3V-108H-3Z', '#cfd6d4') +
    inked(RIGHT_BLADE, '#e8372c') +
    inked(LEFT_BLADE, '#ffc93c') +
    inkedCircle(0, -135, 6, CHALK) +
    highlight('M-44 -54C-42 -80 -32 -92 -18 -98C-28 -84 -32 -70 -33 -50Z', 0.4),
}
