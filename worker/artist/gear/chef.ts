import { CHALK, fill, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, modelled } from './modelled.ts'

/** Width of the gathered cloth on a hat of the drawn width. A wider hat keeps it, because it would reach the card's badge. */
const PUFF_SHARE = 0.69

/** Draws the gathered cloth, which starts at the band. @param share its width relative to the band's */
function puffPath(share: number): string {
  const x = (units: number) => round(units * share)
  const neck = Math.max(48, 60 * share)
  return `M-46 -62C-47 -72 ${-neck + 2} -80 ${-neck} -88C${-Math.max(neck + 8, 86 * share)} -98 ${x(-88)} -130 ${x(-56)} -138C${x(-50)} -162 ${x(-16)} -170 0 -154C${x(16)} -170 ${x(50)} -162 ${x(56)} -138C${x(88)} -130 ${Math.max(neck + 8, 86 * share)} -98 ${neck} -88C${neck - 2} -80 47 -72 46 -62C24 -54 -24 -54 -46 -62Z`
}

/** Folds of the cloth gathered by the band, in the cool gray of shaded white. */
const FOLDS = [
  'M-30 -64C-34 -84 -42 -98 -52 -108C-40 -102 -30 -90 -24 -62Z',
  'M-6 -58C-8 -84 -14 -106 -24 -122C-10 -110 0 -90 3 -58Z',
  'M22 -60C24 -84 28 -100 38 -114C36 -98 34 -80 34 -62Z',
  'M-56 -138C-52 -134 -48 -132 -42 -131C-50 -128 -57 -130 -56 -138Z',
  'M0 -154C-4 -146 -4 -140 0 -132C6 -140 6 -148 0 -154Z',
]
const BAND = 'M-49 -70C-26 -57 26 -57 49 -70C51 -62 51 -55 49 -47C26 -32 -26 -32 -49 -47C-51 -55 -51 -62 -49 -70Z'
const PIPING = 'M-51 -56C-26 -42 26 -42 51 -56'
const SHADE = '#8fa0a6'

export const chef: Gear = {
  id: 'chef',
  fit: { top: 170, hides: 'hair', rim: { half: 51, y: -36, endY: -47, most: 67 } },
  front: (colors, wearer) =>
    modelled(
      'chef-puff',
      puffPath(PUFF_SHARE / (wearer?.widened ?? 1)),
      CHALK,
      { shadeUnits: 22, shade: 0.2, lit: 0, rim: getRimColor(colors) },
      fill('M14 -176C60 -176 96 -130 80 -84L46 -50H10C40 -78 44 -130 14 -176Z', SHADE, { opacity: 0.36 }),
      ...FOLDS.map((fold) => fill(fold, SHADE, { opacity: 0.8 })),
      line('M-44 -66C-48 -78 -52 -84 -56 -88M44 -66C48 -78 52 -84 56 -88', '#5d6c72', 2.2),
    ) +
    modelled(
      'chef-band',
      BAND,
      CHALK,
      { shadeUnits: 18, shade: 0.22, lit: 0, rim: getRimColor(colors) },
      line(PIPING, colors.primary, 9),
      line(PIPING, colors.secondary, 2.6),
    ),
}
