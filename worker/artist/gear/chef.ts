import { CHALK, fill, INK, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const TOQUE =
  'M-46 -44C-50 -70 -48 -80 -50 -90C-78 -96 -80 -136 -48 -138C-40 -164 -10 -170 2 -156C18 -172 48 -162 50 -138C82 -136 78 -96 50 -90C48 -80 50 -70 46 -44C24 -52 -24 -52 -46 -44Z'
const SHADE =
  'M6 -156C24 -170 48 -162 50 -138C82 -136 78 -96 50 -90C48 -80 50 -70 46 -44C38 -47 30 -49 22 -50C36 -80 34 -130 6 -156Z'

export const chef: Gear = {
  id: 'chef',
  fit: { room: { top: 172 }, hides: 'hair' },
  front: () =>
    inked(TOQUE, CHALK) +
    fill(SHADE, '#b9c3c2', { opacity: 0.75 }) +
    line('M-24 -92V-72M0 -96V-72M24 -92V-72', '#9aa5a4', 3) +
    line('M-46 -46C-24 -54 24 -54 46 -46', INK, 3),
}
