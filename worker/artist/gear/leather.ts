import { circle, clipped, cord, fill, group, highlight, inked, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { castShadow, crescent, getRimColor, innerShadow } from './modelled.ts'

const HIDE = '#9c6032'
const PANEL = '#b87a45'
const SEAM = '#4b2a10'
const THREAD = '#e8c48e'

/** Draws the strap along the chin. @param x offset of the chin */
const chinStrap = (x: number): string => `M-46 36C-42 55 ${round(x - 24)} 68 ${x} 68C${round(x + 24)} 68 42 55 46 36`
const CAP =
  'M-54 48C-68 30 -69 -30 -61 -60C-50 -95 -27 -108 0 -108C27 -108 50 -95 61 -60C69 -30 68 30 54 48C48 52 40 48 38 40C45 10 45 -18 37 -30C21 -38 -21 -38 -37 -30C-45 -18 -45 10 -38 40C-40 48 -48 52 -54 48Z'
const DOME = 'M-70 60V-20C-70 -82 -40 -108 0 -108C40 -108 70 -82 70 -20V60Z'
/** Padded ridges of an early football helmet. */
const MIDDLE_RIDGE = 'M-11 -112H11C8 -88 8 -64 9 -38H-9C-8 -64 -8 -88 -11 -112Z'
const BROW_RIDGE = 'M-66 -44C-40 -64 40 -64 66 -44L64 -32C40 -52 -40 -52 -64 -32Z'
const SIDE_SEAMS = 'M-34 -104C-42 -84 -46 -70 -47 -56M34 -104C42 -84 46 -70 47 -56'
const STITCHES =
  'M-14 -110C-11 -88 -11 -76 -11 -60M14 -110C11 -88 11 -76 11 -60M-66 -49C-40 -69 40 -69 66 -49M-62 -27C-44 -44 -30 -48 -12 -49M62 -27C44 -44 30 -48 12 -49M-58 0C-60 20 -58 32 -50 42M58 0C60 20 58 32 50 42'
const SHINE = 'M-54 -68C-48 -86 -38 -95 -24 -100C-34 -88 -42 -78 -46 -64Z'
const SCUFFS = 'M-30 -76l9 -6M-24 -70l6 -4M22 -84l8 5M30 -72l6 4M-60 -8l5 8'
/** Edge of the cap and its strap around the face. */
const EDGE =
  'M-38 40C-45 10 -45 -18 -37 -30C-21 -38 21 -38 37 -30C45 -18 45 10 38 40C36 56 22 69 0 69C-22 69 -36 56 -38 40Z'
const FOREHEAD = 'M-40 -32C-22 -42 22 -42 40 -32L42 -15C24 -27 -24 -30 -41 -20Z'

const LINING = '#1d1009'
const INSIDE =
  'M-46 -40C-20 -50 20 -50 46 -40C52 -20 52 16 46 38C43 58 24 73 0 73C-24 73 -43 58 -46 38C-52 16 -52 -20 -46 -40Z'

const holes = (x: number): string => [10, 20, 30].map((y) => circle(x, y, 3, '#2a1506')).join('')

export const leather: Gear = {
  id: 'leather',
  fit: { top: 116, hides: 'hair' },
  lining: LINING,
  // Inside of the cap and its strap, visible past the cheek of a turned or narrow head.
  back: () => fill(INSIDE, LINING),
  front: (colors, wearer) =>
    castShadow(FOREHEAD) +
    innerShadow('leather-contact', EDGE) +
    cord(chinStrap(wearer?.maskX ?? 0), '#6b4122', 4.6, 9) +
    clipped(
      'leather-cap',
      CAP,
      fill(CAP, HIDE) +
        inked(BROW_RIDGE, PANEL) +
        inked(MIDDLE_RIDGE, PANEL) +
        line(SIDE_SEAMS, SEAM, 2.4) +
        line(STITCHES, THREAD, 1.7, { 'stroke-dasharray': '4 4.5' }) +
        line(SCUFFS, '#d9a673', 1.8, { opacity: 0.8 }) +
        crescent(DOME, [-26, -6], '#1a0700', 0.42) +
        crescent(DOME, [3.6, 4], '#ffd9a8', 0.5) +
        crescent(DOME, [-4.6, 0], getRimColor(colors), 0.85) +
        highlight(SHINE, 0.26),
    ) +
    inked(CAP, 'none') +
    holes(-50) +
    holes(50) +
    group(
      { transform: 'translate(2 -4) rotate(46 36 58)' },
      inked('M29 52H43V64H29Z', '#d9a93a'),
      fill('M33 55.5H39V60.5H33Z', '#4b2a10'),
    ),
}
