import { circle, ellipse, fill, group, highlight, inked, inkedCircle, line, round } from '#worker/graphics/svg.ts'
import type { Gear, Wearer } from './gear.ts'
import { darker, getRimColor, lighter, modelled } from './modelled.ts'

const DOME = 'M-57 -34C-62 -88 -38 -111 0 -111C38 -111 62 -88 57 -34C30 -48 -30 -48 -57 -34Z'
const PANEL = 'M0 -112C-24 -102 -32 -72 -29 -40H29C32 -72 24 -102 0 -112Z'
const SEAMS = 'M-5 -107C-27 -96 -34 -70 -32 -44M5 -107C27 -96 34 -70 32 -44'
const PEAK = 'M-58 -44C-38 -55 38 -55 58 -44C68 -38 66 -31 56 -28C36 -18 -36 -18 -56 -28C-66 -31 -68 -38 -58 -44Z'
const PEAK_STITCHES = 'M-56 -37C-36 -45 36 -45 56 -37M-53 -32C-34 -24 34 -24 53 -32'
const RIGHT_BLADE = 'M3 -139C16 -160 62 -166 80 -150C66 -132 26 -126 3 -139Z'
const LEFT_BLADE = 'M-3 -137C-16 -116 -62 -114 -80 -130C-66 -148 -26 -150 -3 -137Z'
const SHINE = 'M-47 -54C-46 -82 -38 -94 -26 -101C-34 -88 -38 -74 -38 -54C-39 -49 -47 -49 -47 -54Z'

/** Scales the blades, which stay clear of the card's badge however wide the cap is. */
const atHub = (wearer: Wearer | undefined, ...drawn: readonly string[]): string =>
  group({ transform: `scale(${round(0.77 / (wearer?.widened ?? 1))} 1)` }, ...drawn)

export const propeller: Gear = {
  id: 'propeller',
  fit: { top: 164, hides: 'hair', rim: { half: 60, y: -21, endY: -34, most: 70 } },
  back: (colors, wearer) =>
    atHub(
      wearer,
      ellipse(0, -139, 84, 17, lighter(getRimColor(colors), 0.4), { opacity: 0.22 }),
      ellipse(0, -139, 80, 15, 'none', {
        stroke: '#ffffff',
        'stroke-width': 3.4,
        opacity: 0.6,
        'stroke-dasharray': '60 20',
      }),
    ),
  front: (colors, wearer) => {
    const { primary, secondary } = colors
    return (
      modelled(
        'propeller-dome',
        DOME,
        primary,
        { shadeUnits: 24, rim: getRimColor(colors) },
        fill(PANEL, secondary),
        line(SEAMS, darker(primary, 0.45), 2.4),
        line(SEAMS, lighter(primary, 0.5), 1.4, {
          'stroke-dasharray': '3 3.4',
          transform: 'translate(0 -3)',
          opacity: 0.75,
        }),
      ) +
      modelled('propeller-peak', PEAK, primary, { shadeUnits: 16, lit: 0.5, rim: getRimColor(colors) }) +
      line(PEAK_STITCHES, lighter(primary, 0.55), 1.5, { 'stroke-dasharray': '3.4 3.4', opacity: 0.85 }) +
      highlight(SHINE, 0.34) +
      inked('M-4 -136H4L6 -108H-6Z', '#cfd6d4') +
      fill('M1 -136H4L6 -110H1Z', '#000000', { opacity: 0.3 }) +
      atHub(
        wearer,
        modelled('propeller-right', RIGHT_BLADE, '#e8372c', { shadeUnits: 7, shade: 0.3, lit: 0.55 }),
        modelled('propeller-left', LEFT_BLADE, '#ffc93c', { shadeUnits: 7, shade: 0.24, lit: 0.7 }),
      ) +
      inkedCircle(0, -138, 7.5, '#e7ecea') +
      circle(-2, -140.4, 2.4, '#ffffff')
    )
  },
}
