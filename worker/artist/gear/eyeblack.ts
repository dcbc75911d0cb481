import { element, fill, group, INK, line, round } from '#worker/graphics/svg.ts'
import type { Cheek, Gear } from './gear.ts'
import { getRimColor, lighter } from './modelled.ts'
import { DRAWN_FACE } from './painted.ts'

/** A bar of grease paint on the left cheek, around its middle. It follows the edge of the eye socket. */
const BAR =
  'M-12.9 -3C-5 -1.5 5 -1.6 12.8 -3.4C14.5 -3.7 15.4 -2.7 15.3 -1.2L15.1 1.3C15 2.7 14.3 3.3 13 3.6C5 5 -5 4.8 -12.8 3.1C-14.3 2.8 -15.1 2.1 -15.2 0.8L-15.3 -0.8C-15.4 -2.5 -14.5 -3.3 -12.9 -3Z'
const WIDTH = 30.6
/** Light on wet grease along the upper edge. */
const GLOSS = 'M-12.4 -1.7C-4 -0.3 5 -0.4 13 -2.1C13.6 -1.5 13.4 -0.8 12.6 -0.6C4 1 -4 1 -12.4 -0.4Z'
/** Distance from the lower lid to the middle of a bar in units, and the slant toward the ear in degrees. */
const UNDER_EYE = { gap: 6.2, slant: 3 } as const
/** Narrower bars look like a smudge. */
const NARROWEST = 9

/** Returns the transform from the drawn bar to a position below an eye. */
function belowEye({ side, markX, markWidth, lidY }: Cheek, slope: number): string {
  const degrees = round((Math.atan(slope) * 180) / Math.PI + side * UNDER_EYE.slant)
  return `translate(${round(markX)} ${round(lidY + UNDER_EYE.gap)}) rotate(${degrees}) scale(${round((-side * markWidth) / WIDTH)} 1)`
}

export const eyeblack: Gear = {
  id: 'eyeblack',
  fit: { top: 0, hides: 'nothing' },
  front: () => '',
  // A thin rim in the team's color keeps the bars crisp on dark cheeks.
  decal: (colors, { paintedFace: { cheeks, slope } = DRAWN_FACE } = {}) =>
    gloss() +
    cheeks
      .filter(({ markWidth }) => markWidth >= NARROWEST)
      .map((cheek) =>
        group(
          { transform: belowEye(cheek, slope) },
          line(BAR, lighter(getRimColor(colors), 0.35), 1.5, { opacity: 0.6 }),
          fill(BAR, INK),
          fill(GLOSS, `url(#${SHEEN})`),
        ),
      )
      .join(''),
}

const SHEEN = 'eyeblack-sheen'

/** Gradient of the gloss, which fades at both ends. */
const gloss = (): string =>
  element(
    'linearGradient',
    { id: SHEEN, x1: 0, y1: 0, x2: 1, y2: 0 },
    (
      [
        [0, 0],
        [0.45, 0.3],
        [1, 0.05],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#ffffff', 'stop-opacity': opacity }))
      .join(''),
  )
