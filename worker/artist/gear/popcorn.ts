import { CHALK, fill, hardShadow, inked, inkedCircle } from '../svg.ts'
import type { Gear } from './gear.ts'

/** Centre and radius of each flake, back to front. */
const FLAKES = [
  [-44, -136, 17],
  [-20, -150, 18],
  [6, -156, 19],
  [30, -148, 17],
  [48, -134, 15],
  [-6, -136, 18],
  [22, -132, 16],
  [-30, -130, 14],
] as const
const BUCKET = 'M-44 -46L-60 -130C-30 -120 30 -120 60 -130L44 -46C24 -38 -24 -38 -44 -46Z'
const STRIPES =
  'M-31 -43L-40 -125C-34 -124 -28 -123 -22 -122.5L-18 -41C-22 -41 -27 -42 -31 -43ZM-7 -40L-8 -121H8L7 -40ZM31 -43L40 -125C34 -124 28 -123 22 -122.5L18 -41C22 -41 27 -42 31 -43Z'
const SHADE = 'M14 -122C30 -123 46 -126 60 -130L44 -46C34 -42 24 -40 14 -40Z'

export const popcorn: Gear = {
  id: 'popcorn',
  fit: { room: { top: 177 }, hides: 'hair' },
  front: () =>
    FLAKES.map(([x, y, r], i) => inkedCircle(x, y, r, i % 3 ? '#fff3cf' : '#ffe29a')).join('') +
    fill(BUCKET, CHALK) +
    fill(STRIPES, '#d4263a') +
    hardShadow(SHADE, 0.26) +
    inked(BUCKET, 'none'),
}
