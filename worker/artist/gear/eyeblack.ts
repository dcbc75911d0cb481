import { fill, group, INK, line, round } from '#worker/graphics/svg.ts'
import type { Cheek, Gear } from './gear.ts'
import { getRimColor } from './modelled.ts'
import { DRAWN_FACE } from './painted.ts'

/** Grease smeared along the cheekbone with a thumb: thick beside the nose, thin and ragged at its end. */
const SMEAR =
  'M-41 10C-34 4.6 -18 4 -9.6 9.2C-7.8 13 -9.4 17.4 -13 18.8C-19 15.6 -26 15.2 -32 17.4L-35 18L-36 20.4L-38.6 18.6C-40.4 18 -41.6 16.6 -41.4 15.2L-44 14.4L-41.6 13L-43.6 11.4Z'
/** Thin edge in the team's color. It makes the mark read as paint on dark cheeks as well. */
const EDGE = 'M-38 17.6L-32 17.4C-26 15.2 -19 15.6 -13 18.8'
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
          fill(SMEAR, INK, { opacity: 0.94 }),
          line(EDGE, getRimColor(colors), 1.2, { opacity: 0.9 }),
          fill(SHEEN, i === 0 ? '#636e72' : '#3b4448'),
        ),
      )
      .join(''),
}
