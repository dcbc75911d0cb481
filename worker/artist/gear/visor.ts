import { mix } from '#shared/design/color.ts'
import { fill, highlight } from '../svg.ts'
import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'

const SHIELD = 'M-50 -30C-30 -44 30 -44 50 -30L47 26C28 32 -28 32 -47 26Z'
const REFLECTION = 'M-46 -26C-36 -34 -16 -38 -4 -38L-24 28C-32 28 -40 27 -44 25Z'
const GLINT = 'M6 -39L18 -38L-4 30L-14 29Z'

export const visor: Gear = {
  id: 'visor',
  fit: { room: { scale: 0.9, drop: 0.15 }, hides: 'hair' },
  front: (colors) =>
    fill(SHIELD, '#11161a') +
    fill(REFLECTION, mix(colors.secondary, '#ffffff', 0.3), { opacity: 0.5 }) +
    highlight(GLINT, 0.22) +
    footballHelmet(colors),
}
