import type { Place2 } from '../ink/field/polygon.ts'
import { cord, fill, group, INK, inked, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { BLUSH } from './materials.ts'
import { getRimColor, modelled } from './modelled.ts'

const FUR = '#3b444a'
const FUR_LIT = '#78868e'
const LEFT_EAR =
  'M-56 -52C-68 -80 -70 -106 -62 -132C-58 -134 -55 -133 -52 -130C-34 -116 -18 -100 -10 -80L-20 -82L-24 -74L-34 -74L-36 -64L-46 -62L-48 -54Z'
const RIGHT_EAR =
  'M56 -52C68 -80 70 -106 62 -132C58 -134 55 -133 52 -130C34 -116 18 -100 10 -80L20 -82L24 -74L34 -74L36 -64L46 -62L48 -54Z'
const LEFT_INNER = 'M-51 -66C-58 -84 -60 -100 -57 -114C-44 -106 -32 -96 -24 -84L-34 -82L-38 -74L-46 -74Z'
const RIGHT_INNER = 'M51 -66C58 -84 60 -100 57 -114C44 -106 32 -96 24 -84L34 -82L38 -74L46 -74Z'
const FUR_STROKES = 'M-50 -76L-54 -96M-42 -80L-47 -98M-34 -84L-42 -96M50 -76L54 -96M42 -80L47 -98M34 -84L42 -96'
/** A hoop from ear to ear, whose ends are hidden behind the ears. */
const HOOP = 'M-54 -58C-47 -76 -28 -87 0 -87C28 -87 47 -76 54 -58'
const WHISKERS =
  'M-18 26C-30 21 -42 19 -56 20M-18 31C-32 30 -44 32 -55 37M-17 36C-29 39 -38 44 -47 51M18 26C30 21 42 19 56 20M18 31C32 30 44 32 55 37M17 36C29 39 38 44 47 51'
const NOSE = 'M-9 15C-4 13 4 13 9 15C8 21 3 25 0 26C-3 25 -8 21 -9 15Z'

/** Position of the nose on a drawn head. */
const NOSE_TIP = { x: 0, y: 20 } as const

const face = ({ x, y }: Place2): string =>
  group({ transform: `translate(${round(x - NOSE_TIP.x)} ${round(y - NOSE_TIP.y)})` }, faceParts)

const faceParts =
  cord(WHISKERS, '#ffffff', 1.4, 2.8) +
  inked(NOSE, BLUSH) +
  fill('M-5 16C-2 15 2 15 4 16C2 18 -3 18 -5 16Z', '#ffffff', { opacity: 0.7 }) +
  line('M0 26V31', INK, 2.6)

export const cat: Gear = {
  id: 'cat',
  fit: { top: 144, hides: 'nothing', rests: 'on-hair' },
  front: (colors, wearer) => {
    const rim = getRimColor(colors)
    return (
      cord(HOOP, colors.primary, 7, 12.4) +
      modelled(
        'cat-left',
        LEFT_EAR,
        FUR,
        { shadeUnits: 6, lit: 0.5, rim },
        fill(LEFT_INNER, BLUSH),
        fill('M-57 -114L-24 -84L-40 -82Z', '#d9607c', { opacity: 0.7 }),
      ) +
      modelled(
        'cat-right',
        RIGHT_EAR,
        FUR,
        { shadeUnits: 10, lit: 0.4, rim },
        fill(RIGHT_INNER, '#e07d92'),
        fill('M57 -114L24 -84L46 -74Z', '#b54b67', { opacity: 0.7 }),
      ) +
      line(FUR_STROKES, '#ffffff', 2.2, { opacity: 0.75 }) +
      line('M-61 -84C-64 -98 -64 -112 -60 -124', FUR_LIT, 2.6) +
      line('M-30 -81C-22 -84.5 -12 -87 0 -87.5', '#ffffff', 2, { opacity: 0.6 }) +
      face(wearer?.nose ?? NOSE_TIP)
    )
  },
}
