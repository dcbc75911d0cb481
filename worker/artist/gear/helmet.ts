import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'

export const helmet: Gear = {
  id: 'helmet',
  fit: { room: { scale: 0.9, drop: 0.15 }, hides: 'hair' },
  front: footballHelmet,
}
