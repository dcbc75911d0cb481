import { clipped, element, ellipse, fill, highlight, INK, inked, inkedEllipse, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { crescent, modelled, rimOf } from './modelled.ts'

const ORANGE = '#f5801c'
const GROOVE = '#b04a06'
const FLESH = '#ffb54a'
const HOLLOW = '#3a1503'
const GLOW = 'pumpkin-glow'

const OUTLINE =
  'M0 -92C14 -99 34 -97 46 -88C74 -90 100 -56 100 -6C100 46 76 80 46 80C34 90 14 91 0 86C-14 91 -34 90 -46 80C-76 80 -100 46 -100 -6C-100 -56 -74 -90 -46 -88C-34 -97 -14 -99 0 -92Z'
const GROOVES =
  'M-8 -90C-30 -72 -38 -40 -38 -4C-38 36 -30 66 -10 84M8 -90C30 -72 38 -40 38 -4C38 36 30 66 10 84M-46 -88C-66 -70 -74 -38 -74 -4C-74 32 -66 62 -48 80M46 -88C66 -70 74 -38 74 -4C74 32 66 62 48 80'
const RIBS_LIT =
  'M-58 -76C-68 -60 -74 -40 -76 -20M-26 -86C-44 -68 -50 -44 -52 -24M12 -84C22 -74 28 -62 30 -50M-90 -30C-94 -14 -94 4 -90 20'
const STALK = 'M-13 -88C-15 -106 -10 -120 8 -132L28 -124C14 -114 12 -102 16 -88C8 -82 -6 -82 -13 -88Z'
const STALK_LINES = 'M-5 -90C-6 -104 0 -116 12 -126M6 -88C4 -102 8 -114 20 -124'
const LEAF = 'M18 -96C28 -112 52 -116 70 -104C66 -100 68 -94 72 -90C58 -82 34 -82 18 -92Z'
const TENDRIL = 'M-12 -94C-30 -108 -48 -106 -50 -118C-50 -126 -40 -126 -40 -118C-40 -113 -46 -113 -47 -117'
const EYES = 'M-64 -14L-38 -52L-12 -10C-28 -4 -48 -4 -64 -14ZM64 -14L38 -52L12 -10C28 -4 48 -4 64 -14Z'
const NOSE = 'M-10 16L0 -4L10 16Z'
const GRIN =
  'M-68 22C-58 30 -48 32 -40 33L-36 46L-24 36C-16 37 -8 38 -4 38L4 50L14 37C22 36 32 35 38 34L46 24L52 30C58 28 64 25 68 22C62 60 32 74 2 74L-6 62L-16 73C-44 70 -64 50 -68 22Z'
const SHINE = 'M-86 -34C-82 -56 -72 -70 -60 -76C-68 -62 -72 -48 -74 -32C-76 -26 -87 -27 -86 -34Z'

const candle = (): string =>
  element(
    'radialGradient',
    { id: GLOW, gradientUnits: 'userSpaceOnUse', cx: 0, cy: 22, r: 84 },
    element('stop', { offset: 0, 'stop-color': '#fff3a6' }) +
      element('stop', { offset: 0.62, 'stop-color': '#ffcd3a' }) +
      element('stop', { offset: 1, 'stop-color': '#f58a14' }),
  )

/** An opening: the candle behind it, and the thickness of the flesh at its left and upper edge. */
const carved = (id: string, d: string): string =>
  clipped(id, d, fill(d, `url(#${GLOW})`) + crescent(d, [5, 5], HOLLOW, 0.85) + crescent(d, [2.6, 2.6], FLESH, 1)) +
  inked(d, 'none')

export const pumpkin: Gear = {
  id: 'pumpkin',
  fit: { top: 140, hides: 'face' },
  back: () => inkedEllipse(0, 74, 46, 16, '#8a3a05'),
  front: (colors) =>
    candle() +
    line(TENDRIL, INK, 6.5) +
    line(TENDRIL, '#5d8f34', 3) +
    modelled(
      'pumpkin-shell',
      OUTLINE,
      ORANGE,
      { shadeUnits: 34, shade: 0.28, lit: 0.5, rim: rimOf(colors) },
      line(GROOVES, GROOVE, 4),
      line(GROOVES, INK, 2),
      line(RIBS_LIT, '#ffb765', 4.5, { opacity: 0.9 }),
      ellipse(0, -92, 34, 12, '#7d3203', { opacity: 0.6 }),
      highlight(SHINE, 0.5),
    ) +
    modelled(
      'pumpkin-leaf',
      LEAF,
      '#5d8f34',
      { shadeUnits: 8, lit: 0.4 },
      line('M22 -94C38 -100 52 -102 64 -100', '#2f521a', 2),
    ) +
    modelled(
      'pumpkin-stalk',
      STALK,
      '#6f9a3f',
      { shadeUnits: 9, shade: 0.4, lit: 0.5 },
      line(STALK_LINES, '#3d5f22', 2.4),
    ) +
    carved('pumpkin-eyes', EYES) +
    carved('pumpkin-nose', NOSE) +
    carved('pumpkin-grin', GRIN),
}
