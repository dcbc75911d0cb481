import type { Hex } from '#shared/design/color.ts'
import { fill, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { castShadow, darker, lighter } from './modelled.ts'

/** The left half of a chevron with waxed ends, from the parting below the nose. */
const LEFT =
  'M0 27.4C-3 25.2 -8 25.4 -12.5 28.6C-16.5 31.6 -20 33.4 -23.4 31.8C-24.6 31.2 -24.8 29.8 -23.8 28.4C-27 30 -27.6 34 -25 36C-20.6 39 -11 38.6 -6 37.4C-3.4 36.8 -1.4 36.2 0 34.6Z'
const RIGHT =
  'M0 27.4C3 25.2 8 25.4 12.5 28.6C16.5 31.6 20 33.4 23.4 31.8C24.6 31.2 24.8 29.8 23.8 28.4C27 30 27.6 34 25 36C20.6 39 11 38.6 6 37.4C3.4 36.8 1.4 36.2 0 34.6Z'
const SHADOW =
  'M-24 33C-16 38 -8 37 0 35C8 37 17 38 25 33C25 38.6 20 41.4 11 41.2C6 41 3 39.6 0.6 39C-3 40 -7 41 -12 40.6C-19 40.4 -24 38 -24 33Z'

type Curve = readonly [x0: number, y0: number, x1: number, y1: number, x2: number, y2: number, x: number, y: number]

/** The uppermost and the lowest hair of the left half, from the parting to the waxed end. */
const UPPER: Curve = [-0.6, 28, -7, 23.6, -14, 33.4, -24.2, 31.2]
const LOWER: Curve = [-0.8, 35.4, -6.6, 38.6, -16, 40.6, -26, 33.6]
const HAIRS = 26
/** Ends of single hairs below the lower edge: start and end. */
const STRAYS = [
  [-3, 35.6, -4.4, 38.2],
  [-6.4, 36.4, -8.4, 38.9],
  [-10, 37, -12.6, 39.4],
  [-14, 37.4, -17, 39.2],
  [-18.6, 37.4, -21.6, 38.4],
] as const

/** Draws every n-th hair of one half. */
function hairs(side: -1 | 1, first: number, step: number): string {
  let d = ''
  for (let i = first; i < HAIRS; i += step) {
    const share = (i + 0.5) / HAIRS
    const wave = 1.3 * Math.sin(i * 2.4)
    const [x0, y0, x1, y1, x2, y2, x, y] = UPPER.map((from, n) => {
      const at = from + (LOWER[n]! - from) * share + (n === 3 || n === 5 ? wave : 0)
      return round(n % 2 === 0 ? -side * at : at)
    })
    d += `M${x0} ${y0}C${x1} ${y1} ${x2} ${y2} ${x} ${y}`
  }
  return d
}

const strays = (side: -1 | 1): string =>
  STRAYS.map(([x0, y0, x1, y1]) => `M${-side * x0} ${y0}L${-side * x1} ${y1}`).join('')

/** Color without a photo, or on a head without hair. */
const DARK_BROWN: Hex = '#33231a'

/** Combed hair in the wearer's color, lit from the top left like the head. */
function half(side: -1 | 1, d: string, hair: Hex): string {
  const [shade, light] = side === -1 ? [0.45, 0.3] : [0.55, 0.18]
  return (
    line(strays(side), darker(hair, 0.35), 0.8) +
    fill(d, darker(hair, 0.12), { stroke: darker(hair, 0.4), 'stroke-width': 0.6, 'stroke-linejoin': 'round' }) +
    line(hairs(side, 0, 3), darker(hair, shade), 0.6, { opacity: 0.8 }) +
    line(hairs(side, 1, 3), lighter(hair, light), 0.5, { opacity: 0.7 }) +
    line(hairs(side, 2, 5), darker(hair, 0.3), 0.6)
  )
}

export const mustache: Gear = {
  id: 'mustache',
  fit: { top: 0, hides: 'nothing' },
  front: (_, { hairColor = DARK_BROWN } = {}) =>
    castShadow(SHADOW, 0.3) +
    half(1, RIGHT, hairColor) +
    half(-1, LEFT, hairColor) +
    line('M0 28.4V34', darker(hairColor, 0.6), 0.9, { opacity: 0.8 }),
}
