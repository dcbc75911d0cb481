import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'

export const helmet: Gear = {
  id: 'helmet',
  fit: { room: { scale: 0.88, drop: 0.17 }, hides: 'hair' },
  front: (colors) => footballHelmet(colors),
}
