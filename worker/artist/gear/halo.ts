import { circle, element, ellipse, fill, INK, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { sparkPath } from './modelled.ts'

const CENTER_Y = -118
const RX = 64
const RY = 15
const GLOW = 'halo-glow'

const FAR = `M${-RX} ${CENTER_Y}A${RX} ${RY} 0 0 1 ${RX} ${CENTER_Y}`
const NEAR = `M${-RX} ${CENTER_Y}A${RX} ${RY} 0 0 0 ${RX} ${CENTER_Y}`
const NEAR_LIGHT = `M${-RX + 4} ${CENTER_Y + 3}A${RX - 1} ${RY - 1} 0 0 0 ${RX * 0.5} ${CENTER_Y + RY * 0.8}`

/** Glow behind the head that fades outward. */
const glow = (): string =>
  element(
    'radialGradient',
    { id: GLOW },
    [
      [0, 0.75],
      [0.5, 0.42],
      [1, 0],
    ]
      .map(([offset, opacity]) =>
        element('stop', { offset: offset!, 'stop-color': '#ffe27a', 'stop-opacity': opacity! }),
      )
      .join(''),
  )

export const halo: Gear = {
  id: 'halo',
  fit: { top: 160, base: 88, hides: 'nothing', rests: 'on-hair' },
  back: () =>
    glow() +
    ellipse(0, CENTER_Y, 112, 62, `url(#${GLOW})`) +
    line(FAR, INK, 17) +
    line(FAR, GOLD_DEEP, 11.5) +
    line(FAR, GOLD, 5, { transform: 'translate(0 2.6)' }),
  front: () =>
    line(NEAR, INK, 19) +
    line(NEAR, GOLD, 13.5) +
    line(NEAR, GOLD_DEEP, 4, { transform: 'translate(0 4.4)' }) +
    line(NEAR_LIGHT, GOLD_LIT, 4.6) +
    circle(44, CENTER_Y + 10, 2.4, '#ffffff') +
    fill(sparkPath(-46, CENTER_Y + 8, 17), '#ffffff') +
    fill(sparkPath(72, CENTER_Y - 22, 10), GOLD_LIT) +
    fill(sparkPath(-84, CENTER_Y + 12, 8), GOLD_LIT),
}
