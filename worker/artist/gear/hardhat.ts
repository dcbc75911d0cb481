import { hardShadow, highlight, inked } from '../svg.ts'
import type { Gear } from './gear.ts'

const YELLOW = '#f5a81c'
const DOME = 'M-64 -32C-66 -90 -36 -114 0 -114C36 -114 66 -90 64 -32C40 -42 -40 -42 -64 -32Z'
const SHADE = 'M18 -112C44 -106 66 -84 64 -32C52 -37 40 -39 28 -40C48 -56 42 -96 18 -112Z'
const BRIM = 'M-82 -26C-60 -44 60 -44 82 -26C60 -22 -60 -22 -82 -26Z'

export const hardhat: Gear = {
  id: 'hardhat',
  fit: { room: { top: 124 }, hides: 'hair' },
  front: () =>
    inked(DOME, YELLOW) +
    hardShadow(SHADE) +
    inked('M-10 -120H10L14 -40H-14Z', '#ffc24a') +
    inked(BRIM, YELLOW) +
    highlight('M-52 -52C-48 -80 -38 -92 -24 -99C-34 -84 -38 -70 -40 -50Z', 0.5),
}
