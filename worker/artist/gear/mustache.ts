import type { Hex } from '#shared/design/color.ts'
import { fill, line, round } from '#worker/graphics/svg.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Gear, HalfMustache } from './gear.ts'
import { darker, lighter } from './modelled.ts'

/** Both halves on a drawn head, from the parting below the nose to the curled end. */
const drawHalf = (side: -1 | 1): HalfMustache => ({
  upper: [26.4, 25.6, 25.6, 26.6, 28.2, 29.6, 30].map((y, i) => ({ x: side * 4.4 * i, y })),
  lower: [34.4, 34.8, 35.4, 35.8, 35.6, 33.8, 30].map((y, i) => ({ x: side * 4.4 * i, y })),
})
const DRAWN: readonly [HalfMustache, HalfMustache] = [drawHalf(-1), drawHalf(1)]

const HAIRS = 22
/** Distance of the shadow on lip and cheek below the mustache, and its opacity. */
const SHADOW = { drop: 1.1, opacity: 0.26 } as const
/** Color without a photo, or on a head without hair. */
const DARK_BROWN: Hex = '#33231a'

/** Returns a smooth curve through the middles of the segments between places. @param first command for its start */
function curve(places: readonly Place2[], first: 'M' | 'L'): string {
  const inner = places.slice(1, -1).map(({ x, y }, i) => {
    const next = places[i + 2]!
    return `Q${round(x)} ${round(y)} ${round((x + next.x) / 2)} ${round((y + next.y) / 2)}`
  })
  const [start, end] = [places[0]!, places.at(-1)!]
  return `${first}${round(start.x)} ${round(start.y)}${inner.join('')}L${round(end.x)} ${round(end.y)}`
}

const outline = ({ upper, lower }: HalfMustache): string => `${curve(upper, 'M')}${curve(lower.toReversed(), 'L')}Z`

/** Draws every n-th hair of one half, from the parting to the end. */
function hairs({ upper, lower }: HalfMustache, first: number, step: number): string {
  let d = ''
  for (let i = first; i < HAIRS; i += step) {
    // Some hairs end early, so that the ends look combed instead of cut.
    const count = upper.length - (i % 3)
    const places = upper.slice(0, count).map(({ x, y }, n) => {
      const share = (i + 0.5 + 0.5 * Math.sin(2.4 * i + 0.6 * n)) / HAIRS
      return { x: x + share * (lower[n]!.x - x), y: y + share * (lower[n]!.y - y) }
    })
    d += curve(places, 'M')
  }
  return d
}

/** Draws combed hair in the wearer's color, lit from the top left like the head. */
function half(shape: HalfMustache, hair: Hex, [shade, light]: readonly [number, number]): string {
  const d = outline(shape)
  return (
    fill(d, darker(hair, 0.1), { stroke: darker(hair, 0.42), 'stroke-width': 0.7, 'stroke-linejoin': 'round' }) +
    line(hairs(shape, 0, 3), darker(hair, shade), 0.55, { opacity: 0.8 }) +
    line(hairs(shape, 1, 3), lighter(hair, light), 0.5, { opacity: 0.7 }) +
    line(hairs(shape, 2, 5), darker(hair, 0.3), 0.55)
  )
}

export const mustache: Gear = {
  id: 'mustache',
  fit: { top: 0, hides: 'nothing' },
  front: (_, { hairColor = DARK_BROWN, mustache: [left, right] = DRAWN } = {}) =>
    fill(outline(left) + outline(right), '#42170c', {
      opacity: SHADOW.opacity,
      transform: `translate(0 ${SHADOW.drop})`,
    }) +
    half(right, hairColor, [0.5, 0.2]) +
    half(left, hairColor, [0.42, 0.32]) +
    line(curve([left.upper[0]!, left.lower[0]!], 'M'), darker(hairColor, 0.55), 0.8, { opacity: 0.7 }),
}
