import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'

export const helmet: Gear = {
  id: 'helmet',
  fit: { room: { scale: 0.95, drop: 0.02 }, hides: 'hair' },
  front: footballHelmet,
}
