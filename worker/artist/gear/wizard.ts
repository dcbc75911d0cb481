import { CHALK, fill, hardShadow, inked, starPath } from '../svg.ts'
import type { Gear } from './gear.ts'

const CONE = 'M-46 -50C-34 -100 -20 -150 14 -190C28 -196 44 -182 50 -164C38 -172 30 -172 26 -162C38 -120 42 -84 48 -50Z'
const SHADE =
  'M22 -186C36 -190 46 -178 50 -164C38 -172 30 -172 26 -162C38 -120 42 -84 48 -50H20C26 -96 20 -150 14 -180Z'
const BRIM = 'M-92 -40C-60 -66 60 -66 92 -40C70 -26 30 -30 0 -32C-30 -30 -70 -26 -92 -40Z'
const BAND = 'M-46 -58C-20 -64 20 -64 46 -58L47 -48C20 -54 -20 -54 -47 -48Z'

export const wizard: Gear = {
  id: 'wizard',
  fit: { room: { top: 196 }, hides: 'hair' },
  front: ({ primary, secondary }) =>
    inked(CONE, primary) +
    hardShadow(SHADE, 0.34) +
    fill(starPath(-8, -90, 13), secondary) +
    fill(starPath(12, -132, 9), secondary) +
    fill(starPath(18, -72, 7), CHALK) +
    inked(BRIM, primary) +
    fill(BAND, secondary),
}
