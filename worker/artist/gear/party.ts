import { CHALK, circle, element, fill, group, inked, inkedCircle, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, lighter, modelled } from './modelled.ts'

/** Distance by which the cone is raised. It sits on top of the hair, which stays visible around it. */
const RAISE = 8
const CONE = 'M-47 -58L-5 -156C-3 -160 3 -160 5 -156L47 -58C26 -44 -26 -44 -47 -58Z'
const STRIPES = 'M-70 -58L60 -94M-70 -92L60 -128M-70 -126L60 -162M-40 -34L60 -61'
const BRIM_RUFF = [-44, -32.5, -20, -7, 7, 20, 32.5, 44] as const
const TIP = { x: 0, y: -160, frills: 11, units: 19 } as const
/** Position, rotation and color of each piece of confetti. */
const CONFETTI = [
  [-84, -44, -30, 1],
  [62, -146, -20, 1],
  [84, -104, 45, 0],
  [98, -58, 10, 2],
  [-98, -22, 70, 2],
  [40, -174, -50, 2],
  [76, -168, 30, 0],
] as const

/** Draws paper frills in alternating colors. */
function pompon(color: string): string {
  const frills = Array.from({ length: TIP.frills }, (_, i) => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / TIP.frills
    const end = `${round(TIP.x + TIP.units * Math.cos(angle))} ${round(TIP.y + TIP.units * Math.sin(angle))}`
    return { d: `M${TIP.x} ${TIP.y}L${end}`, color: i % 2 ? CHALK : color }
  })
  return (
    frills.map(({ d }) => line(d, '#0b0d0c', 9.4)).join('') +
    frills.map((frill) => line(frill.d, frill.color, 5.4)).join('') +
    circle(TIP.x, TIP.y, 5, lighter(color, 0.35))
  )
}

export const party: Gear = {
  id: 'party',
  fit: {
    top: 182 + RAISE,
    base: 70,
    hides: 'nothing',
    rests: 'on-hair',
    foot: { half: 50, y: -42 - RAISE, endY: -51 - RAISE },
  },
  back: ({ primary, secondary }) =>
    CONFETTI.map(([x, y, turn, hue]) =>
      element(
        'g',
        { transform: `translate(${x} ${y}) rotate(${turn})` },
        inked('M-5 -2.5H5V2.5H-5Z', [secondary, '#ffd23f', lighter(primary, 0.45)][hue]!, { 'stroke-width': 2.4 }),
      ),
    ).join(''),
  front: (colors) => {
    const { primary, secondary } = colors
    return group(
      { transform: `translate(0 ${-RAISE})` },
      modelled(
        'party-cone',
        CONE,
        primary,
        { shadeUnits: 26, shade: 0.36, lit: 0.5, rim: getRimColor(colors) },
        line(STRIPES, secondary, 13),
        ...[-18, 8, -4, 20].map((x, i) => fill(`M${x - 3} ${-132 + i * 20}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z`, CHALK)),
      ),
      BRIM_RUFF.map((x) => inkedCircle(x, round(-49 - (x * x) / 230), 8.4, CHALK)).join(''),
      BRIM_RUFF.map((x) => circle(x, round(-49 - (x * x) / 230), 7.2, x > 10 ? '#b9c3c2' : CHALK)).join(''),
      pompon(secondary),
    )
  },
}
