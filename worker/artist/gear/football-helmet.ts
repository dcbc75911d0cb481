import { type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/palette.ts'
import { CHALK, circle, cord, fill, group, hardShadow, highlight, INK, inked, line } from '../svg.ts'

/** The shell and its face opening, in one path with two windings. */
const SHELL =
  'M-56 72C-74 62 -86 30 -86 -16C-86 -82 -50 -114 0 -114C50 -114 86 -82 86 -16C86 30 74 62 56 72C48 74 44 68 44 58L49 -12C45 -36 30 -43 0 -43C-30 -43 -45 -36 -49 -12L-44 58C-44 68 -48 74 -56 72Z'
const SHADE =
  'M22 -111C62 -104 86 -70 86 -16C86 30 74 62 56 72C48 74 44 68 44 58L49 -12C47 -32 38 -40 24 -42C54 -52 52 -92 22 -111Z'
const STRIPE = 'M-12 -113L12 -113C10 -92 9 -70 9 -43L-9 -43C-9 -70 -10 -92 -12 -113Z'
const STRIPE_EDGES = 'M-19 -112C-16 -92 -15 -70 -15 -43M19 -112C16 -92 15 -70 15 -43'
const SHINE = 'M-70 -58C-62 -88 -44 -101 -28 -105C-46 -88 -54 -72 -59 -50C-62 -42 -73 -48 -70 -58Z'
const CAGE =
  'M-66 28C-40 38 40 38 66 28M-62 50C-40 62 40 62 62 50M-52 68C-28 84 28 84 52 68M-66 28L-52 68M66 28L52 68M-17 35L-15 79M17 35L15 79'

/** What is seen through the opening where there is no face: used under the head of a portrait. */
export const HELMET_OPENING =
  'M-51 -12C-46 -38 -30 -45 0 -45C30 -45 46 -38 51 -12L46 58C46 66 40 70 30 70H-30C-40 70 -46 66 -46 58Z'

const BLACK_LUMINANCE = 0.03

/** Shell, stripe, ear holes and cage of a football helmet. */
export function footballHelmet({ primary, secondary }: Pair): string {
  const bolt = (x: number) => circle(x, 10, 8, INK) + circle(x, 10, 4, secondary)
  return (
    inked(SHELL, primary, { 'fill-rule': 'evenodd' }) +
    fill(STRIPE, secondary) +
    line(STRIPE_EDGES, CHALK, 3) +
    hardShadow(SHADE, 0.34) +
    highlight(SHINE, 0.42) +
    bolt(-68) +
    bolt(68) +
    cage(luminance(secondary) < BLACK_LUMINANCE ? '#cfd6d4' : secondary)
  )
}

/** Low enough to leave a smile free: real mouths sit higher than drawn ones. */
const CAGE_DROP_UNITS = 8

const cage = (color: Hex): string =>
  group(
    { transform: `translate(0 ${CAGE_DROP_UNITS})` },
    cord(CAGE, color, 5.4, 10),
    line('M-62 26C-38 35 0 35 20 34', '#ffffff', 1.6, { opacity: 0.7 }),
  )
