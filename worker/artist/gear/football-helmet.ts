import { contrast, type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, circle, clipped, cord, fill, group, highlight, INK, inked, line, round } from '#worker/graphics/svg.ts'
import { crescent, darker, getRimColor, lighter } from './modelled.ts'

const OUTER =
  'M-54 73C-71 63 -82 30 -82 -16C-82 -82 -48 -114 0 -114C48 -114 82 -82 82 -16C82 30 71 63 54 73C47 75 44 68 44 58L49 -12C45 -36 30 -43 0 -43C-30 -43 -45 -36 -49 -12L-44 58C-44 68 -47 75 -54 73Z'
const DOME = 'M-82 80V-16C-82 -82 -48 -114 0 -114C48 -114 82 -82 82 -16V80Z'
const STRIPE = 'M-12 -116L12 -116C10 -92 9 -70 9 -40L-9 -40C-9 -70 -10 -92 -12 -116Z'
const STRIPE_EDGES = 'M-18 -116C-15 -92 -14.5 -70 -14.5 -40M18 -116C15 -92 14.5 -70 14.5 -40'
const WINDOW_SHINE = 'M-66 -52C-60 -80 -46 -94 -31 -100C-44 -84 -51 -68 -55 -46C-57 -40 -68 -43 -66 -52Z'
const SPARK_SHINE =
  'M-71 -38C-72 -30 -72 -26 -72 -20C-69 -17 -65 -19 -65 -24C-65 -30 -64 -34 -63 -38C-64 -42 -70 -42 -71 -38Z'
const JAW_SEAM = 'M-80 8C-66 12 -56 12 -48 8M80 8C66 12 56 12 48 8'
/** Padding at the forehead and along the cheeks. */
const BROW_PAD = 'M-47 -22C-43 -38 -28 -44 0 -44C28 -44 43 -38 47 -22C40 -33 26 -37 0 -37C-26 -37 -40 -33 -47 -22Z'
const CHEEK_PADS =
  'M-47 4C-41 8 -38 22 -38 36C-38 50 -40 60 -43 66L-47 40ZM47 4C41 8 38 22 38 36C38 50 40 60 43 66L47 40Z'
/** Lining on both sides of the chin. It hides the ends of the collar. */
const JAW_LINING =
  'M-47 46C-42 56 -34 64 -21 69L-17 84C-30 84 -43 80 -49 72ZM47 46C42 56 34 64 21 69L17 84C30 84 43 80 49 72Z'

/** Draws the face mask. @param x offset of its middle, which follows the nose */
function cagePath(x: number): string {
  const bar = (end: number, y: number, sag: number) =>
    `M${round(-end + 0.3 * x)} ${y}C${round(x - 0.6 * end)} ${sag} ${round(x + 0.6 * end)} ${sag} ${round(end + 0.3 * x)} ${y}`
  const low = (side: -1 | 1) => `M${side * 66} 28L${round(side * 52 + 0.3 * x)} 63`
  const post = (at: number) => `M${round(x + at)} 35L${round(0.9 * x + 0.88 * at)} 73`
  return `M-66 28C${round(x - 40)} 38 ${round(x + 40)} 38 66 28${bar(61, 47, 58)}${bar(52, 63, 78)}${low(-1)}${low(1)}${post(-17)}${post(17)}`
}

/** Background of the opening where there is no face, used below the head of a portrait. */
export const HELMET_OPENING =
  'M-51 -12C-46 -38 -30 -45 0 -45C30 -45 46 -38 51 -12L46 58C46 66 40 70 30 70H-30C-40 70 -46 66 -46 58Z'

const BLACK_LUMINANCE = 0.03
const STRIPE_MIN_CONTRAST = 1.25

/** Draws a football helmet. @param shield eye shield behind the face mask @param maskX offset of the mask's middle */
export function footballHelmet(pair: Pair, maskX = 0, shield = ''): string {
  const { primary, secondary } = pair
  const stripe = contrast(primary, secondary) < STRIPE_MIN_CONTRAST ? CHALK : secondary
  const paint =
    fill(OUTER, primary) +
    fill(STRIPE, stripe) +
    line(STRIPE_EDGES, CHALK, 3) +
    crescent(DOME, [-32, -8], '#000000', 0.34) +
    crescent(DOME, [4, 4], '#ffffff', 0.34) +
    crescent(DOME, [-5, 0], getRimColor(pair), 0.9) +
    line(JAW_SEAM, '#000000', 2.4, { opacity: 0.5 }) +
    highlight(WINDOW_SHINE, 0.62) +
    highlight(SPARK_SHINE, 0.4)
  return (
    fill(JAW_LINING, '#171210', { transform: `translate(${round(maskX / 2)} 0)` }) +
    inked(CHEEK_PADS, '#39434a') +
    fill(BROW_PAD, '#1d0b07', { opacity: 0.55, transform: 'translate(0 7)' }) +
    inked(BROW_PAD, '#39434a') +
    shield +
    clipped('helmet-shell', OUTER, paint) +
    inked(OUTER, 'none') +
    earHole(-66, stripe) +
    earHole(66, stripe) +
    cage(luminance(secondary) < BLACK_LUMINANCE ? '#cfd6d4' : secondary, maskX)
  )
}

const earHole = (x: number, color: Hex): string =>
  circle(x, -2, 9, INK) +
  circle(x, -2, 6.6, darker(color, 0.15)) +
  circle(x, -2, 3.6, INK) +
  circle(x - 2.2, -4.4, 1.8, '#ffffff', { opacity: 0.8 })

/** Lowers the face mask to keep a smile visible. Real mouths sit higher than drawn ones. */
const CAGE_DROP_UNITS = 19
const CLIPS = 'M-72 24H-58V36H-72ZM58 24H72V36H58Z'

function cage(color: Hex, x: number): string {
  const bars = cagePath(x)
  return group(
    { transform: `translate(0 ${CAGE_DROP_UNITS})` },
    cord(bars, color, 4.4, 8.4),
    line(bars, lighter(color, 0.75), 1.5, { transform: 'translate(-0.7 -1.3)', opacity: 0.85 }),
    inked(CLIPS, '#39434a'),
    circle(-65, 30, 2.4, '#aeb9bd') + circle(65, 30, 2.4, '#aeb9bd'),
  )
}
