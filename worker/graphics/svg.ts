import type { Hex } from '#shared/design/color.ts'
import { INK } from '#shared/design/palette.ts'

export { CHALK, INK } from '#shared/design/palette.ts'

/** An element's attributes. A record, so that none can occur twice. */
export type Attributes = Readonly<Record<string, string | number>>

/** x, y, width and height, as in a `viewBox`. */
export type Box = readonly [number, number, number, number]

/** Outline width of every drawn shape, in units of its space. */
export const OUTLINE_UNITS = 3.2

const OUTLINE: Attributes = {
  stroke: INK,
  'stroke-width': OUTLINE_UNITS,
  'stroke-linejoin': 'round',
  'stroke-linecap': 'round',
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for attributes and content. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character]!)

/** Renders an element. Attribute values are escaped. `content` is SVG and is not. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return content ? `<${name}${written.join('')}>${content}</${name}>` : `<${name}${written.join('')}/>`
}

/** Draws a flat shape. @param d path data */
export const fill = (d: string, color: Hex, more: Attributes = {}): string =>
  element('path', { d, fill: color, ...more })

/** Draws a flat shape with an ink outline. @param d path data */
export const inked = (d: string, color: Hex, more: Attributes = {}): string => fill(d, color, { ...OUTLINE, ...more })

/** Draws an open stroke with round ends. @param d path data */
export const line = (d: string, color: Hex, widthUnits = 3, more: Attributes = {}): string =>
  fill(d, 'none', { ...OUTLINE, stroke: color, 'stroke-width': widthUnits, ...more })

/** Draws a colored stroke with ink on both sides. @param d path data */
export const cord = (d: string, color: Hex, widthUnits: number, inkUnits = widthUnits + 4.6): string =>
  line(d, INK, inkUnits) + line(d, color, widthUnits)

export const circle = (cx: number, cy: number, r: number, color: Hex, more: Attributes = {}): string =>
  element('circle', { cx, cy, r, fill: color, ...more })

export const inkedCircle = (cx: number, cy: number, r: number, color: Hex): string => circle(cx, cy, r, color, OUTLINE)

export const ellipse = (cx: number, cy: number, rx: number, ry: number, color: Hex, more: Attributes = {}): string =>
  element('ellipse', { cx, cy, rx, ry, fill: color, ...more })

export const inkedEllipse = (cx: number, cy: number, rx: number, ry: number, color: Hex): string =>
  ellipse(cx, cy, rx, ry, color, OUTLINE)

/** Draws the plane that faces away from the light. @param d path data */
export const hardShadow = (d: string, opacity = 0.32): string => fill(d, '#000000', { 'fill-opacity': opacity })

/** Draws light from the top left. @param d path data */
export const highlight = (d: string, opacity = 0.3): string => fill(d, '#ffffff', { 'fill-opacity': opacity })

/** Returns path data of a five-pointed star with one point up. */
export function starPath(cx: number, cy: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5
    const reach = i % 2 ? radius * 0.46 : radius
    return `${round(cx + reach * Math.cos(angle))} ${round(cy + reach * Math.sin(angle))}`
  })
  return `M${points.join('L')}Z`
}

export const group = (attributes: Attributes, ...content: readonly string[]): string =>
  element('g', attributes, content.join(''))

/** Clips `content` to the shape `d`. @param id must be unique in the document @param rule the `clip-rule` */
export const clipped = (id: string, d: string, content: string, rule: 'nonzero' | 'evenodd' = 'nonzero'): string =>
  element('clipPath', { id }, element('path', { d, 'clip-rule': rule })) +
  group({ 'clip-path': `url(#${id})` }, content)

/** Renders an SVG document. @param box the `viewBox` @param size width and height in pixels */
export function svgDocument(box: Box, size: readonly [number, number], ...content: readonly string[]): string {
  const [width, height] = size
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: box.join(' ') }
  return element('svg', attributes, content.join('') || ' ')
}

/** Rounds to two decimals, the visible precision of a coordinate. */
export const round = (value: number): number => Math.round(value * 100) / 100
