import { line } from '../svg.ts'
import type { Gear } from './gear.ts'
import { castShadow, modelled } from './modelled.ts'

const BROWN = '#3a2213'
const LEFT =
  'M1 25C-8 17 -24 20 -33 30C-38 36 -45 37 -48 31C-50 27 -47 22 -43 23C-50 16 -59 22 -59 31C-58 44 -44 53 -28 50C-15 48 -5 41 1 34Z'
const RIGHT =
  'M-1 25C8 17 24 20 33 30C38 36 45 37 48 31C50 27 47 22 43 23C50 16 59 22 59 31C58 44 44 53 28 50C15 48 5 41 -1 34Z'
const STRANDS =
  'M-3 28C-12 25 -22 28 -30 36M-4 33C-14 33 -26 40 -40 41M-10 38C-20 42 -30 45 -42 45M3 28C12 25 22 28 30 36M4 33C14 33 26 40 40 41M10 38C20 42 30 45 42 45'
const GLEAMS = 'M-10 23C-18 23 -25 27 -31 33M-36 38C-44 40 -51 37 -54 31M10 23C16 23 22 26 27 31'
const SHADOW = 'M-30 44C-18 56 18 60 34 46L26 54C12 62 -12 60 -24 52Z'

export const mustache: Gear = {
  id: 'mustache',
  fit: { room: { scale: 1, drop: 0 }, hides: 'nothing' },
  front: () =>
    castShadow(SHADOW, 0.3) +
    modelled('mustache-right', RIGHT, BROWN, { shadeUnits: 9, shade: 0.4, lit: 0 }) +
    modelled('mustache-left', LEFT, BROWN, { shadeUnits: 7, shade: 0.3, lit: 0 }) +
    line(STRANDS, '#1c0e06', 1.8) +
    line(GLEAMS, '#a06f43', 2.4) +
    line('M0 26V35', '#1c0e06', 2),
}
