import { CHALK, fill } from '../svg.ts'
import type { Gear } from './gear.ts'

const LEFT_STRIPES = 'M-46 6L-10 2L-8 10L-44 16ZM-45 20L-12 14L-12 22L-42 30ZM-41 34L-16 27L-18 35L-37 43Z'
const RIGHT_STRIPES = 'M46 6L10 2L8 10L44 16ZM45 20L12 14L12 22L42 30ZM41 34L16 27L18 35L37 43Z'

export const warpaint: Gear = {
  id: 'warpaint',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () => '',
  decal: ({ primary, secondary }) =>
    fill(LEFT_STRIPES, primary) +
    fill(RIGHT_STRIPES, secondary) +
    fill('M-6 -72H6L4 -30H-4Z', CHALK, { opacity: 0.92 }),
}
