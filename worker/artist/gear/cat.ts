import { cord, fill, group, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { BLUSH } from './materials.ts'
import { getRimColor, modelled, SHADOW_COLOR } from './modelled.ts'

const FUR = '#3b444a'
const FUR_LIT = '#78868e'
const LEFT_EAR =
  'M-51 -57C-59 -79 -60 -101 -53 -123C-50 -126 -47 -125 -44 -122C-30 -109 -18 -97 -13 -82C-28 -79 -42 -70 -51 -57Z'
const RIGHT_EAR = 'M51 -57C59 -79 60 -101 53 -123C50 -126 47 -125 44 -122C30 -109 18 -97 13 -82C28 -79 42 -70 51 -57Z'
const LEFT_INNER = 'M-48 -70C-52 -84 -53 -97 -50 -109C-41 -102 -33 -95 -26 -85C-36 -82 -43 -77 -48 -70Z'
const RIGHT_INNER = 'M48 -70C52 -84 53 -97 50 -109C41 -102 33 -95 26 -85C36 -82 43 -77 48 -70Z'
const LEFT_STROKES = 'M-45 -77L-48 -94M-40 -82L-45 -97M-33 -85L-40 -95'
const RIGHT_STROKES = 'M45 -77L48 -94M40 -82L45 -97M33 -85L40 -95'
/** Distance by which the hoop is lowered, so that the crown of the hair shows behind it, in units. */
const BEHIND_TOP = 7.5
/** A hoop over the hair, from edge to edge of the head. */
const HOOP = 'M-47.5 -54C-41 -74 -21 -84 0 -84C21 -84 41 -74 47.5 -54'
const HOOP_SHINE = 'M-12 -84.6C-5 -86 5 -86 12 -84.6'
/** Scale of the ears around the middle of each base. The hoop shows on both sides of them. */
const EAR = { scale: 0.88, x: 33, y: -68 } as const
/** Widths of the strokes that add up to the hoop's soft shadow on the hair below, its offset and opacity. */
const SHADOW = { widths: [16, 13, 10, 7], drop: 4, opacity: 0.14 } as const

const hoopShadow = (): string =>
  group(
    { transform: `translate(0 ${SHADOW.drop})` },
    ...SHADOW.widths.map((width) =>
      line(HOOP, SHADOW_COLOR, width, { opacity: SHADOW.opacity, 'stroke-linecap': 'butt' }),
    ),
  )

const onHoop = (side: -1 | 1, ...ear: readonly string[]): string => {
  const { scale, x, y } = EAR
  const shift = [side * x * (1 - scale), y * (1 - scale)].map(round).join(' ')
  return group({ transform: `translate(${shift}) scale(${scale})` }, ...ear)
}

export const cat: Gear = {
  id: 'cat',
  fit: { top: 132, hides: 'nothing', rests: 'on-hair' },
  front: (colors) => {
    const rim = getRimColor(colors)
    return group(
      { transform: `translate(0 ${BEHIND_TOP})` },
      hoopShadow(),
      cord(HOOP, colors.primary, 6, 10.5),
      line(HOOP_SHINE, '#ffffff', 1.8, { opacity: 0.55 }),
      onHoop(
        -1,
        modelled(
          'cat-left',
          LEFT_EAR,
          FUR,
          { shadeUnits: 6, lit: 0.5, rim },
          fill(LEFT_INNER, BLUSH),
          fill('M-50 -109L-26 -85L-38 -81Z', '#d9607c', { opacity: 0.7 }),
        ),
        line(LEFT_STROKES, '#ffffff', 2.2, { opacity: 0.75 }),
        line('M-55 -80C-56 -92 -56 -104 -52 -115', FUR_LIT, 2.4),
      ),
      onHoop(
        1,
        modelled(
          'cat-right',
          RIGHT_EAR,
          FUR,
          { shadeUnits: 10, lit: 0.4, rim },
          fill(RIGHT_INNER, '#e07d92'),
          fill('M50 -109L26 -85L43 -77Z', '#b54b67', { opacity: 0.7 }),
        ),
        line(RIGHT_STROKES, '#ffffff', 2.2, { opacity: 0.75 }),
      ),
    )
  },
}
