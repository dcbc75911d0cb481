import { CHALK, fill } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'

/** Three fingers drawn outwards along the cheekbone: thick where they were set down, torn where they left. */
const FINGERS = [
  'M-9 10C-20 5 -32 3 -48 1L-44 5L-50 6.5C-49 8 -46 9 -43 9.5L-48 12C-34 12 -20 15 -11 19C-7 18 -6 13 -9 10Z',
  'M-13 23C-22 18 -33 17 -47 17L-43 20L-47 22.5L-41 24.5L-44 27C-33 26 -24 28 -15 32C-11 30 -10 26 -13 23Z',
  'M-19 36C-26 32 -34 31 -43 32L-39 35L-42 38L-37 39L-39 42C-32 40 -27 41 -21 44C-17 43 -16 39 -19 36Z',
]
const BROW = 'M-8 -74C-6 -60 -6 -46 -4 -31L-1 -28L1 -31L3 -28L5 -32C6 -46 6 -60 8 -74Z'
const NOSE = 'M-10 3L-5 1L0 2.5L5 1L10 3L8.5 10L4 8L0 9.5L-4 8L-8.5 10Z'
const DOTS = [
  [-14, -42, 3],
  [-24, -41, 2.5],
  [-33, -38, 2],
] as const

const spot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const mirrored = { transform: 'scale(-1 1)' }

export const warpaint: Gear = {
  id: 'warpaint',
  fit: { top: 0, hides: 'nothing' },
  front: () => '',
  // Chalk below each finger, because some team's color is the color of some skin.
  decal: (colors) => {
    const stripes = FINGERS.join('')
    const dots = DOTS.map(([x, y, r]) => spot(x, y, r)).join('')
    return (
      fill(stripes, CHALK, { transform: 'translate(0.6 2.6)', opacity: 0.9 }) +
      fill(stripes, CHALK, { transform: 'scale(-1 1) translate(0.6 2.6)', opacity: 0.9 }) +
      fill(stripes, colors.primary) +
      fill(stripes, colors.secondary, mirrored) +
      fill(dots, CHALK, { opacity: 0.92 }) +
      fill(dots, CHALK, { ...mirrored, opacity: 0.92 }) +
      fill(BROW, CHALK, { opacity: 0.92 }) +
      fill(NOSE, CHALK, { opacity: 0.92 })
    )
  },
}
