import { clipped, element, ellipse, fill, highlight, INK, inked, inkedEllipse, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { crescent, getRimColor, innerShadow, modelled } from './modelled.ts'

const ORANGE = '#f5801c'
const GROOVE = '#b04a06'
const FLESH = '#ffb54a'
const HOLLOW = '#3a1503'
/** Inside of the pumpkin, behind the wearer. A lighter one showed the edge of a turned face, and looked like a gap. */
const INSIDE = '#210d04'
const GLOW = 'pumpkin-glow'
const CORNERS = 'pumpkin-corner'

const OUTLINE =
  'M0 -110C14 -117 34 -115 46 -105C74 -108 100 -66 100 -6C100 46 76 84 46 84C34 94 14 95 0 90C-14 95 -34 94 -46 84C-76 84 -100 46 -100 -6C-100 -66 -74 -108 -46 -105C-34 -115 -14 -117 0 -110Z'
const GROOVES =
  'M-8 -108C-30 -86 -38 -48 -38 -4C-38 36 -30 70 -10 88M8 -108C30 -86 38 -48 38 -4C38 36 30 70 10 88M-46 -105C-68 -84 -78 -44 -78 -4C-78 34 -68 66 -48 84M46 -105C68 -84 78 -44 78 -4C78 34 68 66 48 84'
const RIBS_LIT = 'M-62 -90C-74 -72 -82 -48 -84 -24M-26 -103C-32 -97 -37 -91 -41 -84M-92 -30C-95 -14 -95 4 -92 20'
const STALK = 'M-13 -106C-15 -120 -10 -132 8 -144L28 -136C14 -127 12 -117 16 -106C8 -100 -6 -100 -13 -106Z'
const STALK_LINES = 'M-5 -108C-6 -119 0 -129 12 -138M6 -106C4 -117 8 -127 20 -136'
const LEAF = 'M18 -112C28 -128 52 -132 70 -120C66 -116 68 -110 72 -106C58 -98 34 -98 18 -108Z'
const TENDRIL = 'M-12 -111C-30 -125 -48 -123 -50 -134C-50 -142 -40 -142 -40 -134C-40 -129 -46 -129 -47 -133'
const EYES = 'M-60 -66L-42 -94L-18 -64C-30 -59 -48 -59 -60 -66ZM60 -66L42 -94L18 -64C30 -59 48 -59 60 -66Z'
/**
 * The carved grin, through which the wearer looks. It is as wide as a face and reaches from brows to chin, with teeth
 * above and below.
 */
const GRIN =
  'M-60 -40C-52 -48 -42 -51 -34 -52L-25 -41L-15 -54C-5 -55 5 -55 15 -54L25 -41L34 -52C42 -51 52 -48 60 -40C66 -6 62 32 46 58L37 52L27 73C12 80 -12 80 -27 73L-37 52L-46 58C-62 32 -66 -6 -60 -40Z'
const SHINE = 'M-88 -44C-84 -68 -74 -82 -62 -90C-70 -74 -74 -60 -76 -42C-78 -36 -89 -37 -88 -44Z'

const candle = (): string =>
  element(
    'radialGradient',
    { id: GLOW, gradientUnits: 'userSpaceOnUse', cx: 0, cy: -20, r: 84 },
    element('stop', { offset: 0, 'stop-color': '#fff3a6' }) +
      element('stop', { offset: 0.62, 'stop-color': '#ffcd3a' }) +
      element('stop', { offset: 1, 'stop-color': '#f58a14' }),
  )

/** Shadow in the lower corners of the grin. It covers the ends of the collar beside the jaw. */
const CORNER = { x: 38, y: 72, rx: 20, ry: 26 } as const

const drawCorners = (): string =>
  element(
    'radialGradient',
    { id: CORNERS },
    element('stop', { offset: 0.66, 'stop-color': INSIDE }) +
      element('stop', { offset: 1, 'stop-color': INSIDE, 'stop-opacity': 0 }),
  ) +
  clipped(
    'pumpkin-corners',
    GRIN,
    [-1, 1].map((side) => ellipse(side * CORNER.x, CORNER.y, CORNER.rx, CORNER.ry, `url(#${CORNERS})`)).join(''),
  )

/** Draws an opening with candlelight behind it and the flesh's thickness at the left and upper edge. */
const drawCarving = (id: string, d: string): string =>
  clipped(id, d, fill(d, `url(#${GLOW})`) + crescent(d, [4, 4], HOLLOW, 0.85) + crescent(d, [2.2, 2.2], FLESH, 1)) +
  inked(d, 'none')

export const pumpkin: Gear = {
  id: 'pumpkin',
  fit: { top: 146, hides: 'hair' },
  lining: INSIDE,
  back: () => inkedEllipse(0, 78, 46, 16, '#8a3a05') + fill(OUTLINE, INSIDE),
  front: (colors) =>
    candle() +
    innerShadow('pumpkin-contact', GRIN) +
    drawCorners() +
    line(TENDRIL, INK, 6.5) +
    line(TENDRIL, '#5d8f34', 3) +
    clipped(
      'pumpkin-wall',
      OUTLINE + GRIN,
      modelled(
        'pumpkin-shell',
        OUTLINE,
        ORANGE,
        { shadeUnits: 34, shade: 0.28, lit: 0.5, rim: getRimColor(colors) },
        line(GROOVES, GROOVE, 4),
        line(GROOVES, INK, 2),
        line(RIBS_LIT, '#ffb765', 4.5, { opacity: 0.9 }),
        ellipse(0, -110, 34, 12, '#7d3203', { opacity: 0.6 }),
        highlight(SHINE, 0.5),
      ) + line(GRIN, FLESH, 11),
      'evenodd',
    ) +
    inked(OUTLINE, 'none') +
    inked(GRIN, 'none') +
    modelled(
      'pumpkin-leaf',
      LEAF,
      '#5d8f34',
      { shadeUnits: 8, lit: 0.4 },
      line('M22 -110C38 -116 52 -118 64 -116', '#2f521a', 2),
    ) +
    modelled(
      'pumpkin-stalk',
      STALK,
      '#6f9a3f',
      { shadeUnits: 9, shade: 0.4, lit: 0.5 },
      line(STALK_LINES, '#3d5f22', 2.4),
    ) +
    drawCarving('pumpkin-eyes', EYES),
}
