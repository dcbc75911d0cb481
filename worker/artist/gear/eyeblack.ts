import { fill, INK } from '../svg.ts'
import type { Gear } from './gear.ts'

/** Set with a thumb under the eye, then wiped down the cheek. */
const SMEAR =
  'M-41 7C-33 2 -16 2 -7 8C-6 12 -7 16 -10 19C-14 16 -20 15 -26 16C-32 16 -37 18 -40 21C-44 17 -44 11 -41 7Z'
const WIPED =
  'M-40 16H-8C-9 21 -12 26 -14 25L-16 21L-19 32C-20 34 -22 34 -22 32L-23 23L-26 36C-27 38 -29 38 -29 35V24L-33 30C-35 31 -36 30 -36 28L-37 21Z'
const SHEEN = 'M-36 8.5C-29 6 -20 6 -13 9.5C-20 8.8 -29 9 -36 12Z'
const mirrored = { transform: 'scale(-1 1)' }

export const eyeblack: Gear = {
  id: 'eyeblack',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () => '',
  decal: () =>
    fill(WIPED, INK, { opacity: 0.4 }) +
    fill(WIPED, INK, { ...mirrored, opacity: 0.4 }) +
    fill(SMEAR, INK) +
    fill(SMEAR, INK, mirrored) +
    fill(SHEEN, '#8a9496') +
    fill(SHEEN, '#4a5356', mirrored),
}
