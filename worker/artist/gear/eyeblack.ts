import { fill, INK, line } from '../svg.ts'
import type { Gear } from './gear.ts'
import { rimOf } from './modelled.ts'

/** Set with a thumb under the eye and drawn down the cheek, as a falcon wears it: no eyelid has that shape. */
const MARK =
  'M-41 8C-33 2 -16 3 -8 9C-6 13 -7 17 -11 19C-17 17 -23 17 -26 21C-26 33 -27 44 -31 55C-32 57 -34 56 -34 53C-35 42 -35 32 -39 22C-43 18 -44 12 -41 8Z'
/** Where the thumb left the skin. */
const WIPED =
  'M-24 20C-22 27 -22 34 -24 41C-25 34 -26 28 -27 24ZM-38 23C-39 30 -39 37 -37 44C-37 38 -37 32 -35 26ZM-11 17C-9 21 -9 25 -11 29C-12 25 -13 22 -15 19Z'
const SHEEN = 'M-36 8.6C-29 5.6 -18 6 -12 9C-19 8 -28 8.6 -35 11.4Z'
const mirrored = { transform: 'scale(-1 1)' }

export const eyeblack: Gear = {
  id: 'eyeblack',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () => '',
  decal: (colors) =>
    fill(WIPED, INK, { opacity: 0.45 }) +
    fill(WIPED, INK, { ...mirrored, opacity: 0.45 }) +
    // An edge in a light color of the team: on a dark head, too, it is paint and not a closed eye.
    line(MARK, rimOf(colors), 5) +
    line(MARK, rimOf(colors), 5, mirrored) +
    fill(MARK, INK) +
    fill(MARK, INK, mirrored) +
    fill(SHEEN, '#5c6668') +
    fill(SHEEN, '#353d40', mirrored),
}
