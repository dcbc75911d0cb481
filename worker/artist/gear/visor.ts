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
const GLINT = 'M46 -46L56 -46L34 62L24 62Z'
const THIN_GLINT = 'M60 -46L63 -46L41 62L38 62Z'
const EDGE_UNITS = 1.8
const TINT = 'visor-tint'
/** Opacity of the glass at its upper edge, in front of eyes and mouth, and behind the face mask. */
const SMOKE = { brow: 0.9, eyes: 0.4, mouth: 0.26, mask: 0.4 } as const
/** Smoke at the brow, and its warm brown in front of the face, which keeps the color of the skin. */
const SMOKE_COLORS = { brow: '#0b0e12', face: '#1c0d04' } as const

/** Gradient of smoked glass: darkest at the brow and clearer at the eyes, so that people recognize the wearer. */
const smoke = (): string =>
  element(
    'linearGradient',
    { id: TINT, gradientUnits: 'userSpaceOnUse', x1: 0, y1: -44, x2: 0, y2: 56 },
    (
      [
        [0, SMOKE.brow, SMOKE_COLORS.brow],
        [0.16, 0.7, SMOKE_COLORS.brow],
        [0.32, SMOKE.eyes, SMOKE_COLORS.face],
        [0.7, SMOKE.mouth, SMOKE_COLORS.face],
        [1, SMOKE.mask, SMOKE_COLORS.face],
      ] as const
    )
      .map(([offset, opacity, color]) => element('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }))
      .join(''),
  )

/** Draws the shield with a stadium reflected in its upper part. */
function shield(tint: string): string {
  const glass =
    fill(SHIELD, `url(#${TINT})`) +
    fill(SKY, tint, { opacity: 0.3 }) +
    fill(STANDS, lighter(tint, 0.3), { opacity: 0.2 }) +
    highlight(GLINT, 0.24) +
    highlight(THIN_GLINT, 0.3)
  return smoke() + clipped('visor-glass', SHIELD, glass) + line(UPPER_EDGE, INK, EDGE_UNITS)
}

export const visor: Gear = {
  id: 'visor',
  fit: { top: 112, hides: 'hair' },
  front: (colors, wearer) => footballHelmet(colors, wearer, shield(getRimColor(colors))),
}
