import { CHALK, circle, fill, group, inked, line, starPath } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { GOLD, GOLD_LIT } from './materials.ts'
import { darker, getRimColor, lighter, modelled, sparkPath } from './modelled.ts'
import { standOut } from './stand-out.ts'

const CONE =
  'M-49 -48C-44 -84 -30 -128 -8 -160C4 -178 24 -190 46 -184C62 -180 72 -166 68 -152C66 -144 58 -146 56 -152C52 -162 42 -164 34 -156C38 -122 46 -84 49 -48C24 -38 -24 -38 -49 -48Z'
/** Width of the cone on its brim. It is as wide as the head. */
const CONE_WIDTH = 1.13
const FOLDS = [
  'M-22 -122C-8 -112 18 -110 38 -122C20 -102 -6 -102 -22 -122Z',
  'M34 -156C24 -152 14 -154 4 -162C14 -160 26 -164 34 -172Z',
]
const BRIM =
  'M-96 -42C-80 -62 -52 -64 -46 -62C-20 -52 20 -52 46 -62C52 -64 80 -62 96 -42C98 -36 92 -34 88 -35C50 -26 26 -24 0 -24C-26 -24 -50 -26 -88 -35C-92 -34 -98 -36 -96 -42Z'
const BRIM_EDGE = 'M-92 -40C-50 -31 -26 -29 0 -29C26 -29 50 -31 92 -40'
const BAND = 'M-49 -70C-24 -59 24 -59 49 -70L51 -54C24 -43 -24 -43 -51 -54Z'
const MOON = 'M-30 -98A15 15 0 1 0 -12 -80A12 12 0 1 1 -30 -98Z'

export const wizard: Gear = {
  id: 'wizard',
  fit: { top: 188, hides: 'hair', rim: { half: 88, y: -24, endY: -35, most: 82 } },
  front: (colors) => {
    const { body, badge, mark } = standOut(colors, GOLD_LIT, true)
    const trim = getRimColor(colors)
    return (
      group(
        { transform: `scale(${CONE_WIDTH} 1)` },
        modelled(
          'wizard-cone',
          CONE,
          body,
          { shadeUnits: 26, shade: 0.36, rim: trim },
          ...FOLDS.map((fold) => fill(fold, darker(body, 0.45))),
          fill(MOON, mark),
          fill(starPath(14, -96, 10), mark === GOLD_LIT ? GOLD : mark),
          fill(starPath(4, -136, 8), mark),
          fill(starPath(30, -128, 4.5), mark === GOLD_LIT ? CHALK : mark),
          fill(starPath(-4, -112, 4), mark === GOLD_LIT ? CHALK : mark),
        ),
        modelled('wizard-band', BAND, badge, { shadeUnits: 20, shade: 0.34, lit: 0.35 }),
      ) +
      inked('M-13 -67C-4 -64 4 -64 13 -67V-46C4 -43 -4 -43 -13 -46Z', GOLD) +
      fill('M-7 -60H7V-51H-7Z', darker(badge, 0.3)) +
      modelled('wizard-brim', BRIM, body, { shadeUnits: 20, shade: 0.34, lit: 0.55, rim: trim }) +
      line(BRIM_EDGE, lighter(body, 0.4), 1.8, { opacity: 0.7 }) +
      fill(sparkPath(60, -136, 12), GOLD_LIT) +
      fill(sparkPath(-58, -112, 9), GOLD_LIT) +
      circle(-44, -140, 2.6, GOLD_LIT) +
      circle(74, -112, 2.6, GOLD_LIT)
    )
  },
}
