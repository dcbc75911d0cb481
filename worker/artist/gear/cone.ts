import { CHALK, fill, hardShadow, inked } from '../svg.ts'
import type { Gear } from './gear.ts'

const BODY = 'M-40 -56L-11 -160C-8 -168 8 -168 11 -160L40 -56Z'
const LOW_BAND = 'M-31 -88L-24 -112C-8 -106 8 -106 24 -112L31 -88C12 -80 -12 -80 -31 -88Z'
const HIGH_BAND = 'M-19 -130L-14 -146C-5 -142 5 -142 14 -146L19 -130C7 -125 -7 -125 -19 -130Z'
const FOOT = 'M-66 -58H66C72 -58 74 -44 68 -42C40 -36 -40 -36 -68 -42C-74 -44 -72 -58 -66 -58Z'

export const cone: Gear = {
  id: 'cone',
  fit: { room: { top: 168 }, hides: 'nothing', rests: 'on-hair' },
  front: () =>
    inked(BODY, '#ff6a1a') +
    fill(LOW_BAND, CHALK) +
    fill(HIGH_BAND, CHALK) +
    hardShadow('M3 -166C8 -166 10 -163 11 -160L40 -56H14Z') +
    inked(FOOT, '#e2530c'),
}
