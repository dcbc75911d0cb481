import type { Hex } from '#shared/design/color.ts'
import { fill, line } from '#worker/graphics/svg.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Gear, HalfMustache } from './gear.ts'
import { darker, lighter, SHADOW_COLOR, smoothPath } from './modelled.ts'

/** Both halves on a drawn head, from the parting below the nose to the curled end. */
const drawHalf = (side: -1 | 1): HalfMustache => ({
  upper: [26.4, 25.6, 25.6, 26.6, 28.2, 29.6, 30].map((y, i) => ({ x: side * 4.4 * i, y })),
  lower: [34.4, 34.8, 35.4, 35.8, 35.6, 33.8, 30].map((y, i) => ({ x: side * 4.4 * i, y })),
})
const DRAWN: readonly [HalfMustache, HalfMustache] = [drawHalf(-1), drawHalf(1)]

/**
 * Hairs of each half: their number, the share of the way to the end that one covers, its share of the thickness, and how
 * far roots and tips extend beyond the edges, as a share of the thickness.
 */
const HAIRS = { count: 84, along: 0.24, down: 0.62, beyond: 0.09 } as const
/** Distance before the parting from which hairs grow, so that none of the skin shows there. */
const AHEAD = 0.18
/** Distance of the shadow on lip and cheek below the mustache, and its opacity. */
const SHADOW = { drop: 1.1, opacity: 0.26 } as const
/** Color without a photo, or on a head without hair. */
const DARK_BROWN: Hex = '#33231a'

const outline = ({ upper, lower }: HalfMustache): string =>
  `${smoothPath(upper, 'M')}${smoothPath(lower.toReversed(), 'L')}Z`

/** Returns a place between the edges of a half. @param t from the parting to the end @param share from above to below */
function placeIn({ upper, lower }: HalfMustache, t: number, share: number): Place2 {
  const at = Math.min(1, Math.max(0, t)) * (upper.length - 1)
  const [n, next] = [Math.floor(at), Math.ceil(at)]
  const between = (edge: readonly Place2[], axis: 'x' | 'y') =>
    edge[n]![axis] + (at - n) * (edge[next]![axis] - edge[n]![axis])
  const along = (axis: 'x' | 'y') => between(upper, axis) + share * (between(lower, axis) - between(upper, axis))
  return { x: along('x'), y: along('y') }
}

/** Returns a number from 0 to 1 that looks random. */
const scatter = (i: number, seed: number): number => {
  const value = Math.sin(i * 12.9898 + seed * 78.233) * 43758.5453
  return value - Math.floor(value)
}

/** Draws every n-th hair of one half. Hairs grow down and outward, and some cross an edge, so that it is not a cut. */
function hairs(shape: HalfMustache, first: number, step: number, from: number, to: number): string {
  const { count, along, down, beyond } = HAIRS
  let d = ''
  for (let i = first; i < count; i += step) {
    const t = ((1 + AHEAD) * (i + scatter(i, 1))) / count - AHEAD
    const root = from + (to - from) * scatter(i, 2) - beyond
    const tip = Math.min(1 + beyond, root + down * (0.7 + 0.6 * scatter(i, 3)))
    const length = along * (0.7 + 0.6 * scatter(i, 4))
    d += smoothPath(
      [0, 0.5, 1].map((share) => placeIn(shape, t + share * length, root + (tip - root) * share ** 1.4)),
      'M',
    )
  }
  return d
}

/** A mustache is darker than the hair of the head, which reflects the sky. */
const DARKER = 0.2

/** Draws hair in the wearer's color, lit from above and from the left like the head. @param light share of white */
function half(shape: HalfMustache, hair: Hex, light: number): string {
  const own = darker(hair, DARKER)
  return (
    fill(outline(shape), darker(own, 0.3)) +
    line(hairs(shape, 0, 2, 0, 0.6), darker(own, 0.45), 0.9) +
    line(hairs(shape, 1, 2, 0, 0.6), own, 0.8) +
    line(hairs(shape, 0, 3, 0, 0.25), lighter(own, light), 0.6, { opacity: 0.55 })
  )
}

export const mustache: Gear = {
  id: 'mustache',
  fit: { top: 0, hides: 'nothing' },
  front: (_, { hairColor = DARK_BROWN, mustache: [left, right] = DRAWN } = {}) =>
    fill(outline(left) + outline(right), SHADOW_COLOR, {
      opacity: SHADOW.opacity,
      transform: `translate(0 ${SHADOW.drop})`,
    }) +
    half(right, hairColor, 0.13) +
    half(left, hairColor, 0.2),
}
