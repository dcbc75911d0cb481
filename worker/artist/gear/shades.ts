import { clipped, cord, element, fill, highlight, inked, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { GLASS, STEEL_LIT } from './materials.ts'
import { lowered } from './lowered.ts'
import { castShadow, getRimColor } from './modelled.ts'

const FRAME =
  'M-57 -23C-44 -30 -20 -29 -7 -22C-3 -24.5 3 -24.5 7 -22C20 -29 44 -30 57 -23L56 -13C54 -11 53 -9 52.5 -5C51 13 42 20 28 20C14 20 8 11 5 -7C3 -10 -3 -10 -5 -7C-8 11 -14 20 -28 20C-42 20 -51 13 -52.5 -5C-53 -9 -54 -11 -56 -13Z'
const LENSES =
  'M-49 -19C-40 -24 -20 -24 -10 -17C-9 4 -15 15 -28 15C-41 15 -47 8 -48 -8C-48 -12 -48 -16 -49 -19ZM49 -19C40 -24 20 -24 10 -17C9 4 15 15 28 15C41 15 47 8 48 -8C48 -12 48 -16 49 -19Z'
const GLINTS =
  'M-42 -21C-38 -22 -34 -22 -31 -22L-42 9C-45 6 -47 1 -47 -6ZM-27 -22L-22 -21L-35 14L-39 12ZM17 -21C22 -22 26 -22.5 30 -22.5L18 11C14 6 11 -2 11 -12ZM34 -22L38 -22L25 15L22 14Z'
/** Bright ground below the horizon, reflected in both lenses. */
const HORIZON = 'M-52 -2C-40 -5 -20 -5 -6 -1V18H-52ZM52 -2C40 -5 20 -5 6 -1V18H52Z'
const BROW_LIGHT = 'M-54 -22C-42 -27 -20 -26 -8 -20'
const SHADOW = 'M-48 -4C-47 20 -38 29 -26 29C-13 29 -6 20 -2 4H8C11 20 18 30 29 30C41 30 47 20 48 -4Z'

/** Gradient of evening sun in dark glass. */
const dusk = (color: string): string =>
  element(
    'linearGradient',
    { id: 'shades-dusk', x1: 0, y1: 0, x2: 0, y2: 1 },
    element('stop', { offset: 0.1, 'stop-color': '#0b0e10' }) +
      element('stop', { offset: 0.62, 'stop-color': '#232c33' }) +
      element('stop', { offset: 1, 'stop-color': color }),
  )

/** Extra thickness of an arm over the wearer's own glasses. */
const DEEPER = 5
/** Share of an arm at which it starts to fade. Over the wearer's own glasses it may end in the middle of hair. */
const FADE = { toEar: 0.88, overGlasses: 0.5 } as const
/** Scale of the drawing, which ends at the temples. */
const SIZE = { width: 0.78, height: 0.9, fromY: -6 } as const

/**
 * Draws the arm from hinge to ear, on the visible side of a turned head. It fades where it goes behind the ear.
 *
 * @param deeper extra thickness that covers an arm of the wearer's own glasses
 */
const arm = (side: -1 | 1, reach: number, deeper: number): string => {
  if (reach === 0) return ''
  const end = round((side * reach) / SIZE.width)
  const id = `shades-arm${side}`
  return (
    element(
      'linearGradient',
      { id, gradientUnits: 'userSpaceOnUse', x1: side * 52, y1: 0, x2: end, y2: 0 },
      element('stop', { offset: deeper ? FADE.overGlasses : FADE.toEar, 'stop-color': GLASS }) +
        element('stop', { offset: 1, 'stop-color': GLASS, 'stop-opacity': 0 }),
    ) +
    fill(`M${side * 51} -23.5L${end} -18L${end} ${deeper - 12.5}L${side * 51} ${deeper - 11.5}Z`, `url(#${id})`) +
    line(`M${side * 53} -20L${round((side * 53 + end) / 2)} -18.4`, '#ffffff', 1, { opacity: 0.35 })
  )
}

const drawn: Gear = {
  id: 'shades',
  fit: { top: 0, hides: 'nothing' },
  front: (colors, wearer) => {
    const deeper = wearer?.hidesGlasses ? DEEPER : 0
    return (
      dusk(getRimColor(colors)) +
      castShadow(SHADOW, 0.36) +
      arm(-1, wearer?.arms?.left ?? 0, deeper) +
      arm(1, wearer?.arms?.right ?? 0, deeper) +
      inked(FRAME, '#20262a') +
      clipped(
        'shades-lenses',
        LENSES,
        fill(LENSES, 'url(#shades-dusk)') + fill(HORIZON, '#ffffff', { opacity: 0.1 }) + highlight(GLINTS, 0.3),
      ) +
      line(LENSES, '#000000', 1.4) +
      line(BROW_LIGHT, '#ffffff', 1.8, { opacity: 0.7 }) +
      cord('M-51 -18L-47.5 -17M51 -18L47.5 -17', STEEL_LIT, 2.2, 4)
    )
  },
}

export const shades = lowered(drawn, SIZE)
