import { clipped, element, fill, highlight, INK, line } from '#worker/graphics/svg.ts'
import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'
import { getRimColor, lighter } from './modelled.ts'

/** The glass ends behind the upper bar of the face mask, so that no edge crosses the face. */
const SHIELD = 'M-52 -28C-34 -46 34 -46 52 -28L50 50C34 59 -34 59 -50 50Z'
/** Its outline is drawn only above the eyes. */
const UPPER_EDGE = 'M-51 -8L-52 -28C-34 -46 34 -46 52 -28L51 -8'
/** Stadium stands and sky, reflected in the curved glass above the eyes. */
const SKY = 'M-54 -50H54V-27C30 -34 -6 -34 -54 -25Z'
const STANDS = 'M-54 -25C-6 -34 30 -34 54 -27V-24C28 -30 -4 -30 -54 -21Z'
const GLINT = 'M36 -46L46 -46L22 62L12 62Z'
const THIN_GLINT = 'M50 -46L53 -46L29 62L26 62Z'
const EDGE_UNITS = 1.8
const TINT = 'visor-tint'
/** Opacity of the glass at its upper edge, in front of eyes and mouth, and behind the face mask. */
const SMOKE = { brow: 0.86, eyes: 0.46, mouth: 0.34, mask: 0.52 } as const

/** Gradient of smoked glass: darkest at the brow and clearer at the eyes, so that people recognize the wearer. */
const smoke = (): string =>
  element(
    'linearGradient',
    { id: TINT, gradientUnits: 'userSpaceOnUse', x1: 0, y1: -44, x2: 0, y2: 56 },
    (
      [
        [0, SMOKE.brow],
        [0.18, 0.62],
        [0.34, SMOKE.eyes],
        [0.7, SMOKE.mouth],
        [1, SMOKE.mask],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#0b0e12', 'stop-opacity': opacity }))
      .join(''),
  )

/** Draws the shield with a stadium reflected in its upper part. */
function shield(tint: string): string {
  const glass =
    fill(SHIELD, `url(#${TINT})`) +
    fill(SKY, tint, { opacity: 0.3 }) +
    fill(STANDS, lighter(tint, 0.3), { opacity: 0.2 }) +
    highlight(GLINT, 0.09) +
    highlight(THIN_GLINT, 0.12)
  return smoke() + clipped('visor-glass', SHIELD, glass) + line(UPPER_EDGE, INK, EDGE_UNITS)
}

export const visor: Gear = {
  id: 'visor',
  fit: { top: 118, hides: 'hair' },
  front: (colors, wearer) => footballHelmet(colors, wearer?.maskX, shield(getRimColor(colors))),
}
