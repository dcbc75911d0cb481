import { clamp } from '#worker/graphics/numbers.ts'
import { element, fill, round } from '#worker/graphics/svg.ts'
import type { Row } from '../ink/study/head-shape.ts'
import type { Edge, Gear } from './gear.ts'
import { SHADOW_COLOR } from './modelled.ts'
import type { Turn } from './turned.ts'

/** Adds the shadow of a hat's rim, or of the foot of a piece that stands on the head. */
export function withRimShadow(gear: Gear): Gear {
  const edge = gear.fit.rim ?? gear.fit.foot
  if (!edge) return gear
  return { ...gear, shadow: (_colors, wearer) => rimShadow(edge, wearer?.underRim ?? toDrawnRows(edge)) }
}

/** Returns the position of a shadow that has no seam, although both halves of its piece differ in width. */
export const turnShadow = (turn: Turn, { half }: Edge): Turn => ({
  ...turn,
  xUnits: turn.xUnits + ((turn.right - turn.left) * half) / 2,
  left: (turn.left + turn.right) / 2,
  right: (turn.left + turn.right) / 2,
})

/** Length of a rim's shadow on the head, its start above the rim's lower edge, in units, and its opacity. */
const RIM_SHADOW = { drop: 16, above: 5, opacity: 0.5 } as const
/** Curve below which a rim counts as straight, in units. */
const LEAST_SAG = 1

const stop = (offset: number, share: number) =>
  element('stop', { offset, 'stop-color': SHADOW_COLOR, 'stop-opacity': round(RIM_SHADOW.opacity * share) })

/**
 * Draws the shadow of a lower edge on forehead and hair. It follows the curve of the edge and fades downward.
 *
 * @param head extent of the head below the rim, from top to bottom, in units of the piece
 */
function rimShadow({ half, y, endY }: Edge, head: readonly Row[]): string {
  const { drop, above } = RIM_SHADOW
  const sag = Math.abs(y - endY) < LEAST_SAG ? LEAST_SAG : y - endY
  const radius = (half * half + sag * sag) / (2 * Math.abs(sag))
  const isBowl = sag > 0
  const outer = isBowl ? radius + drop : radius + above
  const at = (r: number) => Math.max(0, Math.round((r / outer) * 1e5) / 1e5)
  const circle = { cx: 0, cy: round(isBowl ? y - radius : y + radius), r: round(outer) }
  const stops = isBowl
    ? stop(at(radius), 1) + stop(at(radius + drop / 2), 0.48) + stop(1, 0)
    : stop(at(radius - drop), 0) + stop(at(radius - drop / 2), 0.48) + stop(at(radius), 1)
  const side = (rows: readonly Row[], end: 'left' | 'right') => rows.map((row) => `${round(row[end])} ${round(row.y)}`)
  return (
    element('radialGradient', { id: 'rim-shadow', gradientUnits: 'userSpaceOnUse', ...circle }, stops) +
    fill(`M${[...side(head, 'left'), ...side(head.toReversed(), 'right')].join('L')}Z`, 'url(#rim-shadow)')
  )
}

/** Skull of a drawn head: its half width, the height from which it narrows and its height above that, in units. */
const SKULL = { half: 43, y: -34, height: 42 } as const

/** Returns the rows of a drawn head below an edge. */
const toDrawnRows = (edge: Edge): readonly Row[] =>
  getShadedHeights(edge).map((y) => {
    const up = clamp((SKULL.y - y) / SKULL.height, 0, 1)
    const half = SKULL.half * Math.sqrt(1 - up * up)
    return { y, left: -half, right: half }
  })

/** Distance between two rows, in units. */
const APART = 4

/** Returns the heights of the rows that a rim's shadow may reach. */
export function getShadedHeights({ y, endY }: Edge): number[] {
  const top = Math.min(y, endY) - RIM_SHADOW.above
  const count = Math.ceil((Math.max(y, endY) + RIM_SHADOW.drop - top) / APART) + 1
  return Array.from({ length: count }, (_, i) => top + i * APART)
}
