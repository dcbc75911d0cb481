import { CHALK, circle, fill, group, highlight, inkedCircle, line, round, starPath } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { castShadow, getRimColor, modelled } from './modelled.ts'

/** Center, size and rotation of each flake, from back to front. */
const FLAKES = [
  [-30, -148, 1, 20],
  [-6, -156, 1.1, -30],
  [22, -152, 1.05, 80],
  [44, -138, 0.95, 10],
  [-48, -136, 0.95, -20],
  [-22, -136, 1, 110],
  [6, -138, 1.1, 40],
  [30, -132, 0.95, -60],
  [-36, -126, 0.85, 50],
  [50, -126, 0.8, 130],
  [14, -124, 0.85, 0],
  [-10, -124, 0.9, 200],
] as const
const FLYING = [
  [-68, -162, 0.62, 30],
  [66, -158, 0.68, -40],
  [34, -176, 0.55, 90],
] as const
const LOBES = [
  [-7, -4, 8.5],
  [7, -5, 9],
  [0, 7, 9],
] as const

const BUCKET = 'M-46 -54L-60 -126C-30 -114 30 -114 60 -126L46 -54C26 -44 -26 -44 -46 -54Z'
const STRIPES =
  'M-46 -50L-60 -126L-46 -121.5L-34 -46ZM-22 -44L-29 -117L-10 -115L-8 -43ZM8 -43L10 -115L29 -117L22 -44ZM34 -46L46 -121.5L60 -126L46 -50Z'
const LIP = 'M-60 -126C-30 -114 30 -114 60 -126L58.5 -117C30 -105 -30 -105 -58.5 -117Z'
const CONTACT = 'M-40 -54C-20 -42 34 -40 50 -54C54 -42 40 -32 14 -31C-16 -30 -40 -38 -40 -54Z'

/** Draws a popped kernel: three white lobes around its brown hull. */
const flake = ([x, y, size, turn]: readonly [number, number, number, number]): string =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    LOBES.map(([cx, cy, r]) => inkedCircle(cx, cy, r, '#fff4d0')).join(''),
    LOBES.map(([cx, cy, r]) => circle(cx, cy, r - 0.6, '#fff4d0')).join(''),
    fill('M-4 13C4 12 9 6 9 1C14 -1 16 -5 15 -8C17 4 10 16 0 16Z', '#e2b45c', { opacity: 0.8 }),
    line('M-2 -3C1 -1 3 -2 5 -4', '#a8691e', round(2.6 / size)),
  )

export const popcorn: Gear = {
  id: 'popcorn',
  fit: { top: 186, hides: 'nothing', rests: 'on-hair' },
  front: (colors, wearer) =>
    castShadow(CONTACT, 0.42, wearer?.shade) +
    group(
      { transform: 'rotate(4 0 -50)' },
      [...FLYING, ...FLAKES].map(flake).join(''),
      modelled(
        'popcorn-bucket',
        BUCKET,
        CHALK,
        { shadeUnits: 0, lit: 0, rim: getRimColor(colors) },
        fill(STRIPES, colors.primary),
        fill('M12 -130L62 -130L44 -44H10Z', '#000000', { opacity: 0.26 }),
        fill(LIP, '#ffffff', { opacity: 0.35 }),
        line('M-58.5 -117C-30 -105 30 -105 58.5 -117', '#000000', 2, { opacity: 0.5 }),
        highlight('M-50 -108L-46 -107L-37 -60L-41 -61Z', 0.7),
      ),
      inkedCircle(0, -80, 17, CHALK),
      circle(0, -80, 13, 'none', { stroke: colors.primary, 'stroke-width': 2 }),
      fill(starPath(0, -80, 10.5), colors.primary),
    ),
}
