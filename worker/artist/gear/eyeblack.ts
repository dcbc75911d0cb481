import { fill, INK } from '../svg.ts'
import type { Gear } from './gear.ts'

const SMEARS = 'M-37 8C-28 4 -16 4 -8 9L-10 18C-18 13 -28 13 -35 17ZM37 8C28 4 16 4 8 9L10 18C18 13 28 13 35 17Z'

export const eyeblack: Gear = {
  id: 'eyeblack',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () => '',
  decal: () => fill(SMEARS, INK),
}
