import { element, fill, group, line, round } from '#worker/graphics/svg.ts'
import type { Cheek, Gear } from './gear.ts'
import { getRimColor, lighter } from './modelled.ts'
import { DRAWN_FACE } from './painted.ts'

/** Distance from the lower lid to the middle of a bar, in units. */
const GAP = 7.6
/** Half the thickness of a bar in its middle and at its ends, and how far its round ends bulge, in units. */
const BAR = { middle: 3.9, inner: 3, outer: 2.4, bulge: 1.6 } as const
/** Color of matt grease, which is light enough to show the light on the cheek. */
const GREASE = '#231e1b'
/** Opacity of the rim on light and on dark skin, which is as dark as the grease. */
const RIM = { light: 0.16, dark: 0.62 } as const
/** Narrower bars look like a smudge. */
const NARROWEST = 9

/** Returns a bar that follows the eye socket, around its middle, outward to the right. @param share of its thickness */
function barPath({ markWidth, rise }: Cheek, share: number): string {
  const half = markWidth / 2
  const edge = (sign: 1 | -1) => {
    const [inner, outer] = [sign * share * BAR.inner - rise.inner, sign * share * BAR.outer - rise.outer]
    return {
      inner: round(inner),
      control: round(2 * sign * share * BAR.middle - (inner + outer) / 2),
      outer: round(outer),
    }
  }
  const [upper, lower] = [edge(-1), edge(1)]
  const [x, round0] = [round(half), round(half + BAR.bulge)]
  return `M${-x} ${upper.inner}Q0 ${upper.control} ${x} ${upper.outer}Q${round0} ${round(-rise.outer)} ${x} ${lower.outer}Q0 ${lower.control} ${-x} ${lower.inner}Q${-round0} ${round(-rise.inner)} ${-x} ${upper.inner}Z`
}

/** Returns light on wet grease along the upper edge. */
function glossPath({ markWidth, rise }: Cheek): string {
  const x = round(markWidth / 2 - 2.5)
  const y = (rise.inner + rise.outer) / 2 - 2 * BAR.middle
  return `M${-x} ${round(0.8 - BAR.inner - rise.inner)}Q0 ${round(y + 3.4)} ${x} ${round(0.8 - BAR.outer - rise.outer)}Q0 ${round(y + 7)} ${-x} ${round(0.8 - BAR.inner - rise.inner)}Z`
}

export const eyeblack: Gear = {
  id: 'eyeblack',
  fit: { top: 0, hides: 'nothing' },
  front: () => '',
  // A thin rim in the team's color keeps the bars visible on dark cheeks.
  decal: (colors, { paintedFace: { cheeks } = DRAWN_FACE, darkness = 0 } = {}) =>
    gloss() +
    cheeks
      .filter(({ markWidth }) => markWidth >= NARROWEST)
      .map((cheek) =>
        group(
          { transform: `translate(${round(cheek.markX)} ${round(cheek.lidY + GAP)}) scale(${cheek.side} 1)` },
          line(barPath(cheek, 1.1), lighter(getRimColor(colors), 0.35), 1.3, {
            opacity: round(RIM.light + darkness * (RIM.dark - RIM.light)),
          }),
          fill(barPath(cheek, 1.35), GREASE, { opacity: 0.3 }),
          fill(barPath(cheek, 1), GREASE),
          fill(glossPath(cheek), `url(#${SHEEN})`),
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
        [0.4, 0.34],
        [1, 0.04],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#ffffff', 'stop-opacity': opacity }))
      .join(''),
  )
