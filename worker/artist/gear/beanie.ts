import { mix } from '#shared/design/color.ts'
import { CHALK, circle, hardShadow, inked, inkedCircle, line, round } from '../svg.ts'
import type { Gear } from './gear.ts'

const KNIT = 'M-54 -24C-60 -86 -36 -110 0 -110C36 -110 60 -86 54 -24Z'
const RIBS = 'M-34 -98L-40 -50M-12 -108L-14 -50M12 -108L14 -50M34 -98L40 -50'
const SHADE = 'M18 -108C44 -100 60 -76 54 -50H30C38 -70 32 -94 18 -108Z'
const CUFF = 'M-58 -52C-30 -60 30 -60 58 -52V-22C30 -30 -30 -30 -58 -22Z'
const CUFF_RIBS = 'M-40 -54V-28M-20 -57V-30M0 -58V-31M20 -57V-30M40 -54V-28'
const BOBBLE = { x: 0, y: -122, radius: 13, tufts: 10 }

function bobble(): string {
  const tufts = Array.from({ length: BOBBLE.tufts }, (_, i) => {
    const angle = (i * 2 * Math.PI) / BOBBLE.tufts
    const x = round(BOBBLE.x + BOBBLE.radius * Math.cos(angle))
    const y = round(BOBBLE.y + BOBBLE.radius * Math.sin(angle))
    return { x, y, color: i % 2 ? CHALK : '#d4dad8' }
  })
  return (
    tufts.map(({ x, y, color }) => inkedCircle(x, y, 9, color)).join('') +
    tufts.map(({ x, y, color }) => circle(x, y, 9, color)).join('') +
    circle(BOBBLE.x, BOBBLE.y, 12, CHALK)
  )
}

export const beanie: Gear = {
  id: 'beanie',
  fit: { room: { top: 149 }, hides: 'hair' },
  front: ({ primary, secondary }) =>
    bobble() +
    inked(KNIT, primary) +
    line(RIBS, mix(primary, '#000000', 0.3), 4) +
    hardShadow(SHADE) +
    inked(CUFF, secondary) +
    line(CUFF_RIBS, mix(secondary, '#000000', 0.3), 3),
}
