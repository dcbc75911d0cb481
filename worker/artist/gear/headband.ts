import type { Hex } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { element, fill, group, line, round } from '#worker/graphics/svg.ts'
import type { BandEnds, Gear } from './gear.ts'
import { darker, getRimColor, lighter, modelled, SHADOW_COLOR } from './modelled.ts'

/** Heights of a band's ends at its upper edge, its middle and its lower edge, in units. */
export const BAND_Y = { upper: -60, middle: -51, lower: -41 } as const

/** Ends on a drawn head. */
const DRAWN_ENDS: BandEnds = {
  upper: { left: 42.5, right: 42.5 },
  middle: { left: 45, right: 45 },
  lower: { left: 46, right: 46 },
  knot: 1,
}

/** Builds the band around a head. Its ends follow the outline of the hair, and it dips over the brow. */
function band({ upper, middle, lower }: BandEnds) {
  const x = (share: number) => round(share * (share < 0 ? middle.left : middle.right))
  const end = (top: number, between: number, bottom: number, toY: number) =>
    `Q${round(2 * between - (top + bottom) / 2)} ${BAND_Y.middle} ${round(toY === BAND_Y.lower ? bottom : top)} ${toY}`
  const across = (from: 1 | -1, y: number) => `${x(0.62 * from)} ${y} ${x(-0.62 * from)} ${y} `
  return {
    cloth: `M${-upper.left} ${BAND_Y.upper}C${across(-1, -48)}${upper.right} ${BAND_Y.upper}${end(upper.right, middle.right, lower.right, BAND_Y.lower)}C${across(1, -27.7)}${-lower.left} ${BAND_Y.lower}${end(-upper.left, -middle.left, -lower.left, BAND_Y.upper)}Z`,
    stripe: `M${x(-1.06)} -51C${across(-1, -37.7)}${x(1.06)} -51`,
    shade: `M${x(-1.06)} -43.4C${across(-1, -30.1)}${x(1.06)} -43.4`,
    light: `M${x(-1.06)} -57.2C${across(-1, -44.4)}${x(1.06)} -57.2`,
    ribs: Array.from({ length: 17 }, (_, i) => {
      // The ribs lie closer together where the band turns away.
      const at = 0.96 * Math.sin((-0.5 + i / 16) * Math.PI * 0.86)
      const y = -49.2 - at * at * 8.6
      return `M${x(at)} ${round(y)}v4.4M${x(at)} ${round(y + 12.4 - at * at * 1.5)}v4.4`
    }).join(''),
    above: `M${round(-0.86 * upper.left)} -59C${across(-1, -48)}${round(0.86 * upper.right)} -59`,
    below: `M${round(-0.88 * lower.left)} -39.5C${across(-1, -26.7)}${round(0.88 * lower.right)} -39.5`,
  }
}

/** Knot and tails behind the right end of the band, around the middle of that end. The tails fly beside the head. */
const KNOT = 'M-8 -9C1 -12 9 -9 10 -1C11 6 4 11 -8 9Z'
const LONG_TAIL = 'M-8 -6C6 -12 16 -9 24 -3C31 2 36 1 42 -5L40 3L48 8C39 14 28 14 20 9C12 4 4 4 -8 6Z'
const SHORT_TAIL = 'M-8 0C4 2 13 9 17 19C20 27 25 31 31 32L25 35L24 43C14 39 7 31 4 22C1 14 -4 11 -8 9Z'
const CREASES = 'M2 -6c3 3 4 7 2 11M9 -4C15 -3 20 0 25 4M5 8C9 12 11 16 13 22'
/** Distance of the knot beyond the end of the band, and its scale. */
const KNOT_AT = { beyond: 1, scale: 0.86 } as const
/** Soft shadows where the band presses the hair and on the forehead: widths of strokes, in units, and their opacity. */
const PRESSED = { widths: [3, 5, 7, 9, 11, 13, 15, 17, 19], above: 0.05, below: 0.08 } as const

/** Shade where the band turns away at both ends, as shares of its width. */
const wrap = (): string =>
  element(
    'linearGradient',
    { id: 'headband-wrap', x1: 0, y1: 0, x2: 1, y2: 0 },
    (
      [
        [0, 0.4],
        [0.14, 0.06],
        [0.3, 0],
        [0.66, 0],
        [0.86, 0.16],
        [1, 0.55],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#000000', 'stop-opacity': opacity }))
      .join(''),
  )

/** Strokes that add up to a soft line: their widths in units, and the opacity of each. */
type SoftLine = { readonly widths: readonly number[]; readonly opacity: number }

/** Shade and light along the edges of the band. Without them the cloth looks like a printed strip. */
const ROUND = { shade: { widths: [3, 6, 9, 12], opacity: 0.1 }, light: { widths: [2, 4, 6], opacity: 0.1 } } as const

/** Draws light or shadow that fades on both sides of a curve. */
const softLine = (d: string, color: Hex, { widths, opacity }: SoftLine): string =>
  widths.map((width) => line(d, color, width, { opacity, 'stroke-linecap': 'butt' })).join('')

/** Draws the knot with its tails on one side of the head. */
function drawKnot({ middle, knot }: BandEnds, { primary, secondary }: Pair, rim: Hex): string {
  const x = round((knot === 1 ? middle.right : middle.left) + KNOT_AT.beyond)
  const cloth = (id: string, d: string, stripe: string) =>
    modelled(id, d, primary, { shadeUnits: 6, shade: 0.36, lit: 0.4, rim }, line(stripe, secondary, 4.5))
  return group(
    { transform: `scale(${knot} 1) translate(${x} ${BAND_Y.middle}) scale(${KNOT_AT.scale})` },
    cloth('headband-short', SHORT_TAIL, 'M-8 5C4 8 9 15 11 21C14 29 20 35 28 38'),
    cloth('headband-long', LONG_TAIL, 'M-8 0C5 -4 14 -2 22 3C30 8 36 7 46 2'),
    modelled('headband-knot', KNOT, primary, { shadeUnits: 5, lit: 0.5, rim }),
    line(CREASES, darker(primary, 0.5), 1.8),
  )
}

export const headband: Gear = {
  id: 'headband',
  fit: { top: 92, hides: 'nothing' },
  back: (colors, wearer) => drawKnot(wearer?.bandEnds ?? DRAWN_ENDS, colors, getRimColor(colors)),
  front: (colors, wearer) => {
    const { primary, secondary } = colors
    const ends = wearer?.bandEnds ?? DRAWN_ENDS
    const { cloth, stripe, shade, light, ribs, above, below } = band(ends)
    return (
      wrap() +
      softLine(above, SHADOW_COLOR, { widths: PRESSED.widths, opacity: PRESSED.above }) +
      softLine(below, SHADOW_COLOR, { widths: PRESSED.widths, opacity: PRESSED.below }) +
      modelled(
        'headband-cloth',
        cloth,
        primary,
        { shadeUnits: 0, lit: 0.45 },
        line(ribs, darker(primary, 0.3), 2.2),
        line(ribs, lighter(primary, 0.35), 1.2, { transform: 'translate(-2 0)', opacity: 0.7 }),
        line(stripe, secondary, 7),
        softLine(shade, '#000000', ROUND.shade),
        softLine(light, '#ffffff', ROUND.light),
        fill(cloth, 'url(#headband-wrap)'),
      )
    )
  },
}
