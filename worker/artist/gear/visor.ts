import { clipped, element, fill, group, highlight, inked, line } from '#worker/graphics/svg.ts'
import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'
import { getRimColor, lighter } from './modelled.ts'

/** The glass ends at the tip of the nose, so the mouth stays visible. */
const SHIELD = 'M-52 -28C-34 -46 34 -46 52 -28L49 10C41 18 24 21 12 18C6 16 -6 16 -12 18C-24 21 -41 18 -49 10Z'
/** Stadium stands and sky, reflected in the curved glass above the eyes. */
const SKY = 'M-54 -50H54V-24C30 -32 -6 -31 -54 -20Z'
const STANDS = 'M-54 -20C-6 -31 30 -32 54 -24V-20C28 -27 -4 -26 -54 -15Z'
const GLINT = 'M38 -46L48 -44L36 26L28 26Z'
const THIN_GLINT = 'M51 -42L54 -40L43 26L39 26Z'
const FLOODLIGHTS = [-41, -35, -29, -23].flatMap((x, i) => [-34 - i * 1.2, -29 - i * 1.2].map((y) => [x, y] as const))
const LOWER_EDGE = 'M-47 9C-39 15 -24 18 -12 15C-6 13 6 13 12 15C24 18 39 15 47 9'
const TINT = 'visor-tint'
/** Opacity of the glass at its upper edge, in front of the eyes and at its lower edge. */
const SMOKE = { brow: 0.72, eyes: 0.24, nose: 0.3 } as const

/** Gradient of smoked glass: dark at the brow, clear in front of the eyes so that people recognize the wearer. */
const smoke = (): string =>
  element(
    'linearGradient',
    { id: TINT, gradientUnits: 'userSpaceOnUse', x1: 0, y1: -44, x2: 0, y2: 20 },
    (
      [
        [0, SMOKE.brow],
        [0.38, SMOKE.eyes],
        [0.8, SMOKE.eyes],
        [1, SMOKE.nose],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#0b0e12', 'stop-opacity': opacity }))
      .join(''),
  )

const floodlight = ([x, y]: readonly [number, number]): string =>
  fill(`M${x} ${y.toFixed(1)}l4.2 -.8l-.4 3.8l-4.2 .8Z`, '#ffffff')

/** Draws the shield with stadium lights reflected at its edges. */
function shield(tint: string): string {
  const glass =
    fill(SHIELD, `url(#${TINT})`) +
    fill(SKY, tint, { opacity: 0.24 }) +
    fill(STANDS, lighter(tint, 0.3), { opacity: 0.3 }) +
    highlight(GLINT, 0.2) +
    highlight(THIN_GLINT, 0.26) +
    group({ opacity: 0.95 }, ...FLOODLIGHTS.map(floodlight)) +
    line(LOWER_EDGE, '#ffffff', 1.6, { opacity: 0.65 })
  return smoke() + clipped('visor-glass', SHIELD, glass) + inked(SHIELD, 'none')
}

export const visor: Gear = {
  id: 'visor',
  fit: { top: 118, hides: 'hair' },
  front: (colors) => footballHelmet(colors, shield(getRimColor(colors))),
}
