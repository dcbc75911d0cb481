import { circle, cord, hardShadow, highlight, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'

const HIDE = '#9a6234'
const STITCH = '#5a3316'
const CHIN_STRAP = 'M-48 40C-40 62 -20 76 0 76C20 76 40 62 48 40'
const CAP =
  'M-56 46C-66 20 -66 -30 -58 -60C-48 -94 -26 -106 0 -106C26 -106 48 -94 58 -60C66 -30 66 20 56 46L38 40C44 10 44 -24 36 -36C20 -44 -20 -44 -36 -36C-44 -24 -44 10 -38 40Z'
const SHADE = 'M20 -103C44 -96 62 -66 62 -10C62 20 60 34 56 46L38 40C44 10 44 -24 36 -36C52 -50 44 -90 20 -103Z'
const SEAMS = 'M0 -106V-42M-58 -62C-30 -74 30 -74 58 -62M-26 -100C-32 -80 -34 -60 -34 -38M26 -100C32 -80 34 -60 34 -38'

export const leather: Gear = {
  id: 'leather',
  fit: { room: { scale: 0.95, drop: 0.12 }, hides: 'hair' },
  front: () =>
    cord(CHIN_STRAP, '#6b4122', 4, 9) +
    inked(CAP, HIDE) +
    hardShadow(SHADE, 0.34) +
    line(SEAMS, STITCH, 2.6) +
    highlight('M-48 -66C-42 -86 -30 -96 -18 -99C-30 -86 -36 -76 -40 -62Z') +
    circle(-50, 14, 4, STITCH) +
    circle(-50, 24, 4, STITCH) +
    circle(50, 14, 4, '#2f190a') +
    circle(50, 24, 4, '#2f190a'),
}
