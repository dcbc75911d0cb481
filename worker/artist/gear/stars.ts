import { contrast, type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { clipped, cord, element, fill, highlight, inked, line, round, starPath } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { lowered } from './lowered.ts'
import { castShadow, lighter, modelled, type Relief, sparkPath } from './modelled.ts'

const EYE_X = 29
const EYE_Y = -3
const FRAME_UNITS = 33.5
const LENS_UNITS = 20.5
/** Opacity of the lenses. The eyes stay visible behind them. */
const TINT = 0.38
const SKIN_LIKE = '#d9a982'
const MIN_CONTRAST = 1.5

const LENSES = starPath(-EYE_X, EYE_Y, LENS_UNITS) + starPath(EYE_X, EYE_Y, LENS_UNITS)
const BRIDGE = 'M-9 -9C-4 -14 4 -14 9 -9'
/** Stubs of the arms on a head without measured ears. */
const TEMPLES = 'M-56 -13L-60 -11M56 -13L60 -11'
const GLINTS =
  'M-44 -30L-32 -30L-44 24L-56 24ZM-28 -30L-24 -30L-36 24L-40 24ZM12 -30L24 -30L12 24L0 24ZM28 -30L32 -30L20 24L16 24Z'
const SHADOW = starPath(2 - EYE_X, EYE_Y + 6, 31) + starPath(EYE_X - 2, EYE_Y + 6, 31)

/** Returns the lighter team color, unless it has too little contrast with skin. */
function getFrameColor({ primary, secondary }: Pair): Hex {
  const [light, dark] = luminance(primary) > luminance(secondary) ? [primary, secondary] : [secondary, primary]
  return contrast(light, SKIN_LIKE) < MIN_CONTRAST ? dark : light
}

const tint = (): string =>
  element(
    'linearGradient',
    { id: 'stars-tint', x1: 0, y1: 0, x2: 0, y2: 1 },
    element('stop', { offset: 0, 'stop-color': '#3a1a66' }) +
      element('stop', { offset: 0.55, 'stop-color': '#8a2f8f' }) +
      element('stop', { offset: 1, 'stop-color': '#f0578f' }),
  )

/** Scale of the drawing, which ends at the temples. */
const SIZE = { width: 0.82, height: 0.92, fromY: -6 } as const

/** Draws the arm from hinge to ear. */
const arm = (side: -1 | 1, reach: number, frame: Hex): string =>
  reach === 0 ? '' : cord(`M${side * 56} -13L${round((side * reach) / SIZE.width)} -11`, frame, 4.5, 9)

/** Draws the rim around one lens. The lens stays open, so the eye shows through. */
function rim(id: string, x: number, frame: Hex, relief: Relief): string {
  const outer = starPath(x, EYE_Y, FRAME_UNITS)
  const ring = outer + starPath(x, EYE_Y, LENS_UNITS)
  return clipped(`${id}-ring`, ring, modelled(id, outer, frame, relief), 'evenodd') + inked(outer, 'none')
}

const drawn: Gear = {
  id: 'stars',
  fit: { top: 0, hides: 'nothing' },
  front: (colors, wearer) => {
    const frame = getFrameColor(colors)
    return (
      tint() +
      castShadow(SHADOW, 0.34) +
      arm(-1, wearer?.arms?.left ?? 0, frame) +
      arm(1, wearer?.arms?.right ?? 0, frame) +
      (wearer?.arms ? '' : cord(TEMPLES, frame, 4.5, 9)) +
      cord(BRIDGE, frame, 5, 10.5) +
      rim('stars-left', -EYE_X, frame, { shadeUnits: 9, shade: 0.24, lit: 0.7 }) +
      rim('stars-right', EYE_X, frame, { shadeUnits: 12, shade: 0.3, lit: 0.55 }) +
      clipped(
        'stars-lenses',
        LENSES,
        fill(LENSES, 'url(#stars-tint)', { 'fill-opacity': TINT }) + highlight(GLINTS, 0.32),
      ) +
      inked(LENSES, 'none') +
      line('M-47 -14L-35 -14.5M9 -14L21 -14.5', lighter(frame, 0.6), 1.6, { opacity: 0.9 }) +
      fill(sparkPath(-50, -26, 10), '#ffffff') +
      fill(sparkPath(43, -30, 7), '#ffffff')
    )
  },
}

export const stars = lowered(drawn, SIZE)
