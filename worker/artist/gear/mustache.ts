import { type Hex, mix, toRgb } from '#shared/design/color.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import { element, fill, line } from '#worker/graphics/svg.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Gear, HalfMustache } from './gear.ts'
import { darker, SHADOW_COLOR, smoothPath } from './modelled.ts'

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

/** Part of a half in which hairs grow: from the parting (0) to the end (1), and from the upper (0) to the lower edge. */
type Growth = { readonly ends?: readonly [number, number]; readonly roots: readonly [number, number] }

/** Draws every n-th hair of one half. Hairs grow down and outward, and some cross an edge, so that it is not a cut. */
function hairs(shape: HalfMustache, first: number, step: number, { ends = [-AHEAD, 1], roots }: Growth): string {
  const { count, along, down, beyond } = HAIRS
  const between = ([from, to]: readonly [number, number], share: number) => from + (to - from) * share
  let d = ''
  for (let i = first; i < count; i += step) {
    const t = between(ends, (i + scatter(i, 1)) / count)
    const root = between(roots, scatter(i, 2)) - beyond
    const tip = Math.min(1 + beyond, root + down * (0.7 + 0.6 * scatter(i, 3)))
    const length = along * (0.7 + 0.6 * scatter(i, 4))
    d += smoothPath(
      [0, 0.5, 1].map((share) => placeIn(shape, t + share * length, root + (tip - root) * share ** 1.4)),
      'M',
    )
  }
  return d
}

/** A mustache is darker than the hair of the head, which reflects the sky, and than dark skin. */
const DARKER = { least: 0.18, onDarkSkin: 0.5 } as const
/** Light on hair. White would turn it gray. Hair darker than this green value reflects less, down to a share. */
const SUN = { color: '#d8a078', darkGreen: 66, least: 0.35 } as const
/** Growth of the whole half, of its shaded lower edge, and of its lit bulge beside the nose. */
const GROWTH = {
  whole: { roots: [0, 0.6] },
  below: { roots: [0.55, 0.85] },
  bulge: { ends: [-0.08, 0.66], roots: [0.06, 0.5] },
} as const

/** Draws hair in one color, lit from above and from the left like the head. @param light share of sunlight */
function half(id: string, shape: HalfMustache, own: Hex, light: number): string {
  const lit = light * clamp(toRgb(own)[1] / SUN.darkGreen, SUN.least, 1)
  const stop = (offset: number, color: Hex) => element('stop', { offset, 'stop-color': color })
  return (
    element(
      'linearGradient',
      { id, x1: 0, y1: 0, x2: 0, y2: 1 },
      stop(0.1, darker(own, 0.12)) + stop(0.5, darker(own, 0.32)) + stop(1, darker(own, 0.5)),
    ) +
    fill(outline(shape), `url(#${id})`) +
    line(hairs(shape, 0, 2, GROWTH.whole), darker(own, 0.4), 0.9) +
    line(hairs(shape, 1, 2, GROWTH.whole), own, 0.8) +
    line(hairs(shape, 0, 2, GROWTH.below), darker(own, 0.55), 0.9) +
    line(hairs(shape, 1, 3, GROWTH.bulge), mix(own, SUN.color, lit), 0.9, { opacity: 0.5 }) +
    line(hairs(shape, 2, 5, GROWTH.bulge), mix(own, SUN.color, 1.7 * lit), 0.6, { opacity: 0.5 })
  )
}

export const mustache: Gear = {
  id: 'mustache',
  fit: { top: 0, hides: 'nothing' },
  front: (_, { hairColor = DARK_BROWN, mustache: [left, right] = DRAWN, darkness = 0 } = {}) => {
    const own = darker(hairColor, DARKER.least + (DARKER.onDarkSkin - DARKER.least) * darkness)
    return (
      fill(outline(left) + outline(right), SHADOW_COLOR, {
        opacity: SHADOW.opacity,
        transform: `translate(0 ${SHADOW.drop})`,
      }) +
      half('mustache-right', right, own, 0.13) +
      half('mustache-left', left, own, 0.22)
    )
  },
}
