import type { Sides } from '../ink/study/head-shape.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import { clipped, cord, fill, group, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { BLUSH } from './materials.ts'
import { castShadow, getRimColor, modelled } from './modelled.ts'

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
/** Whiskers on one cheek: start, bend and end of each, in units from the nose. */
const WHISKERS = [
  [18, 2, 28, -3, 38, -5],
  [18.5, 5, 28, 3, 39, 3],
  [17.5, 8, 27, 9, 35, 11],
] as const

const NOSE = 'M-8 15C-4 13.4 4 13.4 8 15C7 20 3 24 0 25C-3 24 -7 20 -8 15Z'
/** Lit top of the nose, its shaded right side, and its shadow on the lip. */
const NOSE_LIT = 'M-9 12H6C5 17 0 20 -5 20.4Z'
const NOSE_SHADE = 'M9 12C7 19 3 22 -1 23L0 27H10Z'
const NOSE_SHADOW = 'M-7.4 18C-4 24 4 24 8.6 18C8 24 4 28.6 0.8 28.6C-3 28.6 -7 24 -7.4 18Z'

/** Position of the nose on a drawn head. Its drawing covers the tip, above the lip. */
const NOSE_TIP = { x: 0, y: 22.5 } as const

/** Draws the whiskers of one cheek. @param share their length, which ends on the cheek of a turned face */
const whiskers = (side: -1 | 1, share: number): string =>
  WHISKERS.map(([x0, y0, x1, y1, x2, y2]) => {
    const x = (at: number) => round(side * at * share)
    const y = (at: number) => NOSE_TIP.y + at
    return `M${x(x0)} ${y(y0)}Q${x(x1)} ${y(y1)} ${x(x2)} ${y(y2)}`
  }).join('')

const face = ({ x, y }: Place2, { left, right }: Sides): string =>
  group(
    { transform: `translate(${round(x - NOSE_TIP.x)} ${round(y - NOSE_TIP.y)})` },
    line(whiskers(-1, left) + whiskers(1, right), '#42170c', 2, { opacity: 0.4, transform: 'translate(0.5 0.9)' }),
    line(whiskers(-1, left) + whiskers(1, right), '#fdf8f4', 1.3),
    castShadow(NOSE_SHADOW, 0.38),
    clipped(
      'cat-nose',
      NOSE,
      fill(NOSE, '#d9738a') + fill(NOSE_LIT, BLUSH) + fill(NOSE_SHADE, '#5a1420', { opacity: 0.35 }),
    ),
    line(NOSE, '#4a1822', 1.1),
    fill('M-5 16C-3 15.2 -1 15.2 0.6 15.8C-1 17.4 -4 17.4 -5 16Z', '#ffffff', { opacity: 0.6 }),
    line('M0 25V28.6', '#4a1822', 1.4),
  )

export const cat: Gear = {
  id: 'cat',
  fit: { top: 132, hides: 'nothing', rests: 'on-hair' },
  front: (colors, wearer) => {
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
      line('M-57 -80C-60 -92 -60 -104 -56 -116', FUR_LIT, 2.4) +
      face(wearer?.nose ?? NOSE_TIP, wearer?.whiskers ?? { left: 1, right: 1 })
    )
  },
}
