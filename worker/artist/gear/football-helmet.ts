import { contrast, type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import { CHALK, circle, clipped, cord, fill, highlight, INK, inked, line, round } from '#worker/graphics/svg.ts'
import type { Sides } from '../ink/study/head-shape.ts'
import type { Wearer } from './gear.ts'
import { castShadow, crescent, darker, getRimColor, lighter } from './modelled.ts'

const OUTER =
  'M-50 72C-63 63 -71 30 -71 -16C-71 -76 -43 -106 0 -106C43 -106 71 -76 71 -16C71 30 63 63 50 72C45 74 43.5 67 43.5 58L48 -12C44.5 -35 30 -42 0 -42C-30 -42 -44.5 -35 -48 -12L-43.5 58C-43.5 67 -45 74 -50 72Z'
const DOME = 'M-71 80V-16C-71 -76 -43 -106 0 -106C43 -106 71 -76 71 -16V80Z'
const STRIPE = 'M-12 -110L12 -110C10 -88 9 -68 9 -39L-9 -39C-9 -68 -10 -88 -12 -110Z'
const STRIPE_EDGES = 'M-18 -110C-15 -88 -14.5 -68 -14.5 -39M18 -110C15 -88 14.5 -68 14.5 -39'
const WINDOW_SHINE = 'M-57 -50C-52 -75 -40 -87 -27 -93C-38 -79 -45 -64 -48 -44C-50 -38 -59 -41 -57 -50Z'
const SPARK_SHINE =
  'M-62 -37C-63 -29 -63 -25 -63 -19C-60 -16 -56 -18 -56 -23C-56 -29 -55 -33 -54 -37C-55 -41 -61 -41 -62 -37Z'
const JAW_SEAM = 'M-70 8C-60 12 -53 12 -47 8M70 8C60 12 53 12 47 8'
/** Padding at the forehead. */
const BROW_PAD = 'M-47 -22C-43 -38 -28 -44 0 -44C28 -44 43 -38 47 -22C40 -33 26 -37 0 -37C-26 -37 -40 -33 -47 -22Z'
const BROW_SHADOW = 'M-48 -15V-36C-30 -44 30 -44 48 -36V-15Z'
/** Distance of a pad's inner edge from the middle on a drawn head, and its limits, in units. */
const PAD = { drawn: 38, least: 25, most: 40 } as const

/** Draws the pads along the cheeks. @param jaw extent of the jaw on either side, which the pads touch */
function padPath({ left, right }: Sides): string {
  const pad = (side: -1 | 1, reach: number) => {
    const inner = clamp(reach, PAD.least, PAD.most)
    const x = (units: number) => round(side * units)
    return `M${x(48)} 0C${x(inner + 6)} 4 ${x(inner + 1)} 16 ${x(inner)} 30C${x(inner - 1)} 46 ${x(inner - 5)} 58 ${x(inner - 12)} 70L${x(46)} 74Z`
  }
  return pad(-1, left) + pad(1, right)
}

/** Lining on both sides of the chin. It hides the ends of the collar. */
const JAW_LINING =
  'M-47 46C-42 56 -34 64 -21 69L-17 84C-30 84 -43 80 -49 72ZM47 46C42 56 34 64 21 69L17 84C30 84 43 80 49 72Z'

/** Draws the face mask. Its upper bar runs along the chin. @param x offset of its middle, which follows the nose */
function cagePath(x: number): string {
  const bar = (end: number, y: number, sag: number) =>
    `M${round(-end + 0.3 * x)} ${y}C${round(x - 0.6 * end)} ${sag} ${round(x + 0.6 * end)} ${sag} ${round(end + 0.3 * x)} ${y}`
  const low = (side: -1 | 1) => `M${side * 58} 39L${round(side * 46 + 0.3 * x)} 63`
  const post = (at: number) => `M${round(x + at)} 50L${round(0.9 * x + 0.88 * at)} 75`
  return `M-58 39C${round(x - 35)} 57 ${round(x + 35)} 57 58 39${bar(52, 51, 69)}${bar(46, 63, 81)}${low(-1)}${low(1)}${post(-19)}${post(19)}`
}

/** Background of the opening where there is no face, used below the head of a portrait. */
export const HELMET_OPENING =
  'M-51 -12C-46 -38 -30 -45 0 -45C30 -45 46 -38 51 -12L46 58C46 66 40 70 30 70H-30C-40 70 -46 66 -46 58Z'

/** Color of the padding in the shade of a helmet. */
export const HELMET_INSIDE = '#22282d'

const BLACK_LUMINANCE = 0.03
const STRIPE_MIN_CONTRAST = 1.25

/** Draws a football helmet. @param shield eye shield behind the face mask */
export function footballHelmet(pair: Pair, { maskX = 0, jaw }: Wearer = {}, shield = ''): string {
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
    fill(JAW_LINING, HELMET_INSIDE, { transform: `translate(${round(maskX / 2)} 0)` }) +
    inked(padPath(jaw ?? { left: PAD.drawn, right: PAD.drawn }), '#39434a') +
    castShadow(BROW_SHADOW) +
    inked(BROW_PAD, '#39434a') +
    shield +
    clipped('helmet-shell', OUTER, paint) +
    inked(OUTER, 'none') +
    earHole(-58.5, stripe) +
    earHole(58.5, stripe) +
    cage(luminance(secondary) < BLACK_LUMINANCE ? '#cfd6d4' : secondary, maskX)
  )
}

const earHole = (x: number, color: Hex): string =>
  circle(x, -2, 9, INK) + circle(x, -2, 6.6, darker(color, 0.15)) + circle(x, -2, 3.8, INK)

const CLIPS = 'M-64 34H-52V46H-64ZM52 34H64V46H52Z'

function cage(color: Hex, x: number): string {
  const bars = cagePath(x)
  return (
    cord(bars, color, 3.4, 6.6) +
    line(bars, lighter(color, 0.75), 1.2, { transform: 'translate(-0.7 -1.3)', opacity: 0.85 }) +
    inked(CLIPS, '#39434a') +
    circle(-58, 40, 2.4, '#aeb9bd') +
    circle(58, 40, 2.4, '#aeb9bd')
  )
}
