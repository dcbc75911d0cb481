import {
  circle,
  clipped,
  element,
  ellipse,
  fill,
  highlight,
  INK,
  inked,
  inkedEllipse,
  line,
  starPath,
} from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { STEEL, STEEL_DEEP, STEEL_LIT } from './materials.ts'
import { crescent, darker, getRimColor, modelled, sparkPath } from './modelled.ts'

const CENTER_Y = -14
const SHELL_UNITS = 96
const GLASS_UNITS = 80
const WHITE = '#e9eeee'

const disc = (r: number): string =>
  `M${-r} ${CENTER_Y}A${r} ${r} 0 1 1 ${r} ${CENTER_Y}A${r} ${r} 0 1 1 ${-r} ${CENTER_Y}Z`
const SHELL = disc(SHELL_UNITS)
const GLASS = disc(GLASS_UNITS)
const EAR =
  'M-106 -36H-90C-84 -36 -82 -30 -82 -22V4C-82 12 -84 16 -90 16H-106C-110 16 -112 12 -112 6V-26C-112 -32 -110 -36 -106 -36Z'
const OTHER_EAR =
  'M106 -36H90C84 -36 82 -30 82 -22V4C82 12 84 16 90 16H106C110 16 112 12 112 6V-26C112 -32 110 -36 106 -36Z'
const CREST = 'M-16 -112H16L12 -88H-12Z'
const COLLAR = 'M-72 58C-44 80 44 80 72 58C80 64 82 78 78 85C46 104 -46 104 -78 85C-82 78 -80 64 -72 58Z'
const BOLTS = [
  [-60, 78],
  [-31, 87],
  [0, 90],
  [31, 87],
  [60, 78],
] as const
/** Reflections along the rim of the glass, beside the head. */
const SWEEP = 'M-71.3 -37.2A75 75 0 0 1 -2.6 -89.0Q-44.9 -73.5 -71.3 -37.2Z'
const DROP = 'M-74.3 -3.6A75 75 0 0 1 -73.4 -29.6Q-69.1 -16.4 -74.3 -3.6Z'
const LOW_GLEAM = 'M71.3 9.2A75 75 0 0 1 39.7 49.6Q54.8 28.8 71.3 9.2Z'
/** Collar of the suit inside the glass. The neck stands in it, and long hair ends behind it. */
const NECK_RING = 'M-80 32C-60 49 -30 57 0 57C30 57 60 49 80 32V96H-80Z'
const NECK_RING_EDGE = 'M-80 32C-60 49 -30 57 0 57C30 57 60 49 80 32'
/** Color of the suit in the shade of the helmet. */
const SUIT = '#39454c'
const DEPTH = 'space-depth'
const INSIDE = 'space-inside'

/** Gradient of the glass: clear in front of the whole face, blue at its curved edge. */
const depth = (): string =>
  element(
    'radialGradient',
    { id: DEPTH, gradientUnits: 'userSpaceOnUse', cx: 0, cy: CENTER_Y, r: GLASS_UNITS },
    [
      [0.84, 0],
      [0.93, 0.14],
      [1, 0.5],
    ]
      .map(([offset, opacity]) =>
        element('stop', { offset: offset!, 'stop-color': '#6fc4f0', 'stop-opacity': opacity! }),
      )
      .join(''),
  )

/** Gradient of the lit inside. It is light enough for the outline of dark hair. */
const inside = (): string =>
  element(
    'radialGradient',
    { id: INSIDE, gradientUnits: 'userSpaceOnUse', cx: -12, cy: CENTER_Y - 14, r: 1.2 * GLASS_UNITS },
    element('stop', { offset: 0.3, 'stop-color': '#7fb0d2' }) + element('stop', { offset: 1, 'stop-color': '#1d466b' }),
  )

/** Draws the collar of the suit in front of the neck. */
const neckRing = (): string =>
  clipped(
    'space-neck',
    GLASS,
    fill(NECK_RING, SUIT) +
      line(NECK_RING_EDGE, INK, 8) +
      line(NECK_RING_EDGE, STEEL, 4.4) +
      line(NECK_RING_EDGE, STEEL_LIT, 1.2, { transform: 'translate(0 -1)', opacity: 0.8 }),
  )

export const space: Gear = {
  id: 'space',
  fit: { top: 140, hides: 'hair' },
  back: () => inside() + fill(GLASS, `url(#${INSIDE})`) + inkedEllipse(0, 58, 50, 10, SUIT),
  front: (colors) =>
    depth() +
    neckRing() +
    ellipse(0, CENTER_Y, GLASS_UNITS, GLASS_UNITS, `url(#${DEPTH})`) +
    highlight(SWEEP, 0.42) +
    highlight(DROP, 0.42) +
    fill(LOW_GLEAM, '#bfe8ff', { opacity: 0.32 }) +
    fill(sparkPath(54, -62, 7), '#ffffff') +
    modelled('space-collar', COLLAR, STEEL, { shadeUnits: 26, lit: 0.7, rim: getRimColor(colors) }) +
    line('M-75 70C-46 90 46 90 75 70', STEEL_DEEP, 2.2) +
    BOLTS.map(([x, y]) => circle(x, y - 1, 3, INK) + circle(x - 0.6, y - 1.6, 1.7, STEEL_LIT)).join('') +
    shell(colors.primary, colors.secondary, getRimColor(colors)) +
    modelled('space-ear', EAR, colors.primary, { shadeUnits: 5, lit: 0.5 }) +
    modelled('space-other-ear', OTHER_EAR, colors.primary, { shadeUnits: 14, lit: 0.2, rim: getRimColor(colors) }) +
    line('M-104 -22V2M-96 -22V2M96 -22V2M104 -22V2', darker(colors.primary, 0.45), 3),
}

/** Draws a ring of white enamel with the team's stripe on top. */
const shell = (primary: string, secondary: string, rim: string): string =>
  clipped(
    'space-shell',
    SHELL + GLASS,
    fill(SHELL, WHITE) +
      fill(CREST, primary) +
      line('M-21 -112L-16 -88M21 -112L16 -88', secondary, 4) +
      fill('M10 -120C70 -110 96 -60 96 -14C96 40 50 84 0 84C60 60 76 20 70 -30C66 -70 44 -100 10 -120Z', '#5d7286', {
        opacity: 0.42,
      }) +
      crescent(SHELL, [3.4, 4], '#ffffff', 0.9) +
      crescent(SHELL, [-4.4, 0], rim, 0.9) +
      circle(0, CENTER_Y, GLASS_UNITS + 4, 'none', { stroke: STEEL_DEEP, 'stroke-width': 2 }),
    'evenodd',
  ) +
  inkedEllipse(0, CENTER_Y, SHELL_UNITS, SHELL_UNITS, 'none') +
  inkedEllipse(0, CENTER_Y, GLASS_UNITS, GLASS_UNITS, 'none') +
  inked(starPath(0, 73, 9), secondary)
