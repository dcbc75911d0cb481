import { fill, inked, inkedEllipse } from '../svg.ts'
import type { Gear } from './gear.ts'

const HOLLOW = '#2a1204'
const CANDLE = '#ffd23f'
const STALK = 'M-8 -90C-12 -112 2 -124 18 -126L24 -112C12 -108 10 -100 12 -88Z'
const EYES = 'M-58 -12L-34 -48L-14 -10ZM58 -12L34 -48L14 -10Z'
const LIT_EYES = 'M-50 -14L-34 -38L-24 -14ZM50 -14L34 -38L24 -14Z'
const GRIN =
  'M-62 26C-40 36 -34 30 -28 40L-18 30L-8 42L2 32L14 42L22 30L32 38C42 30 50 32 62 26C54 62 24 72 0 72C-24 72 -54 62 -62 26Z'
const LIT_GRIN = 'M-50 38C-30 62 30 62 50 38C36 46 30 44 24 50L14 44L2 48L-8 50L-18 42L-28 50C-34 44 -44 46 -50 38Z'

export const pumpkin: Gear = {
  id: 'pumpkin',
  fit: { room: { scale: 0.86, drop: 0.24 }, hides: 'face' },
  front: () =>
    inked(STALK, '#4d7a2c') +
    inkedEllipse(-50, -4, 50, 82, '#d95f0e') +
    inkedEllipse(50, -4, 50, 82, '#c4500a') +
    inkedEllipse(-24, -4, 48, 88, '#f07a1b') +
    inkedEllipse(26, -4, 48, 88, '#e26a12') +
    inkedEllipse(0, -4, 34, 90, '#ff8a26') +
    inked(EYES, HOLLOW) +
    inked('M-8 16L0 -2L8 16Z', HOLLOW) +
    inked(GRIN, HOLLOW) +
    fill(LIT_EYES, CANDLE) +
    fill(LIT_GRIN, CANDLE),
}
