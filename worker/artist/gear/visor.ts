import { clipped, element, fill, INK, line } from '#worker/graphics/svg.ts'
import { footballHelmet, HELMET_INSIDE } from './football-helmet.ts'
import type { Gear } from './gear.ts'
import { getRimColor, lighter } from './modelled.ts'

/** The glass follows the opening, and ends in a curve below the tip of the nose. */
const SHIELD = 'M-49 16L-50 -12C-46 -37 -30 -44 0 -44C30 -44 46 -37 50 -12L49 16C32 7.5 -32 7.5 -49 16Z'
const LOWER_EDGE = 'M-49 16C-32 7.5 32 7.5 49 16'
/** Upper edge of the glass, below the padding. */
const UPPER_EDGE = 'M-48 -14C-44 -32 -28 -37.5 0 -37.5C28 -37.5 44 -32 48 -14'
/** Reflections of the floodlights, beside the eyes. */
const GLINTS = 'M-30 -42L-18 -42L-50 6L-62 6ZM-13 -42L-9 -42L-41 6L-45 6ZM50 -34L58 -34L34 2L26 2Z'
const [TINT, GLINT] = ['visor-tint', 'visor-glint']
/** Height and opacity of the tint: dark at the brows, and smoky below, so that the eyes shimmer through. */
const TINT_STOPS = [
  [-40, 0.94],
  [-27, 0.74],
  [-15, 0.49],
  [16, 0.38],
] as const
/** Share of the tint that dark skin loses below the padding: behind all of it, dark eyes are invisible. */
const CLEARER = 0.25
/** Height and opacity of the reflections, which end softly. */
const GLINT_STOPS = [
  [-38, 0],
  [-32, 0.34],
  [-18, 0.22],
  [6, 0.03],
] as const

/** Returns a vertical gradient. @param stops heights in head space, and the opacity there */
function fade(id: string, color: string, stops: readonly (readonly [y: number, opacity: number])[]): string {
  const [top, bottom] = [stops[0]![0], stops.at(-1)![0]]
  return element(
    'linearGradient',
    { id, gradientUnits: 'userSpaceOnUse', x1: 0, y1: top, x2: 0, y2: bottom },
    stops
      .map(([y, opacity]) =>
        element('stop', { offset: (y - top) / (bottom - top), 'stop-color': color, 'stop-opacity': opacity }),
      )
      .join(''),
  )
}

/** Draws the eye shield. @param color color of the light at its upper edge @param darkness of the skin */
const shield = (color: string, darkness: number): string =>
  fade(
    TINT,
    '#0e0705',
    TINT_STOPS.map(([y, opacity], i) => [y, i === 0 ? opacity : opacity * (1 - CLEARER * darkness)] as const),
  ) +
  fade(GLINT, '#ffffff', GLINT_STOPS) +
  clipped('visor-glass', SHIELD, fill(SHIELD, `url(#${TINT})`) + fill(GLINTS, `url(#${GLINT})`)) +
  line(UPPER_EDGE, INK, 2.6) +
  line(UPPER_EDGE, lighter(color, 0.3), 1.1, { transform: 'translate(0 1.6)', opacity: 0.7 }) +
  line(LOWER_EDGE, INK, 2.2) +
  line(LOWER_EDGE, lighter(color, 0.3), 0.9, { transform: 'translate(0 -1.4)', opacity: 0.6 })

export const visor: Gear = {
  id: 'visor',
  fit: { top: 112, hides: 'hair' },
  lining: HELMET_INSIDE,
  front: (colors, wearer) => footballHelmet(colors, wearer, shield(getRimColor(colors), wearer?.darkness ?? 0)),
}
