import { hardShadow, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const TAILS = 'M52 -40C70 -36 84 -24 92 -6C84 -8 78 -6 74 -2C70 -18 62 -26 50 -28Z'
const BAND = 'M-51 -50C-30 -62 30 -62 51 -50L50 -28C30 -38 -30 -38 -50 -28Z'
const SHADE = 'M20 -58C32 -56 42 -54 51 -50L50 -28C40 -33 30 -35 18 -36Z'

export const headband: Gear = {
  id: 'headband',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: ({ primary, secondary }) =>
    inked(TAILS, primary) +
    inked(BAND, primary) +
    line('M-49 -39C-28 -50 28 -50 49 -39', secondary, 6) +
    hardShadow(SHADE, 0.3),
}
