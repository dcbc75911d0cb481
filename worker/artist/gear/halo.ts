import { ellipse, INK } from '../svg.ts'
import type { Gear } from './gear.ts'

const ring = (y: number, color: string, widthUnits: number) =>
  ellipse(0, y, 58, 15, 'none', { stroke: color, 'stroke-width': widthUnits })

export const halo: Gear = {
  id: 'halo',
  fit: { room: { top: 136 }, hides: 'nothing', rests: 'on-hair' },
  front: () => ring(-112, INK, 16) + ring(-112, '#ffd23f', 10) + ring(-114, '#fff6cf', 3),
}
