import { circle, fill, highlight, inked, inkedCircle, line, starPath } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, modelled } from './modelled.ts'

const YELLOW = '#ffb21f'
const DEEP_YELLOW = '#c97a06'
const DOME = 'M-65 -36C-68 -92 -38 -117 0 -117C38 -117 68 -92 65 -36C40 -48 -40 -48 -65 -36Z'
const RIDGE = 'M-13 -122C-8 -126 8 -126 13 -122C17 -98 18 -70 17 -42H-17C-18 -70 -17 -98 -13 -122Z'
const SIDE_RIDGES = 'M-32 -112C-40 -92 -43 -70 -42 -45M32 -112C40 -92 43 -70 42 -45'
const BRIM =
  'M-84 -29C-82 -42 -50 -54 0 -54C50 -54 82 -42 84 -29C85 -24 80 -22 74 -24C44 -36 -44 -36 -74 -24C-80 -22 -85 -24 -84 -29Z'
const UNDERSIDE = 'M-72 -27C-44 -40 44 -40 72 -27C50 -28 28 -30 0 -30C-28 -30 -50 -28 -72 -27Z'
const BRIM_EDGE = 'M-80 -27C-50 -40 50 -40 80 -27'
const SHINE = 'M-56 -58C-54 -84 -44 -98 -30 -105C-40 -90 -45 -76 -46 -56C-47 -50 -56 -51 -56 -58Z'
const SPARK = 'M-57 -47C-57 -42 -48 -42 -47 -46C-47 -50 -57 -51 -57 -47Z'

export const hardhat: Gear = {
  id: 'hardhat',
  fit: { top: 128, hides: 'hair', rim: { half: 78, y: -33, endY: -25, most: 80 } },
  front: (colors) =>
    inked(UNDERSIDE, '#5e3704') +
    modelled('hardhat-dome', DOME, YELLOW, { shadeUnits: 30, shade: 0.3, lit: 0.6, rim: getRimColor(colors) }) +
    line(SIDE_RIDGES, DEEP_YELLOW, 3) +
    line(SIDE_RIDGES, '#ffffff', 1.4, { transform: 'translate(-2.2 0)', opacity: 0.6 }) +
    modelled('hardhat-ridge', RIDGE, '#ffc445', { shadeUnits: 9, shade: 0.24, lit: 0.7 }) +
    modelled('hardhat-brim', BRIM, YELLOW, { shadeUnits: 22, shade: 0.26, lit: 0.75, rim: getRimColor(colors) }) +
    line(BRIM_EDGE, DEEP_YELLOW, 2) +
    highlight(SHINE, 0.78) +
    highlight(SPARK, 0.78) +
    inkedCircle(0, -75, 15, colors.primary) +
    circle(0, -75, 12.4, 'none', { stroke: '#ffffff', 'stroke-width': 1.4, opacity: 0.6 }) +
    fill(starPath(0, -75, 9.5), '#ffffff'),
}
