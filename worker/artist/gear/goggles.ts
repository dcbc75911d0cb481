import { fill, highlight, inked, line, round } from '../svg.ts'
import type { Gear } from './gear.ts'

const DRAWN_HEAD_STRAP_UNITS = 62
const FRAME =
  'M-54 -20C-54 -40 -36 -42 0 -40C36 -42 54 -40 54 -20C56 8 44 22 27 22C12 22 10 8 0 8C-10 8 -12 22 -27 22C-44 22 -56 8 -54 -20Z'
const LENS =
  'M-46 -18C-46 -31 -34 -33 0 -31C34 -33 46 -31 46 -18C47 4 39 13 27 13C16 13 12 -1 0 -1C-12 -1 -16 13 -27 13C-39 13 -47 4 -46 -18Z'
const SUNSET = 'M-45 -20C-45 -30 -34 -32 -10 -31L-34 11C-41 8 -46 -2 -45 -20Z'
const GLOW = 'M-2 -31L12 -31.5L-11 3C-16 8 -18 11 -22 13L-28 13Z'

/** Both ends of the strap, from the frame to the edge of the head. @param reach half width of head and hair */
function strapPath(reach: number): string {
  const end = (side: -1 | 1) => {
    const x = (units: number) => round(side * units)
    return `M${x(reach)} -26C${x(reach - 4)} -34 ${x(50)} -36 ${x(44)} -34V6C${x(54)} 6 ${x(reach - 2)} 0 ${x(reach)} -6Z`
  }
  return end(-1) + end(1)
}

export const goggles: Gear = {
  id: 'goggles',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: ({ primary, secondary }, wearer) =>
    inked(strapPath(Math.max(DRAWN_HEAD_STRAP_UNITS, wearer?.strapHalfWidthUnits ?? 0)), secondary) +
    inked(FRAME, primary) +
    fill(LENS, '#1a2230') +
    fill(SUNSET, '#ff9a4d') +
    fill(GLOW, '#ffd9a0') +
    highlight('M20 -32L30 -31.6L8 2L4 0Z', 0.35) +
    line('M-50 -22C-49 -34 -36 -37 0 -35.6', '#ffffff', 1.8, { opacity: 0.6 }),
}
