import { CHALK, circle, fill, inkedCircle, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { darker, getRimColor, lighter, modelled } from './modelled.ts'

const KNIT = 'M-56 -36C-63 -88 -38 -113 0 -113C38 -113 63 -88 56 -36C30 -48 -30 -48 -56 -36Z'
const CUFF = 'M-61 -63C-32 -53 32 -53 61 -63C65 -54 65 -44 61 -36C32 -24 -32 -24 -61 -36C-65 -44 -65 -54 -61 -63Z'
const RIBS = [-52, -42, -31.5, -21, -10.5, 0, 10.5, 21, 31.5, 42, 52] as const
const BAND = 'M-64 -92C-36 -102 36 -102 64 -92V-74C36 -86 -36 -86 -64 -74Z'
const ROWS = [-104, -97, -90, -83, -76, -69] as const
const BOBBLE = { x: 0, y: -125, radius: 14, tufts: 11 } as const

/** Draws a row of small V-shaped stitches that follows the curve of the cap. */
const stitches = (y: number): string =>
  Array.from({ length: 13 }, (_, i) => {
    const x = -60 + i * 10
    const top = round(y + (x * x) / 420)
    return `M${x - 4} ${top}L${x} ${round(top + 4.6)}L${x + 4} ${top}`
  }).join('')

function bobble(): string {
  const tufts = Array.from({ length: BOBBLE.tufts }, (_, i) => {
    const angle = (i * 2 * Math.PI) / BOBBLE.tufts
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const isShaded = dx * 0.8 + dy > 0.35
    return { x: round(BOBBLE.x + BOBBLE.radius * dx), y: round(BOBBLE.y + BOBBLE.radius * dy), isShaded }
  })
  return (
    tufts.map(({ x, y }) => inkedCircle(x, y, 9, CHALK)).join('') +
    tufts.map(({ x, y, isShaded }) => circle(x, y, 9, isShaded ? '#a9b4b4' : CHALK)).join('') +
    circle(BOBBLE.x - 2, BOBBLE.y - 2, 13, CHALK) +
    line('M-12 -130l6 4M-4 -136l4 6M8 -132l-3 6M-8 -120l6 -2M6 -120l5 3M-1 -126l2 -4M14 -124l-4 2', '#97a3a4', 2)
  )
}

export const beanie: Gear = {
  id: 'beanie',
  fit: { top: 152, hides: 'hair', rim: { half: 62, y: -27, endY: -36, most: 82 } },
  front: (colors) => {
    const { primary, secondary } = colors
    return (
      bobble() +
      modelled(
        'beanie-knit',
        KNIT,
        primary,
        { shadeUnits: 24, rim: getRimColor(colors) },
        fill(BAND, secondary),
        line('M-64 -96C-36 -106 36 -106 64 -96M-64 -71C-36 -83 36 -83 64 -71', CHALK, 3),
        ...ROWS.map((y) => line(stitches(y), darker(y > -92 && y < -76 ? secondary : primary, 0.34), 2)),
      ) +
      modelled(
        'beanie-cuff',
        CUFF,
        secondary,
        { shadeUnits: 20, lit: 0.5, rim: getRimColor(colors) },
        RIBS.map((x) =>
          line(`M${x} ${round(-54.5 - x * x * 0.0022)}V${round(-29 - x * x * 0.0028)}`, darker(secondary, 0.36), 3),
        ).join(''),
        RIBS.map((x) =>
          line(
            `M${x - 3.4} ${round(-53.5 - x * x * 0.0022)}V${round(-31 - x * x * 0.0028)}`,
            lighter(secondary, 0.3),
            1.8,
            { opacity: 0.8 },
          ),
        ).join(''),
      )
    )
  },
}
