import { inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const CURLS =
  'M0 30C-8 20 -24 22 -32 32C-36 38 -44 38 -48 32C-46 46 -34 52 -22 48C-12 45 -4 40 0 36C4 40 12 45 22 48C34 52 46 46 48 32C44 38 36 38 32 32C24 22 8 20 0 30Z'

export const mustache: Gear = {
  id: 'mustache',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () => inked(CURLS, '#3a2415') + line('M-30 38C-22 34 -14 34 -6 34', '#7a4f2f', 2.4),
}
