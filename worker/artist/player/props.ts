import { CHALK, clipped, fill, group, highlight, INK, inked, line, round } from '#worker/graphics/svg.ts'
import type { Pair } from '#shared/design/pair.ts'
import { footballHelmet } from '../gear/football-helmet.ts'
import { HELMET_OPENING } from '../gear/football-helmet.ts'
import type { Spot } from './pose.ts'

const BALL = 'M-118 0C-92 -50 -46 -70 0 -70C46 -70 92 -50 118 0C92 50 46 70 0 70C-46 70 -92 50 -118 0Z'

/** A football with its laces up. @param turn in degrees; 0 lies on its side */
export const ball = ([x, y]: Spot, turn: number, scale = 1): string =>
  group(
    { transform: `translate(${round(x)} ${round(y)}) rotate(${turn}) scale(${scale})` },
    fill(BALL, INK, { stroke: INK, 'stroke-width': 9, 'stroke-linejoin': 'round' }),
    fill(BALL, '#8a4a22'),
    fill('M-118 0C-92 50 -46 70 0 70C46 70 92 50 118 0C80 26 40 34 0 34C-40 34 -80 26 -118 0Z', '#4e2710'),
    fill('M-96 -20C-70 -48 -36 -60 0 -60C36 -60 66 -50 88 -32C56 -46 30 -50 0 -50C-36 -50 -70 -40 -96 -20Z', '#c47a45'),
    fill(
      'M-84 -40C-72 -14 -72 14 -84 40L-70 48C-56 18 -56 -18 -70 -48ZM84 -40C72 -14 72 14 84 40L70 48C56 18 56 -18 70 -48Z',
      CHALK,
    ),
    line('M-44 -16C-20 -22 20 -22 44 -16', INK, 14),
    line('M-44 -16C-20 -22 20 -22 44 -16', CHALK, 7),
    line('M-32 -32V-4M-11 -36V-6M11 -36V-6M32 -32V-4', INK, 13),
    line('M-32 -31V-5M-11 -35V-7M11 -35V-7M32 -31V-5', CHALK, 6.5),
  )

/** The team's helmet as a carried prop. @param scale pixels per unit of head space */
export const carriedHelmet = (pair: Pair, [x, y]: Spot, turn: number, scale: number): string =>
  group(
    { transform: `translate(${round(x)} ${round(y)}) rotate(${turn}) scale(${scale})` },
    fill(HELMET_OPENING, '#120d0b'),
    footballHelmet(pair),
  )

const CUP = 'M-70 -92H70C70 -20 44 22 14 34V62H44V92H-44V62H-14V34C-44 22 -70 -20 -70 -92Z'

/** A gold cup with a ball on top. */
export const trophy = ([x, y]: Spot, turn: number, scale = 1): string =>
  group(
    { transform: `translate(${round(x)} ${round(y)}) rotate(${turn}) scale(${scale})` },
    line('M-66 -76C-118 -84 -112 -14 -48 -6M66 -76C118 -84 112 -14 48 -6', INK, 26),
    line('M-66 -76C-118 -84 -112 -14 -48 -6', '#ffd45e', 15),
    line('M66 -76C118 -84 112 -14 48 -6', '#b97c12', 15),
    fill(CUP, INK, { stroke: INK, 'stroke-width': 9, 'stroke-linejoin': 'round' }),
    clipped(
      'trophy-cup',
      CUP,
      fill(CUP, '#efb730') +
        fill('M14 -100H80V100H0C20 60 40 20 30 -20C24 -50 18 -70 14 -100Z', '#9a660c', { 'fill-opacity': 0.75 }) +
        highlight('M-58 -92H-34C-36 -50 -26 -10 -14 20C-44 -4 -56 -44 -58 -92Z', 0.75) +
        fill('M-70 -92H70V-72H-70Z', '#fff1b8', { 'fill-opacity': 0.55 }),
    ),
    group({ transform: 'translate(0 -118) scale(0.62)' }, ballOfGold()),
    inked('M-20 -56L-6 -58L0 -72L6 -58L20 -56L10 -46L13 -32L0 -40L-13 -32L-10 -46Z', '#fff1b8', { 'stroke-width': 5 }),
  )

const ballOfGold = (): string =>
  fill(BALL, INK, { stroke: INK, 'stroke-width': 14, 'stroke-linejoin': 'round' }) +
  fill(BALL, '#f6c445') +
  fill('M-118 0C-92 50 -46 70 0 70C46 70 92 50 118 0C80 26 40 34 0 34C-40 34 -80 26 -118 0Z', '#a8720f') +
  highlight('M-96 -20C-70 -48 -36 -60 0 -60C-30 -44 -60 -34 -96 -20Z', 0.8) +
  line('M-44 -16C-20 -22 20 -22 44 -16M-32 -32V-4M-11 -36V-6M11 -36V-6M32 -32V-4', '#7c4c08', 7)
