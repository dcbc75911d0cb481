import { clipped, element, fill, highlight, INK, line } from '#worker/graphics/svg.ts'
import { footballHelmet } from './football-helmet.ts'
import type { Gear } from './gear.ts'
import { getRimColor, lighter } from './modelled.ts'

/** The glass ends behind the upper bar of the face mask, so that no edge crosses the face. */
const SHIELD = 'M-52 -28C-34 -46 34 -46 52 -28L47 40C34 48 -34 48 -47 40Z'
/** Its outline is drawn only above the eyes. */
const UPPER_EDGE = 'M-51 -8L-52 -28C-34 -46 34 -46 52 -28L51 -8'
/** Stadium stands and sky, reflected in the curved glass above the eyes. */
const SKY = 'M-54 -50H54V-27C30 -34 -6 -34 -54 -25Z'
const STANDS = 'M-54 -25C-6 -34 30 -34 54 -27V-24C28 -30 -4 -30 -54 -21Z'
const GLINT = 'M38 -46L48 -44L36 26L28 26Z'
const THIN_GLINT = 'M51 -42L54 -40L43 26L39 26Z'
const EDGE_UNITS = 1.8
const TINT = 'visor-tint'
/** Opacity of the glass at its upper edge, in front of the eyes and at its lower edge. */
const SMOKE = { brow: 0.78, eyes: 0.16, mouth: 0 } as const

/** Gradient of smoked glass: dark at the brow and clearer below, so that people recognize the wearer. */
const smoke = (): string =>
  element(
    'linearGradient',
    { id: TINT, gradientUnits: 'userSpaceOnUse', x1: 0, y1: -44, x2: 0, y2: 44 },
    (
      [
        [0, SMOKE.brow],
        [0.2, 0.4],
        [0.36, SMOKE.eyes],
        [0.6, SMOKE.eyes * 0.7],
        [1, SMOKE.mouth],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#0b0e12', 'stop-opacity': opacity }))
      .join(''),
  )

/** Draws the shield with a stadium reflected in its upper part. */
function shield(tint: string): string {
  const glass =
    fill(SHIELD, `url(#${TINT})`) +
    fill(SKY, tint, { opacity: 0.4 }) +
    fill(STANDS, lighter(tint, 0.3), { opacity: 0.2 }) +
    highlight(GLINT, 0.2) +
    highlight(THIN_GLINT, 0.26)
  return smoke() + clipped('visor-glass', SHIELD, glass) + line(UPPER_EDGE, INK, EDGE_UNITS)
}

export const visor: Gear = {
  id: 'visor',
  fit: { top: 118, hides: 'hair' },
  front: (colors, wearer) => footballHelmet(colors, wearer?.maskX, shield(getRimColor(colors))),
}
