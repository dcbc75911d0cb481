import { circle, highlight, INK, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const COLLAR = 'M-80 73C-60 65 60 65 80 73L88 108C58 120 -58 120 -88 108Z'
const EARPIECES = 'M-106 -30h14v34h-14zM92 -30h14v34h-14z'
const SHINE = 'M-80 -34C-74 -72 -44 -98 -8 -102C-42 -84 -60 -60 -66 -22C-68 -14 -82 -22 -80 -34Z'
const LOW_SHINE = 'M64 24C58 44 48 58 34 68C54 60 68 44 72 26Z'

const ring = (color: string, widthUnits: number) =>
  circle(0, -14, 98, 'none', { stroke: color, 'stroke-width': widthUnits })

export const space: Gear = {
  id: 'space',
  fit: { room: { scale: 0.86, drop: 0.1 }, hides: 'hair' },
  front: ({ primary, secondary }) =>
    inked(COLLAR, primary) +
    line('M-74 88C-40 80 40 80 74 88', secondary, 7) +
    circle(0, -14, 98, '#9fd2ea', { opacity: 0.2 }) +
    ring(INK, 16) +
    ring('#e4e9e8', 10) +
    highlight(SHINE, 0.55) +
    highlight(LOW_SHINE) +
    inked(EARPIECES, secondary),
}
