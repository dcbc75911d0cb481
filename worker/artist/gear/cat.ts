import { cord, fill, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { BLUSH } from './materials.ts'
import { getRimColor, modelled } from './modelled.ts'

const FUR = '#3b444a'
const FUR_LIT = '#78868e'
const LEFT_EAR =
  'M-52 -57C-63 -80 -65 -102 -58 -124C-55 -127 -52 -126 -49 -123C-33 -110 -19 -97 -13 -82C-28 -79 -42 -70 -52 -57Z'
const RIGHT_EAR = 'M52 -57C63 -80 65 -102 58 -124C55 -127 52 -126 49 -123C33 -110 19 -97 13 -82C28 -79 42 -70 52 -57Z'
const LEFT_INNER = 'M-50 -70C-55 -84 -57 -98 -54 -110C-43 -103 -33 -95 -26 -85C-36 -82 -44 -77 -50 -70Z'
const RIGHT_INNER = 'M50 -70C55 -84 57 -98 54 -110C43 -103 33 -95 26 -85C36 -82 44 -77 50 -70Z'
const FUR_STROKES = 'M-47 -77L-51 -94M-40 -82L-45 -97M-33 -85L-40 -95M47 -77L51 -94M40 -82L45 -97M33 -85L40 -95'
/** A thin hoop over the hair. Both ends are hidden behind the ears. */
const HOOP = 'M-46 -66C-33 -79 -17 -84.5 0 -84.5C17 -84.5 33 -79 46 -66'
export const cat: Gear = {
  id: 'cat',
  fit: { top: 132, hides: 'nothing', rests: 'on-hair' },
  front: (colors) => {
    const rim = getRimColor(colors)
    return (
      cord(HOOP, colors.primary, 3.6, 8) +
      modelled(
        'cat-left',
        LEFT_EAR,
        FUR,
        { shadeUnits: 6, lit: 0.5, rim },
        fill(LEFT_INNER, BLUSH),
        fill('M-54 -110L-26 -85L-38 -81Z', '#d9607c', { opacity: 0.7 }),
      ) +
      modelled(
        'cat-right',
        RIGHT_EAR,
        FUR,
        { shadeUnits: 10, lit: 0.4, rim },
        fill(RIGHT_INNER, '#e07d92'),
        fill('M54 -110L26 -85L44 -77Z', '#b54b67', { opacity: 0.7 }),
      ) +
      line(FUR_STROKES, '#ffffff', 2.2, { opacity: 0.75 }) +
      line('M-57 -80C-60 -92 -60 -104 -56 -116', FUR_LIT, 2.4)
    )
  },
}
