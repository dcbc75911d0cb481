import { CHALK, clipped, hardShadow, inked, line, round } from '../svg.ts'
import type { Gear } from './gear.ts'

const CONE = 'M-42 -54L0 -164L42 -54C22 -42 -22 -42 -42 -54Z'
const TIP = { x: 0, y: -164 }
const TASSEL_UNITS = 22
const ELASTIC = 'M-42 -52C-52 -10 -40 50 0 72M42 -52C52 -10 40 50 0 72'

const tassel = (color: string) =>
  Array.from({ length: 8 }, (_, i) => {
    const angle = (i * Math.PI) / 4
    const x = round(TIP.x + TASSEL_UNITS * Math.cos(angle))
    const y = round(TIP.y + TASSEL_UNITS * Math.sin(angle))
    return line(`M${TIP.x} ${TIP.y}L${x} ${y}`, i % 2 ? CHALK : color, 6)
  }).join('')

export const party: Gear = {
  id: 'party',
  fit: { room: { top: 190 }, hides: 'nothing', rests: 'on-hair' },
  front: ({ primary, secondary }) =>
    inked(CONE, primary) +
    clipped(
      'party-cone',
      CONE,
      line('M-60 -62L60 -96M-60 -98L60 -132M-60 -28L60 -60', secondary, 13) + hardShadow('M4 -170L60 -30H18Z', 0.3),
    ) +
    tassel(secondary) +
    line(ELASTIC, CHALK, 1.6, { opacity: 0.65 }),
}
