import { luminance } from '#shared/design/color.ts'
import { fill, highlight, INK, inked, line, starPath } from '../svg.ts'
import type { Gear } from './gear.ts'
import { GLASS } from './materials.ts'

const EYE_X = 27
const EYE_Y = -2
const BRIDGE_AND_TEMPLES = 'M-10 -6C-4 -12 4 -12 10 -6M-48 -10L-56 -14M48 -10L56 -14'

export const stars: Gear = {
  id: 'stars',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: ({ primary, secondary }) => {
    const frame = luminance(primary) > luminance(secondary) ? primary : secondary
    return (
      line(BRIDGE_AND_TEMPLES, INK, 6) +
      inked(starPath(-EYE_X, EYE_Y, 30), frame) +
      inked(starPath(EYE_X, EYE_Y, 30), frame) +
      fill(starPath(-EYE_X, EYE_Y, 17), GLASS) +
      fill(starPath(EYE_X, EYE_Y, 17), GLASS) +
      highlight('M-34 -9L-26 -12L-33 4L-36 3Z', 0.5)
    )
  },
}
