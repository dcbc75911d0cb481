import { fill, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import type { Sides } from '../ink/study/head-shape.ts'
import { castShadow, darker, getRimColor, lighter, modelled } from './modelled.ts'

const DRAWN_HEAD_UNITS = 50
/** Maximum half width. Long hair is wider than the brow that the band is tied around. */
const WIDEST_UNITS = 58

/** Builds the band for a head of this half width and taper. It dips slightly over the brow. */
function band(reach: number, { left, right }: Sides) {
  const x = (share: number) => round(share * reach)
  const [midLeft, midRight] = [(1 + left) / 2, (1 + right) / 2]
  return {
    cloth: `M${x(-left)} -50C${x(-0.6)} -66 ${x(0.6)} -66 ${x(right)} -50C${x(midRight)} -42 ${x(0.99)} -34 ${x(0.96)} -25C${x(0.6)} -41 ${x(-0.6)} -41 ${x(-0.96)} -25C${x(-0.99)} -34 ${x(-midLeft)} -42 ${x(-left)} -50Z`,
    stripe: `M${x(-1.02)} -37C${x(-0.6)} -54 ${x(0.6)} -54 ${x(1.02)} -37`,
    ribs: Array.from({ length: 17 }, (_, i) => {
      const at = -0.94 + (i * 1.88) / 16
      const y = -62 + at * at * 13
      return `M${x(at)} ${round(y)}v5M${x(at)} ${round(y + 18)}v5`
    }).join(''),
    brow: `M${x(-0.86)} -33C${x(-0.5)} -45 ${x(0.5)} -45 ${x(0.86)} -33L${x(0.84)} -22C${x(0.5)} -32 ${x(-0.5)} -35 ${x(-0.84)} -27Z`,
  }
}

const longTail = (x: number): string =>
  `M${x} -50C${x + 12} -52 ${x + 22} -46 ${x + 27} -32C${x + 33} -14 ${x + 30} 6 ${x + 36} 26L${x + 25} 20L${x + 18} 29C${x + 16} 8 ${x + 18} -14 ${x} -38Z`
const shortTail = (x: number): string =>
  `M${x} -52C${x + 16} -60 ${x + 34} -60 ${x + 48} -44L${x + 38} -42L${x + 40} -31C${x + 28} -40 ${x + 12} -40 ${x} -38Z`
const knot = (x: number): string =>
  `M${x - 8} -56C${x - 2} -61 ${x + 8} -59 ${x + 10} -52C${x + 12} -43 ${x + 9} -32 ${x + 2} -30C${x - 5} -29 ${x - 9} -34 ${x - 9} -42C${x - 10} -48 ${x - 10} -53 ${x - 8} -56Z`

const getReach = (halfWidth = 0): number =>
  Math.min(WIDEST_UNITS, Math.max(DRAWN_HEAD_UNITS, Math.round(halfWidth * 0.93)))

export const headband: Gear = {
  id: 'headband',
  fit: { top: 92, hides: 'nothing' },
  front: (colors, wearer) => {
    const { primary, secondary } = colors
    const reach = getReach(wearer?.strapHalfWidthUnits)
    const { cloth, stripe, ribs, brow } = band(reach, wearer?.taper ?? { left: 1, right: 1 })
    const rim = getRimColor(colors)
    return (
      modelled('headband-long', longTail(reach - 2), primary, { shadeUnits: 9, shade: 0.4, lit: 0.3, rim }) +
      modelled('headband-short', shortTail(reach - 2), primary, { shadeUnits: 6, lit: 0.4, rim }) +
      castShadow(brow) +
      modelled(
        'headband-cloth',
        cloth,
        primary,
        { shadeUnits: 22, shade: 0.34, lit: 0.55 },
        line(ribs, darker(primary, 0.3), 2.2),
        line(ribs, lighter(primary, 0.35), 1.2, { transform: 'translate(-2 0)', opacity: 0.7 }),
        line(stripe, secondary, 8),
      ) +
      modelled('headband-knot', knot(reach - 3), primary, { shadeUnits: 6, lit: 0.5, rim }) +
      fill(`M${reach - 8} -50c4 3 6 8 5 14M${reach} -52c4 3 4 8 3 12`, 'none', {
        stroke: darker(primary, 0.5),
        'stroke-width': 2.2,
        'stroke-linecap': 'round',
      })
    )
  },
}
