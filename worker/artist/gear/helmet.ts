import { footballHelmet, HELMET_INSIDE } from './football-helmet.ts'
import type { Gear } from './gear.ts'

export const helmet: Gear = {
  id: 'helmet',
  fit: { top: 112, hides: 'hair' },
  lining: HELMET_INSIDE,
  front: (colors, wearer) => footballHelmet(colors, wearer),
}
