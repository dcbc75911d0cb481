import { CHALK, circle, fill, group, INK, inked, line, starPath } from '../svg.ts'
import type { Gear } from './gear.ts'
import { darker, modelled, rimOf } from './modelled.ts'
import { standOut } from './stand-out.ts'

/** One finger up, three curled, the thumb across them; open at the wrist. */
const HAND =
  'M-31 104C-35 84 -42 66 -44 44C-45 28 -40 16 -30 12C-25 4 -18 2 -15 6V-86C-15 -108 17 -108 17 -86V2C22 -4 32 -2 33 6C42 4 47 12 46 22C48 44 42 64 36 80L34 104C16 112 -14 112 -31 104Z'
const THUMB =
  'M-43 44C-42 32 -33 30 -28 36C-20 46 -4 48 8 50C18 52 18 66 8 67C-8 70 -26 68 -36 60C-41 55 -43 50 -43 44Z'
const CURLS = 'M17 2C16 14 17 24 19 32M33 7C32 18 33 26 34 33'
const WRIST = 'M-31 104C-14 96 16 96 34 104C16 112 -14 112 -31 104Z'
const SIDE = 'M21 -90V0C30 -4 44 6 46 22C48 44 42 64 36 80L34 108H12C22 80 28 40 22 20C16 2 9 -60 21 -90Z'
const GLOW = 'M-9 -84C-9 -94 -3 -98 2 -98C-2 -92 -3 -86 -3 -78V-20C-3 -16 -9 -16 -9 -20Z'
/** The skin of foam is full of small holes. */
const PORES = [
  [4, -64],
  [9, -44],
  [2, -34],
  [7, -14],
  [-34, 76],
  [-26, 90],
  [-12, 94],
  [4, 90],
  [24, 84],
  [38, 40],
  [28, 56],
  [-8, -52],
  [30, 22],
] as const
export const foam: Gear = {
  id: 'foam',
  fit: { room: { scale: 0.9, drop: 0.22 }, hides: 'nothing' },
  front: (colors) => {
    const { body: hand, badge } = standOut(colors, CHALK, false)
    const deep = darker(hand, 0.38)
    return group(
      { transform: 'translate(86 -4) rotate(9)' },
      modelled(
        'foam-hand',
        HAND,
        hand,
        { shadeUnits: 7, shade: 0.2, lit: 0.5, rim: rimOf(colors) },
        fill(SIDE, '#000000', { opacity: 0.26 }),
        fill(GLOW, '#ffffff', { opacity: 0.4 }),
        fill(WRIST, deep),
        line('M-31 104C-14 96 16 96 34 104', INK, 2),
        ...PORES.map(([x, y]) => circle(x, y, 1.7, deep)),
      ),
      line(CURLS, INK, 3),
      inked(starPath(1, 12, 14), badge),
      modelled('foam-thumb', THUMB, hand, { shadeUnits: 6, shade: 0.28, lit: 0.6 }),
      circle(-22, 56, 1.6, deep) + circle(-4, 60, 1.6, deep),
      line('M-30 -96L-40 -104M-36 -78L-48 -80', CHALK, 4.4),
    )
  },
}
