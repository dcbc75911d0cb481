import { clipped, fill, group, highlight, inked, line } from '#worker/graphics/svg.ts'
import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'
import { lighter, rimOf } from './modelled.ts'

const SHIELD = 'M-52 -28C-34 -46 34 -46 52 -28L48 22C40 28 22 31 12 27C6 24 -6 24 -12 27C-22 31 -40 28 -48 22Z'
/** The stands and the sky over them, as they stand in curved glass. */
const SKY = 'M-54 -50H54V-8C30 -18 -6 -16 -54 0Z'
const STANDS = 'M-54 0C-6 -16 30 -18 54 -8V-2C28 -11 -4 -9 -54 8Z'
const GLINT = 'M22 -46L36 -44L8 32L-4 32Z'
const THIN_GLINT = 'M41 -42L45 -40L18 32L13 32Z'
const FLOODLIGHTS = [-37, -31, -25, -19].flatMap((x, i) => [-33 - i * 1.3, -27.5 - i * 1.3].map((y) => [x, y] as const))
const LOWER_EDGE = 'M-46 21C-38 26 -22 28 -12 24C-6 21 6 21 12 24C22 28 38 26 46 21'

const floodlight = ([x, y]: readonly [number, number]): string =>
  fill(`M${x} ${y.toFixed(1)}l4.2 -.8l-.4 3.8l-4.2 .8Z`, '#ffffff')

/** Smoked glass: the light of the stadium is seen in it, and the eyes behind it. */
function shield(tint: string): string {
  const glass =
    fill(SHIELD, '#0b0e12', { opacity: 0.4 }) +
    fill(SKY, tint, { opacity: 0.2 }) +
    fill(STANDS, lighter(tint, 0.3), { opacity: 0.28 }) +
    highlight(GLINT, 0.2) +
    highlight(THIN_GLINT, 0.26) +
    group({ opacity: 0.95 }, ...FLOODLIGHTS.map(floodlight)) +
    line(LOWER_EDGE, '#ffffff', 1.6, { opacity: 0.65 })
  return clipped('visor-glass', SHIELD, glass) + inked(SHIELD, 'none')
}

export const visor: Gear = {
  id: 'visor',
  fit: { top: 118, hides: 'hair' },
  front: (colors) => footballHelmet(colors, shield(rimOf(colors))),
}
