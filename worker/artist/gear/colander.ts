import { circle, hardShadow, highlight, INK, inked } from '../svg.ts'
import type { Gear } from './gear.ts'
import { STEEL, STEEL_LIT } from './materials.ts'

const BOWL = 'M-66 -34C-68 -88 -38 -116 0 -116C38 -116 68 -88 66 -34C40 -44 -40 -44 -66 -34Z'
const SHADE = 'M16 -114C46 -108 68 -84 66 -34C54 -39 42 -41 28 -42C48 -60 42 -98 16 -114Z'
const HANDLES =
  'M-66 -46C-92 -52 -92 -24 -64 -30L-64 -38C-78 -36 -78 -42 -66 -40ZM66 -46C92 -52 92 -24 64 -30L64 -38C78 -36 78 -42 66 -40Z'
const RIM = 'M-70 -34C-40 -48 40 -48 70 -34L68 -24C40 -36 -40 -36 -68 -24Z'

const HOLES = [
  [-40, -62],
  [-20, -66],
  [0, -68],
  [20, -66],
  [40, -62],
  [-32, -82],
  [-10, -88],
  [12, -88],
  [32, -82],
  [-16, -104],
  [6, -106],
] as const

export const colander: Gear = {
  id: 'colander',
  fit: { room: { scale: 0.93, drop: 0.22 }, hides: 'hair' },
  front: () =>
    inked(BOWL, STEEL) +
    hardShadow(SHADE, 0.36) +
    HOLES.map(([x, y]) => circle(x, y, 4, INK)).join('') +
    inked(HANDLES, '#8c979b') +
    inked(RIM, STEEL_LIT) +
    highlight('M-52 -66C-48 -88 -38 -98 -26 -104C-34 -90 -40 -76 -42 -62Z', 0.55),
}
