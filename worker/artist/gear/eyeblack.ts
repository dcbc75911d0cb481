import { fill, group, INK, line, round } from '#worker/graphics/svg.ts'
import type { Cheek, Gear } from './gear.ts'
import { getRimColor } from './modelled.ts'
import { DRAWN_FACE } from './painted.ts'

/** Grease smeared along the cheekbone with a thumb: thick beside the nose, thin at its end. */
const SMEAR =
  'M-42 10.6C-34 4.8 -18 4.2 -10.4 8.8C-7.6 11.4 -8.6 17 -13 18.2C-20 15.4 -29 15.4 -37 17.8C-43.4 19 -46 13.6 -42 10.6Z'
/** Thin edge in the team's color. It makes the mark read as paint on dark cheeks as well. */
const EDGE = 'M-37 17.8C-29 15.4 -20 15.4 -13 18.2'
const SHEEN = 'M-35 9.4C-29 6.8 -19.4 6.6 -13.4 9.2C-19.6 8.4 -28 8.8 -34.2 11.2Z'
/** Bounding box of the smear. */
const DRAWN = { middleX: -26.4, width: 35.2, top: 5 } as const
/** Distance from the lower lid to the mark, the mark's vertical scale, and its slant down to the ear in degrees. */
const UNDER_EYE = { gap: 0.8, height: 0.68, slant: 5 } as const

/** Returns the transform from the drawn left cheek to a position below an eye. */
function belowEye({ side, markX, markWidth, lidY }: Cheek): string {
  const share = round(markWidth / DRAWN.width)
  return `translate(${round(markX)} ${round(lidY + UNDER_EYE.gap)}) rotate(${side * UNDER_EYE.slant}) scale(${-side * share} ${UNDER_EYE.height}) translate(${-DRAWN.middleX} ${-DRAWN.top})`
}

export const eyeblack: Gear = {
  id: 'eyeblack',
  fit: { top: 0, hides: 'nothing' },
  front: () => '',
  decal: (colors, { paintedFace: { cheeks } = DRAWN_FACE } = {}) =>
    cheeks
      .map((cheek, i) =>
        group(
          { transform: belowEye(cheek) },
          fill(SMEAR, INK, { opacity: 0.88 }),
          line(EDGE, getRimColor(colors), 1, { opacity: 0.7 }),
          fill(SHEEN, i === 0 ? '#4a5357' : '#333b3f', { opacity: 0.7 }),
        ),
      )
      .join(''),
}
