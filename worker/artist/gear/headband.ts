import type { Hex } from '#shared/design/color.ts'
import { element, fill, group, line, round } from '#worker/graphics/svg.ts'
import type { BandEnds, Gear } from './gear.ts'
import { darker, getRimColor, lighter, modelled, SHADOW_COLOR } from './modelled.ts'

/** Heights of a band's ends at its upper edge, its middle and its lower edge, in units. */
export const BAND_Y = { upper: -57, middle: -48, lower: -38.5 } as const

/** Ends on a drawn head. */
const DRAWN_ENDS: BandEnds = {
  upper: { left: 46, right: 46 },
  middle: { left: 48, right: 48 },
  lower: { left: 48, right: 48 },
  knot: 1,
}

/** Builds the band around a head. Its ends follow the outline of the hair, and it dips over the brow. */
function band({ upper, middle, lower }: BandEnds) {
  const x = (share: number) => round(share * (share < 0 ? middle.left : middle.right))
  const end = (top: number, between: number, bottom: number, toY: number) =>
    `Q${round(2 * between - (top + bottom) / 2)} ${BAND_Y.middle} ${round(toY === BAND_Y.lower ? bottom : top)} ${toY}`
  const across = (from: 1 | -1, y: number) => `${x(0.62 * from)} ${y} ${x(-0.62 * from)} ${y} `
  return {
    cloth: `M${-upper.left} ${BAND_Y.upper}C${across(-1, -49)}${upper.right} ${BAND_Y.upper}${end(upper.right, middle.right, lower.right, BAND_Y.lower)}C${across(1, -28.5)}${-lower.left} ${BAND_Y.lower}${end(-upper.left, -middle.left, -lower.left, BAND_Y.upper)}Z`,
    stripe: `M${x(-1.06)} -48.2C${across(-1, -38.6)}${x(1.06)} -48.2`,
    shade: `M${x(-1.06)} -40.6C${across(-1, -31)}${x(1.06)} -40.6`,
    light: `M${x(-1.06)} -54.2C${across(-1, -45.4)}${x(1.06)} -54.2`,
    ribs: Array.from({ length: 17 }, (_, i) => {
      // The ribs lie closer together where the band turns away.
      const at = 0.96 * Math.sin((-0.5 + i / 16) * Math.PI * 0.86)
      const y = -49.5 - at * at * 6
      return `M${x(at)} ${round(y)}v4.4M${x(at)} ${round(y + 12.4 - at * at * 1.5)}v4.4`
    }).join(''),
    above: `M${round(-0.86 * upper.left)} -56C${across(-1, -49)}${round(0.86 * upper.right)} -56`,
    below: `M${round(-0.88 * lower.left)} -37C${across(-1, -27.5)}${round(0.88 * lower.right)} -37`,
  }
}

/** Knot and tails on the right half, around the middle of the knot. The tails hang beside the face. */
const KNOT = 'M-6 -9C-1 -12 5 -11 7 -6C9 0 8 8 3 10C-2 12 -7 9 -8 2C-9 -3 -9 -7 -6 -9Z'
const LONG_TAIL = 'M-5 4C0 12 1 20 0 30L5 26L11 29C13 18 10 9 4 2Z'
const SHORT_TAIL = 'M1 5C6 8 8 13 8 21L12 18L16.5 19C15.5 10 12 4 6 1Z'
const CREASES = 'M-2 -5c3 3 4 7 3 11M3 -6c3 3 3 6 2 10'
/** Distance of the knot from the end of the band, its height and its scale. It lies on the hair, with its tails. */
const KNOT_AT = { inside: 14, y: -46.5, scale: 0.84 } as const
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

/** Draws a shadow that fades on both sides of a curve. */
const shadowAlong = (d: string, opacity: number): string =>
  PRESSED.widths.map((width) => line(d, SHADOW_COLOR, width, { opacity, 'stroke-linecap': 'butt' })).join('')

/** Widths of the strokes, in units, and their opacity. Cloth without shade and light looks like a printed strip. */
const ROUND = { shade: { widths: [3, 6, 9, 12], opacity: 0.1 }, light: { widths: [2, 4, 6], opacity: 0.1 } } as const

/** Draws the shade or the light along an edge of the band, which is as round as the forehead below it. */
const roundOff = (d: string, color: Hex, { widths, opacity }: (typeof ROUND)['shade' | 'light']): string =>
  widths.map((width) => line(d, color, width, { opacity, 'stroke-linecap': 'butt' })).join('')

/** Draws the knot with its tails on one side of the head. */
function drawKnot({ middle, knot }: BandEnds, color: Hex, rim: Hex): string {
  const x = round((knot === 1 ? middle.right : middle.left) - KNOT_AT.inside)
  return group(
    { transform: `scale(${knot} 1) translate(${x} ${KNOT_AT.y}) scale(${KNOT_AT.scale})` },
    fill(LONG_TAIL, SHADOW_COLOR, { transform: 'translate(-2.5 2)', opacity: 0.3 }),
    modelled('headband-short', SHORT_TAIL, color, { shadeUnits: 6, lit: 0.4, rim }),
    modelled('headband-long', LONG_TAIL, color, { shadeUnits: 6, shade: 0.4, lit: 0.3, rim }),
    modelled('headband-knot', KNOT, color, { shadeUnits: 5, lit: 0.5, rim }),
    line(CREASES, darker(color, 0.5), 1.8),
  )
}

export const headband: Gear = {
  id: 'headband',
  fit: { top: 92, hides: 'nothing' },
  front: (colors, wearer) => {
    const { primary, secondary } = colors
    const ends = wearer?.bandEnds ?? DRAWN_ENDS
    const { cloth, stripe, shade, light, ribs, above, below } = band(ends)
    return (
      wrap() +
      shadowAlong(above, PRESSED.above) +
      shadowAlong(below, PRESSED.below) +
      modelled(
        'headband-cloth',
        cloth,
        primary,
        { shadeUnits: 0, lit: 0.45 },
        line(ribs, darker(primary, 0.3), 2.2),
        line(ribs, lighter(primary, 0.35), 1.2, { transform: 'translate(-2 0)', opacity: 0.7 }),
        line(stripe, secondary, 7),
        roundOff(shade, '#000000', ROUND.shade),
        roundOff(light, '#ffffff', ROUND.light),
        fill(cloth, 'url(#headband-wrap)'),
      ) +
      drawKnot(ends, primary, getRimColor(colors))
    )
  },
}
