import { hardShadow, inked, line, round } from '../svg.ts'
import type { Gear } from './gear.ts'

const DRAWN_HEAD_UNITS = 51

/** The band from side to side, its stripe and the shade on its right, for a head of this half width. */
function band(reach: number) {
  const x = (share: number) => round(share * reach)
  return {
    cloth: `M${x(-1)} -50C${x(-0.59)} -62 ${x(0.59)} -62 ${x(1)} -50L${x(0.98)} -28C${x(0.59)} -38 ${x(-0.59)} -38 ${x(-0.98)} -28Z`,
    stripe: `M${x(-0.96)} -39C${x(-0.55)} -50 ${x(0.55)} -50 ${x(0.96)} -39`,
    shade: `M${x(0.39)} -58C${x(0.63)} -56 ${x(0.82)} -54 ${x(1)} -50L${x(0.98)} -28C${x(0.78)} -33 ${x(0.59)} -35 ${x(0.35)} -36Z`,
    tails: `M${reach + 1} -40C${reach + 19} -36 ${reach + 33} -24 ${reach + 41} -6C${reach + 33} -8 ${reach + 27} -6 ${reach + 23} -2C${reach + 19} -18 ${reach + 11} -26 ${reach - 1} -28Z`,
  }
}

export const headband: Gear = {
  id: 'headband',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: ({ primary, secondary }, wearer) => {
    const { cloth, stripe, shade, tails } = band(
      Math.max(DRAWN_HEAD_UNITS, Math.round(wearer?.strapHalfWidthUnits ?? 0)),
    )
    return inked(tails, primary) + inked(cloth, primary) + line(stripe, secondary, 6) + hardShadow(shade, 0.3)
  },
}
