import { type Hex, toHex, toRgb } from '#shared/design/color.ts'
import { CHALK, circle, ellipse, fill, group, highlight, INK, inked, line, starPath } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { darker, getRimColor, lighter, modelled } from './modelled.ts'
import { standOut } from './stand-out.ts'

/** A thick foam hand: one finger up, three curled, the thumb on the far side, a cuff at the wrist. */
const HAND =
  'M25 106C27 92 30 82 35 73C40 65 43 57 46 48C52 39 54 28 51 19C48 11 40 11 36 18C34 23 32 28 30 31C29 20 28 10 28 2L26 -84C26 -111 -12 -111 -12 -84L-13 -5C-17 -13 -30 -12 -31 -1C-36 -5 -45 -2 -45 9C-50 10 -52 16 -51 25C-52 44 -49 60 -43 74C-38 86 -37 96 -36 106C-18 114 8 114 25 106Z'
/** Offset of the back face, visible past the edge. */
const THICKNESS = { transform: 'translate(6.5 4.5)' }
const CREASES =
  'M-13 -5C-11 8 -11 20 -8 31M-31 -1C-30 12 -29 23 -26 33M-45 9C-44 20 -43 29 -40 37M30 31C24 39 20 48 19 60'
const JOINTS = 'M-7 -61C2 -57 13 -57 21 -61M-8 -27C2 -23 14 -23 22 -27'
/** Shaded side of the finger, the knuckles and the thumb, which bulge a little. */
const SWELL =
  'M13 -94C18 -60 16 -20 20 12C22 34 14 60 12 92L25 106C30 84 40 66 47 46L30 31L27 -80C26 -92 20 -100 13 -94ZM-20 0C-15 10 -16 24 -17 33L-9 31C-11 20 -11 8 -13 -5ZM-37 8C-32 16 -33 27 -34 36L-27 33C-29 23 -30 12 -31 -1ZM44 20C48 28 46 38 40 48L47 46C52 38 53 28 51 19Z'
const GLOSS =
  'M-6 -82C-6 -93 0 -99 6 -100C1 -93 0 -86 0 -78V-34C0 -29 -6 -29 -6 -34ZM-27 2C-26 -3 -22 -5 -18 -3C-22 0 -23 5 -23 9C-24 12 -28 10 -27 2ZM-41 12C-40 7 -37 5 -34 7C-37 10 -37 14 -37 18C-38 20 -42 18 -41 12Z'
const CUFF = 'M-70 82C-30 92 12 92 70 82V124H-70Z'
const CUFF_EDGE = 'M-44 82C-24 90 10 90 36 82'
const CUFF_RIBS = 'M-40 96C-22 103 8 103 32 96'
/** Small holes in the foam's surface: x, y and radius. */
const PORES = [
  [3, -70, 1.7],
  [12, -48, 1.4],
  [-4, -50, 1.1],
  [17, -78, 1.2],
  [8, -88, 1],
  [4, -38, 1.2],
  [18, -40, 1.6],
  [-3, -12, 1.7],
  [10, -8, 1.2],
  [20, -4, 1.5],
  [2, 8, 1.1],
  [14, 18, 1.7],
  [-22, 18, 1.2],
  [-38, 24, 1.1],
  [-45, 40, 1.7],
  [-34, 48, 1.2],
  [-42, 60, 1.3],
  [10, 38, 1.2],
  [24, 66, 1.6],
  [32, 56, 1.2],
  [42, 34, 1.4],
  [14, 76, 1.3],
  [-30, 76, 1.6],
  [-18, 42, 1.3],
] as const

/** Lightest channel of clean foam, and the maximum gain. */
const FOAM = { channel: 240, gain: 1.5 } as const

/** Returns a color as bright foam: a dull gold would look like mustard, and silver like stone. */
function brighten(color: Hex): Hex {
  const channels = toRgb(color)
  const gain = Math.min(FOAM.gain, Math.max(1, FOAM.channel / Math.max(...channels)))
  return toHex(channels.map((channel) => channel * gain))
}

export const foam: Gear = {
  id: 'foam',
  fit: { top: 68, hides: 'nothing' },
  front: (colors) => {
    const { body, badge } = standOut(colors, CHALK, false)
    const hand = brighten(body)
    const deep = darker(hand, 0.42)
    return group(
      { transform: 'translate(110 22) rotate(13) scale(0.56)' },
      ellipse(-4, 113, 27, 12, '#000000', { opacity: 0.4 }),
      inked(HAND, darker(hand, 0.5), THICKNESS),
      modelled(
        'foam-hand',
        HAND,
        hand,
        { shadeUnits: 8, shade: 0.24, lit: 0.75, rim: getRimColor(colors) },
        fill(SWELL, '#000000', { opacity: 0.17 }),
        ...PORES.map(([x, y, r]) => circle(x, y, r, deep) + circle(x + 0.5, y + 0.6, r * 0.6, lighter(hand, 0.35))),
        highlight(GLOSS, 0.5),
        fill(CUFF, badge),
        line(CUFF_RIBS, darker(badge, 0.45), 2.4),
        line(CUFF_EDGE, INK, 3),
      ),
      line(JOINTS, deep, 2),
      line(CREASES, INK, 3),
      inked(starPath(-9, 60, 15), badge),
      line('M-25 -98L-34 -107M-29 -80L-41 -83', CHALK, 4.4),
    )
  },
}
