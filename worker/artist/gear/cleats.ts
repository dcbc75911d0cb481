import { CHALK, clipped, fill, group, highlight, INK, inked, line, starPath } from '../svg.ts'
import type { Gear } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { castShadow, crescent, darker, modelled, rimOf, sparkPath } from './modelled.ts'

const STUDS = [-58, -40, -22, 18, 38, 58].map((x) => `M${x - 7} -66H${x + 7}L${x + 4} -50H${x - 4}Z`).join('')
const SOLE = 'M-68 -76C-40 -68 40 -68 84 -76C88 -68 84 -62 76 -62H-60C-68 -62 -70 -68 -68 -76Z'
const SHOE =
  'M-68 -74C-72 -92 -72 -112 -70 -132C-58 -138 -42 -138 -31 -131C-26 -122 -20 -116 -10 -112C6 -108 18 -104 34 -100C62 -95 84 -90 85 -76C60 -67 -40 -66 -68 -74Z'
const LINING = 'M-70 -132C-58 -138 -42 -138 -31 -131C-42 -126 -58 -126 -70 -132Z'
const TONGUE = 'M-40 -130C-38 -142 -30 -148 -22 -146C-22 -138 -18 -128 -10 -116L-24 -112Z'
const TOE_CAP = 'M46 -99C42 -90 42 -82 46 -72C60 -72 76 -74 85 -76C84 -88 66 -95 46 -99Z'
const HEEL = 'M-72 -112C-58 -108 -52 -94 -54 -74C-60 -74 -66 -74 -68 -74C-71 -86 -72 -100 -72 -112Z'
const LACES = 'M-27 -118L-12 -124M-16 -111L-1 -119M-4 -107L10 -115M9 -103L22 -111M-26 -126L-10 -112'
const BOLT = 'M-30 -104L2 -96L-8 -89L26 -82L-34 -79L-18 -88Z'
const SHINE =
  'M-62 -124C-64 -108 -62 -100 -60 -94C-56 -92 -54 -96 -55 -102C-57 -110 -57 -116 -56 -124C-57 -128 -62 -128 -62 -124Z'
const TOE_SHINE = 'M52 -93C62 -91 72 -87 78 -82C70 -84 60 -86 52 -87Z'
const CONTACT = 'M-40 -60C-18 -50 28 -48 42 -58C44 -46 32 -37 8 -37C-22 -38 -40 -46 -40 -60Z'

export const cleats: Gear = {
  id: 'cleats',
  fit: { room: { top: 150 }, hides: 'nothing', rests: 'on-hair' },
  front: (colors) =>
    castShadow(CONTACT) +
    group(
      { transform: 'translate(-1 0) rotate(-5 0 -60)' },
      inked(STUDS, darker(GOLD_DEEP, 0.15)),
      modelled('cleats-tongue', TONGUE, GOLD_LIT, { shadeUnits: 7, shade: 0.25, lit: 0 }),
      clipped(
        'cleats-shoe',
        SHOE,
        fill(SHOE, GOLD) +
          fill('M-80 -92C-40 -80 30 -84 90 -86V-60H-80Z', GOLD_DEEP, { opacity: 0.55 }) +
          fill(TOE_CAP, '#ffd766') +
          fill(HEEL, colors.primary) +
          line('M46 -99C42 -90 42 -82 46 -72M-72 -112C-58 -108 -52 -94 -54 -74', INK, 2.4) +
          crescent(SHOE, [3, 4], GOLD_LIT, 0.95) +
          crescent(SHOE, [-4, 0.6], rimOf(colors), 0.9) +
          fill(LINING, '#3b2405') +
          highlight(SHINE, 0.75) +
          highlight(TOE_SHINE, 0.85),
      ),
      inked(SHOE, 'none'),
      inked(BOLT, colors.primary, { 'stroke-width': 2.4 }),
      line(LACES, INK, 6.4),
      line(LACES, CHALK, 3.2),
      modelled('cleats-sole', SOLE, '#f6efe0', { shadeUnits: 20, shade: 0.26, lit: 0.6 }),
      fill(sparkPath(-58, -142, 12), '#ffffff'),
      fill(sparkPath(64, -110, 15), '#ffffff'),
      fill(starPath(40, -124, 5), GOLD_LIT),
    ),
}
