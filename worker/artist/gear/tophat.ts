import { contrast, type Hex } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, fill, group, highlight, inked, line, starPath } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { FELT, GOLD } from './materials.ts'
import { getRimColor, lighter, modelled } from './modelled.ts'

const TUBE = 'M-47 -54C-46 -84 -50 -118 -57 -144C-30 -156 30 -156 57 -144C50 -118 46 -84 47 -54C24 -34 -24 -34 -47 -54Z'
/** Width of the tube on its brim. It is as wide as the head. */
const TUBE_WIDTH = 1.16
const BAND = 'M-48 -80C-28 -71 28 -71 48 -80V-58C28 -48 -28 -48 -48 -58Z'
const BAND_EDGE = 'M-48 -79C-28 -70 28 -70 48 -79'
const BRIM =
  'M-84 -58C-90 -62 -90 -52 -84 -46C-64 -28 -30 -26 0 -26C30 -26 64 -28 84 -46C90 -52 90 -62 84 -58C60 -46 30 -44 0 -44C-30 -44 -60 -46 -84 -58Z'
const CROWN_TOP = 'M-57 -144C-30 -156 30 -156 57 -144C30 -134 -30 -134 -57 -144Z'
/** Soft, broad highlights of brushed felt. */
const NAP = 'M-42 -132C-38 -112 -36 -98 -36 -84L-28 -82C-28 -98 -29 -116 -32 -134Z'
const THIN_NAP = 'M-25 -135C-22 -116 -21 -98 -21 -81L-17 -80.5C-17 -98 -18 -116 -20 -135Z'
const SILK_MIN_CONTRAST = 1.4
const CARD = 'M0 -30H24V0H0Z'

/** Returns the team color that stands out more on the felt. */
const getSilkColor = ({ primary, secondary }: Pair): Hex =>
  contrast(primary, FELT) < SILK_MIN_CONTRAST && contrast(secondary, FELT) > contrast(primary, FELT)
    ? secondary
    : primary

export const tophat: Gear = {
  id: 'tophat',
  fit: { top: 158, hides: 'hair', rim: { half: 84, y: -26, endY: -46, most: 82 } },
  front: (colors) =>
    group(
      { transform: `scale(${TUBE_WIDTH} 1)` },
      modelled(
        'tophat-tube',
        TUBE,
        FELT,
        { shadeUnits: 36, shade: 0.45, lit: 0.45, rim: getRimColor(colors) },
        highlight(NAP, 0.2),
        highlight(THIN_NAP, 0.14),
        fill(CROWN_TOP, lighter(FELT, 0.22)),
      ) +
        group(
          { transform: 'translate(16 -66) rotate(14)' },
          inked(CARD, CHALK),
          line('M4 -26H20V-4H4Z', '#c6cfcd', 1.4),
          fill(starPath(12, -16, 7.5), '#d4263a'),
        ) +
        modelled(
          'tophat-band',
          BAND,
          getSilkColor(colors),
          { shadeUnits: 30, shade: 0.4, lit: 0 },
          line(BAND_EDGE, '#ffffff', 2.4, { opacity: 0.4 }),
          fill('M-40 -76C-37 -68 -37 -60 -38 -54L-28 -52C-27 -60 -27 -68 -29 -73Z', '#ffffff', { opacity: 0.4 }),
        ) +
        inked('M-12 -73C-12 -75 12 -75 12 -73V-54C12 -52 -12 -52 -12 -54Z', GOLD) +
        fill('M-6 -68H6V-58H-6Z', getSilkColor(colors)),
    ) +
    modelled('tophat-brim', BRIM, FELT, { shadeUnits: 18, shade: 0.5, lit: 0.5, rim: getRimColor(colors) }) +
    line('M-80 -53C-56 -38 -30 -36 0 -36C20 -36 36 -37 50 -40', '#ffffff', 1.8, { opacity: 0.4 }),
}
