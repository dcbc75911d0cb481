import { element, fill, line, round } from '#worker/graphics/svg.ts'
import type { BandEnds, Gear } from './gear.ts'
import { castShadow, darker, getRimColor, lighter, modelled } from './modelled.ts'

/** Heights of a band's ends at its upper edge, its middle and its lower edge, in units. */
export const BAND_Y = { upper: -49, middle: -38, lower: -25 } as const

/** Ends on a drawn head. */
const DRAWN_ENDS: BandEnds = {
  upper: { left: 49, right: 49 },
  middle: { left: 50, right: 50 },
  lower: { left: 49, right: 49 },
}

/** Builds the band around a head. Its ends follow the outline of the hair, and it dips slightly over the brow. */
function band({ upper, middle, lower }: BandEnds) {
  const x = (share: number) => round(share * (share < 0 ? middle.left : middle.right))
  const edge = (top: number, between: number, bottom: number) => {
    const control = 2 * between - (top + bottom) / 2
    return `Q${round(control)} ${BAND_Y.middle} ${round(bottom)} ${BAND_Y.lower}`
  }
  const back = `Q${round((upper.left + lower.left) / 2 - 2 * middle.left)} ${BAND_Y.middle} ${-upper.left} ${BAND_Y.upper}`
  return {
    cloth: `M${-upper.left} ${BAND_Y.upper}C${x(-0.62)} -66 ${x(0.62)} -66 ${upper.right} ${BAND_Y.upper}${edge(upper.right, middle.right, lower.right)}C${x(0.62)} -42 ${x(-0.62)} -42 ${-lower.left} ${BAND_Y.lower}${back}Z`,
    stripe: `M${x(-1.06)} -36C${x(-0.62)} -54.5 ${x(0.62)} -54.5 ${x(1.06)} -36`,
    ribs: Array.from({ length: 17 }, (_, i) => {
      // The ribs lie closer together where the band turns away.
      const at = 0.96 * Math.sin((-0.5 + i / 16) * Math.PI * 0.86)
      const y = -61.5 + at * at * 13
      return `M${x(at)} ${round(y)}v5M${x(at)} ${round(y + 18)}v5`
    }).join(''),
    brow: `M${x(-0.88)} -33C${x(-0.5)} -45 ${x(0.5)} -45 ${x(0.88)} -33L${x(0.84)} -22C${x(0.5)} -32 ${x(-0.5)} -35 ${x(-0.84)} -27Z`,
  }
}

const longTail = (x: number): string =>
  `M${x - 8} -50C${x + 5} -52 ${x + 11} -46 ${x + 13} -32C${x + 16} -16 ${x + 12} -4 ${x + 15} 12L${x + 6} 8L${x - 1} 15C${x - 2} 0 ${x - 1} -16 ${x - 10} -36Z`
const shortTail = (x: number): string =>
  `M${x - 8} -50C${x + 3} -53 ${x + 16} -52 ${x + 25} -40L${x + 17} -38L${x + 18} -28C${x + 10} -35 ${x + 2} -37 ${x - 8} -36Z`
const knot = (x: number): string =>
  `M${x - 7} -52C${x - 2} -56 ${x + 5} -54 ${x + 7} -49C${x + 9} -42 ${x + 7} -33 ${x + 2} -31C${x - 3} -30 ${x - 7} -34 ${x - 8} -41C${x - 9} -46 ${x - 9} -49 ${x - 7} -52Z`

/** Distance of the knot from the end of the band: it lies on the hair. */
const KNOT_INSIDE = 9

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

export const headband: Gear = {
  id: 'headband',
  fit: { top: 92, hides: 'nothing' },
  // The tails hang behind the head, so that only their ends show beside it.
  back: (colors, wearer) => {
    const x = round((wearer?.bandEnds ?? DRAWN_ENDS).middle.right - 4)
    const rim = getRimColor(colors)
    return (
      modelled('headband-long', longTail(x), colors.primary, { shadeUnits: 9, shade: 0.4, lit: 0.3, rim }) +
      modelled('headband-short', shortTail(x), colors.primary, { shadeUnits: 6, lit: 0.4, rim })
    )
  },
  front: (colors, wearer) => {
    const { primary, secondary } = colors
    const ends = wearer?.bandEnds ?? DRAWN_ENDS
    const { cloth, stripe, ribs, brow } = band(ends)
    const x = round(ends.middle.right - KNOT_INSIDE)
    return (
      wrap() +
      castShadow(brow) +
      modelled(
        'headband-cloth',
        cloth,
        primary,
        { shadeUnits: 0, lit: 0.45 },
        line(ribs, darker(primary, 0.3), 2.2),
        line(ribs, lighter(primary, 0.35), 1.2, { transform: 'translate(-2 0)', opacity: 0.7 }),
        line(stripe, secondary, 8),
        fill(cloth, 'url(#headband-wrap)'),
      ) +
      modelled('headband-knot', knot(x), primary, { shadeUnits: 5, lit: 0.5, rim: getRimColor(colors) }) +
      line(`M${x - 3} -48c3 3 4 7 3 11M${x + 2} -49c3 3 3 6 2 10`, darker(primary, 0.5), 1.8)
    )
  },
}
