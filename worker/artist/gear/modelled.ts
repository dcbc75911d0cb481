import { type Hex, mix } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { toPalette } from '#shared/design/palette.ts'
import { clipped, element, fill, inked, round } from '#worker/graphics/svg.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import { measureReach } from './reach.ts'

/** Box larger than any piece. */
const EVERYWHERE = 'M-400 -400H400V400H-400Z'
const BLACK_SHADE = 0.32
const LIT_EDGE_UNITS = 3.6
const RIM_UNITS = 3.8

/** Returns the color of the rim light on the right of every head. */
export const getRimColor = (pair: Pair): Hex => toPalette(pair).trim

/** The scene's light on a body: key light from the top left, rim light in the team's color from the back right. */
export type Relief = {
  /** Width of the shaded area, in units; 0 for none. */
  shadeUnits?: number
  /** Opacity of the shaded area, 0 to 1. */
  shade?: number
  /** Opacity of the bright edge at the top left, 0 to 1. */
  lit?: number
  /** Color of the rim light. */
  rim?: Hex
}

/**
 * Returns the part of a shape that a moved copy does not cover: a crescent along one side. Must be clipped to the
 * shape.
 *
 * @param d one closed outline
 */
export const crescent = (d: string, [dx, dy]: readonly [number, number], color: Hex, opacity: number): string =>
  fill(around(d, Math.max(Math.abs(dx), Math.abs(dy)) + 1) + d, color, {
    'fill-rule': 'evenodd',
    transform: `translate(${round(dx)} ${round(dy)})`,
    'fill-opacity': opacity,
  })

/** Returns a tight box around a shape, because the renderer's cost depends on its number of pixels. */
function around(d: string, margin: number): string {
  const reach = measureReach(d)
  if (reach === null) return EVERYWHERE
  const [x0, y0, x1, y1] = [reach.x0 - margin, reach.y0 - margin, reach.x1 + margin, reach.y1 + margin].map(round)
  return `M${x0} ${y0}H${x1}V${y1}H${x0}Z`
}

/**
 * Draws a body with outline, shaded side, bright edge and rim light.
 *
 * @param id must be unique in the document
 * @param d one closed outline
 * @param painted details on its surface, below light and shade
 */
export function modelled(
  id: string,
  d: string,
  color: Hex,
  { shadeUnits = 16, shade = BLACK_SHADE, lit = 0.4, rim }: Relief,
  ...painted: readonly string[]
): string {
  const light =
    (shadeUnits ? crescent(d, [-shadeUnits, -shadeUnits * 0.28], '#000000', shade) : '') +
    (lit ? crescent(d, [LIT_EDGE_UNITS * 0.75, LIT_EDGE_UNITS], '#ffffff', lit) : '') +
    (rim ? crescent(d, [-RIM_UNITS, 0.6], rim, 0.9) : '')
  return clipped(id, d, fill(d, color) + painted.join('') + light) + inked(d, 'none')
}

/** Color of shadows on skin and hair. It is warm like light that passes through skin, and darker than black hair. */
export const SHADOW_COLOR = '#1f0a05'

/** Draws a shadow on skin and hair, which fades downward. @param d path data */
export function castShadow(d: string, opacity = 0.42): string {
  const id = `cast-${Math.round(100 * opacity)}`
  const stop = (offset: number, share: number) =>
    element('stop', { offset, 'stop-color': SHADOW_COLOR, 'stop-opacity': round(share * opacity) })
  const soft = element(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    stop(0.2, 1.2) + stop(0.55, 0.65) + stop(1, 0),
  )
  return soft + fill(d, `url(#${id})`)
}

/** Opacity of the shadow in an opening, by the distance from its middle as a share of its half width and height. */
const INNER_SHADOW = [
  [0.78, 0],
  [0.86, 0.22],
  [0.93, 0.5],
  [1, 0.72],
] as const

/** Draws the shadow of an opening's edge on the head in it. @param d outline of the opening */
export const innerShadow = (id: string, d: string): string =>
  element(
    'radialGradient',
    { id },
    INNER_SHADOW.map(([offset, opacity]) =>
      element('stop', { offset, 'stop-color': SHADOW_COLOR, 'stop-opacity': opacity }),
    ).join(''),
  ) + fill(d, `url(#${id})`)

/** Returns a smooth curve through the middles of the segments between places. @param first command for its start */
export function smoothPath(places: readonly Place2[], first: 'M' | 'L' = 'M'): string {
  const inner = places.slice(1, -1).map(({ x, y }, i) => {
    const next = places[i + 2]!
    return `Q${round(x)} ${round(y)} ${round((x + next.x) / 2)} ${round((y + next.y) / 2)}`
  })
  const [start, end] = [places[0]!, places.at(-1)!]
  return `${first}${round(start.x)} ${round(start.y)}${inner.join('')}L${round(end.x)} ${round(end.y)}`
}

/** Returns a spark with four points. */
export const sparkPath = (cx: number, cy: number, r: number): string => {
  const near = round(r * 0.16)
  const point = (x: number, y: number) => `${round(cx + x)} ${round(cy + y)}`
  return `M${point(0, -r)}Q${point(near, -near)} ${point(r, 0)}Q${point(near, near)} ${point(0, r)}Q${point(-near, near)} ${point(-r, 0)}Q${point(-near, -near)} ${point(0, -r)}Z`
}

export const darker = (color: Hex, share: number): Hex => mix(color, '#000000', share)
export const lighter = (color: Hex, share: number): Hex => mix(color, '#ffffff', share)
