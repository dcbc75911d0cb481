import {
  CHALK,
  circle,
  element,
  fill,
  group,
  highlight,
  inkedCircle,
  line,
  round,
  starPath,
} from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, modelled } from './modelled.ts'

/** Center, size and rotation of each flake, from back to front. */
const FLAKES = [
  [-30, -148, 1, 20],
  [-6, -156, 1.1, -30],
  [22, -152, 1.05, 80],
  [44, -138, 0.95, 10],
  [-48, -136, 0.95, -20],
  [-22, -136, 1, 110],
  [6, -138, 1.1, 40],
  [30, -132, 0.95, -60],
  [-36, -126, 0.85, 50],
  [50, -126, 0.8, 130],
  [14, -124, 0.85, 0],
  [-10, -124, 0.9, 200],
] as const
const FLYING = [
  [-68, -162, 0.62, 30],
  [66, -158, 0.68, -40],
  [34, -176, 0.55, 90],
] as const
const LOBES = [
  [-7, -4, 8.5],
  [7, -5, 9],
  [0, 7, 9],
] as const

/** Half width of the open top. A bucket that is widened for thick hair flares less, because of the card's badge. */
const TOP = { half: 63, least: 54 } as const

/** Draws a bucket with vertical stripes. @param top half width of its open top */
function bucketPaths(top: number) {
  const x = (share: number) => round(share * top)
  const [lip, inner] = [`${x(-0.5)} -112 ${x(0.5)} -112 ${top} -124`, round(top - 1.5)]
  return {
    bucket: `M-52 -53L${-top} -124C${lip}L52 -55C36 -31 -36 -31 -52 -53Z`,
    stripes: `M-53 -46L${-top - 2} -125L${x(-0.78)} -119.5L-40 -32ZM-26 -32L${x(-0.48)} -115.5L${x(-0.16)} -114L-9 -32ZM9 -32L${x(0.16)} -114L${x(0.48)} -115.5L26 -32ZM40 -32L${x(0.78)} -119.5L${top + 2} -125L53 -46Z`,
    lip: `M${-top} -124C${lip}L${inner} -115C${x(0.5)} -103 ${x(-0.5)} -103 ${-inner} -115Z`,
    edge: `M${-inner} -115C${x(-0.5)} -103 ${x(0.5)} -103 ${inner} -115`,
    roll: 'M-54 -59C-37 -35.4 37 -35.4 54 -59',
    shine: `M${9 - top} -106L${13 - top} -105L-42 -56L-46 -57Z`,
  }
}

/** Draws a popped kernel: three white lobes around its brown hull. */
const flake = ([x, y, size, turn]: readonly [number, number, number, number]): string =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    LOBES.map(([cx, cy, r]) => inkedCircle(cx, cy, r, '#fff4d0')).join(''),
    LOBES.map(([cx, cy, r]) => circle(cx, cy, r - 0.6, '#fff4d0')).join(''),
    fill('M-4 13C4 12 9 6 9 1C14 -1 16 -5 15 -8C17 4 10 16 0 16Z', '#e2b45c', { opacity: 0.8 }),
    line('M-2 -3C1 -1 3 -2 5 -4', '#a8691e', round(2.6 / size)),
  )

/** Light on a cylinder, brightest left of its middle. */
const cylinder = (): string =>
  element(
    'linearGradient',
    { id: 'popcorn-round', x1: 0, y1: 0, x2: 1, y2: 0 },
    (
      [
        [0, 0.26],
        [0.16, 0.06],
        [0.34, 0],
        [0.6, 0.1],
        [1, 0.46],
      ] as const
    )
      .map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#000000', 'stop-opacity': opacity }))
      .join(''),
  )

export const popcorn: Gear = {
  id: 'popcorn',
  fit: { top: 186, hides: 'hair', rim: { half: 51, y: -37, endY: -54, most: 72 } },
  front: (colors, wearer) => {
    const top = round(Math.max(TOP.least, TOP.half / (wearer?.widened ?? 1)))
    const { bucket, stripes, lip, edge, roll, shine } = bucketPaths(top)
    return (
      cylinder() +
      group(
        { transform: 'rotate(3.5 0 -50)' },
        group({ transform: `scale(${round(top / TOP.half)} 1)` }, [...FLYING, ...FLAKES].map(flake).join('')),
        modelled(
          'popcorn-bucket',
          bucket,
          CHALK,
          { shadeUnits: 0, lit: 0, rim: getRimColor(colors) },
          fill(stripes, colors.primary),
          fill(bucket, 'url(#popcorn-round)'),
          line(roll, '#000000', 1.6, { opacity: 0.35 }),
          fill(lip, '#ffffff', { opacity: 0.35 }),
          line(edge, '#000000', 2, { opacity: 0.5 }),
          highlight(shine, 0.7),
        ),
        inkedCircle(0, -80, 17, CHALK),
        circle(0, -80, 13, 'none', { stroke: colors.primary, 'stroke-width': 2 }),
        fill(starPath(0, -80, 10.5), colors.primary),
      )
    )
  },
}
