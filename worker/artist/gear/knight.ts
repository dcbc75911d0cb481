import { circle, fill, hardShadow, highlight, INK, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'
import { STEEL, STEEL_LIT } from './materials.ts'

const PLUME = 'M-6 -100C-30 -150 10 -168 66 -140C60 -134 70 -124 82 -112C56 -112 30 -112 8 -98Z'
const HELM = 'M-58 58V-38C-58 -88 -32 -104 0 -104C32 -104 58 -88 58 -38V58C40 78 16 86 0 90C-16 86 -40 78 -58 58Z'
const SHADE = 'M2 -104C34 -104 58 -88 58 -38V58C40 78 16 86 2 90Z'
const EYE_SLIT = 'M-46 -18H46V-4H-46Z'
const RIDGE = 'M-5 -104H5V90L0 94L-5 90Z'
const SHINE = 'M-50 -44C-48 -72 -36 -88 -18 -94C-32 -80 -38 -66 -40 -40Z'

const breathingHoles = () => [-34, -22, 22, 34].flatMap((x) => [16, 32, 48].map((y) => circle(x, y, 3.4, INK))).join('')

export const knight: Gear = {
  id: 'knight',
  fit: { room: { top: 160 }, hides: 'face' },
  front: ({ primary, secondary }) =>
    inked(PLUME, primary) +
    line('M6 -106C18 -130 40 -138 60 -134', secondary, 4) +
    inked(HELM, STEEL) +
    hardShadow(SHADE, 0.36) +
    fill(EYE_SLIT, INK) +
    inked(RIDGE, STEEL_LIT) +
    line('M-46 -26H46', '#e9efee', 3) +
    breathingHoles() +
    highlight(SHINE, 0.5),
}
