import { circle, clipped, cord, fill, highlight, INK, inked, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { STEEL, STEEL_DEEP, STEEL_LIT } from './materials.ts'
import { crescent, getRimColor, modelled } from './modelled.ts'

const BOWL = 'M-67 -38C-69 -92 -38 -120 0 -120C38 -120 69 -92 67 -38C40 -50 -40 -50 -67 -38Z'
/** Polished metal reflects sky, horizon and ground in bands. */
const SKY_BAND = 'M-72 -76C-40 -92 40 -92 72 -76V-130H-72Z'
const HORIZON = 'M-72 -76C-40 -92 40 -92 72 -76V-66C40 -80 -40 -80 -72 -66Z'
const FOOT = 'M-24 -124C-10 -128 10 -128 24 -124L22 -113C8 -116 -8 -116 -22 -113Z'
const RIM = 'M-73 -43C-40 -58 40 -58 73 -43C77 -38 76 -31 71 -28C40 -42 -40 -42 -71 -28C-76 -31 -77 -38 -73 -43Z'
const HANDLES = ['M-70 -44C-85 -51 -87 -25 -70 -32', 'M70 -44C85 -51 87 -25 70 -32']
const SHINE = 'M-58 -62C-57 -86 -46 -101 -31 -108C-42 -94 -47 -80 -48 -62C-49 -56 -58 -56 -58 -62Z'

/** Rows of holes that follow the bowl. Each has a bright lower lip where light enters. */
const ROWS = [
  { y: -61, n: 8, half: 55, bow: 7 },
  { y: -76, n: 7, half: 49, bow: 7 },
  { y: -90, n: 6, half: 40, bow: 6 },
  { y: -103, n: 4, half: 25, bow: 3 },
] as const

const holes = (): string =>
  ROWS.flatMap(({ y, n, half, bow }) =>
    Array.from({ length: n }, (_, i) => {
      const at = -1 + (2 * i) / (n - 1)
      const [x, top] = [round(at * half), round(y + at * at * bow)]
      return circle(x, top + 1.5, 4.4, '#ffffff', { opacity: 0.6 }) + circle(x, top, 4.1, INK)
    }),
  ).join('')

export const colander: Gear = {
  id: 'colander',
  fit: { top: 134, hides: 'hair', rim: { half: 73, y: -38, endY: -28, most: 82 } },
  front: (colors) => {
    const rim = getRimColor(colors)
    return (
      HANDLES.map((handle) => cord(handle, STEEL_DEEP, 6.5, 12)).join('') +
      inked(FOOT, STEEL_DEEP) +
      clipped(
        'colander-bowl',
        BOWL,
        fill(BOWL, STEEL) +
          fill(SKY_BAND, '#c9d4d8') +
          fill(HORIZON, '#7f8c93') +
          crescent(BOWL, [-30, -6], '#0c141c', 0.4) +
          crescent(BOWL, [3.4, 4], '#ffffff', 0.8) +
          crescent(BOWL, [-4.6, 0], rim, 0.95) +
          holes() +
          highlight(SHINE, 0.8),
      ) +
      inked(BOWL, 'none') +
      modelled('colander-rim', RIM, STEEL_LIT, { shadeUnits: 26, shade: 0.3, lit: 1, rim }) +
      circle(-66, -38, 2.6, INK) +
      circle(66, -38, 2.6, INK)
    )
  },
}
