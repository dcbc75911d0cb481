import { contrast } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, cord, fill, group, highlight, INK, inked, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { getRimColor, modelled, SHADOW_COLOR, sparkPath } from './modelled.ts'

/** A shoe in profile, toe to the right, in units from its heel. Its sole is at y = 0. */
const BOOT = 'M1 -4C-3 -16 0 -28 3 -40C12 -45 27 -45 35 -40C40 -31 50 -27 61 -24C76 -20 85 -15 86 -4C60 0 26 0 1 -4Z'
const COLLAR = 'M-4 -50H37V-35C27 -31 14 -31 -2 -34Z'
const COLLAR_SEAM = 'M1 -33C13 -30 26 -31 37 -36'
const LINING = 'M3 -40C12 -45 27 -45 35 -40C27 -36 12 -36 3 -40Z'
const TOE = 'M66 -32C60 -22 61 -8 66 2H92V-32Z'
const TOE_SEAM = 'M67 -22.5C62 -16 62 -8 65 -2'
const STRIPES = 'M24 -33L33 -34L43 0H33ZM40 -31L48 -29L55 0H47Z'
const SOLE = 'M-1 -6C22 -1 62 -1 87 -7C89 0 83 4 76 4H9C2 4 -2 0 -1 -6Z'
const STUDS = 'M5 3H18L15 13H8ZM24 3H35L33 12H27ZM50 3H61L58 12H53ZM66 3H79L76 12H69Z'
const LACES = 'M36 -41L44 -26M43 -36L51 -22M50 -32L58 -19'
const SHINE = 'M66 -17C73 -16 79 -13 81 -8C76 -12 71 -13 66 -13C64 -14 64 -17 66 -17Z'
/** Rotation of a hanging shoe in degrees, its scale, and the place of its upper eyelets, in units. */
const HANGING = { degrees: -45, scale: 0.86, x: 44, y: 102 } as const
/** The same eyelets in units of the shoe. */
const EYELETS = { x: 40, y: -40 } as const
/** Laces from both sides of the collar to the eyelets. */
const STRINGS = 'M-29 73C-34 82 -42 90 -44 102M29 73C34 82 42 90 44 102'
const BOWS =
  'M-44 102C-52 96 -59 100 -57 106C-54 110 -48 107 -44 102ZM-44 102C-39 95 -32 97 -33 103C-35 108 -40 107 -44 102ZM44 102C52 96 59 100 57 106C54 110 48 107 44 102ZM44 102C39 95 32 97 33 103C35 108 40 107 44 102Z'
const LACE = '#d8d2c4'

type Look = { cloth: string; stripe: string; rim: string }

/** Picks the team color that differs most from gold for the cloth, the other one for the stripes. */
function getLook(colors: Pair): Look {
  const [cloth, other] = [colors.primary, colors.secondary].toSorted((a, b) => contrast(b, GOLD) - contrast(a, GOLD))
  return { cloth: cloth!, stripe: contrast(other!, GOLD) < 1.6 ? cloth! : other!, rim: getRimColor(colors) }
}

const boot = (id: string, { cloth, stripe, rim }: Look): string =>
  inked(STUDS, GOLD_DEEP) +
  modelled(
    id,
    BOOT,
    GOLD,
    { shadeUnits: 9, shade: 0.2, lit: 0.8, rim },
    fill(STRIPES, stripe),
    fill(COLLAR, cloth),
    fill(LINING, '#2a1a05'),
    fill(TOE, '#ffd45c'),
  ) +
  line(TOE_SEAM + COLLAR_SEAM, INK, 2.2) +
  line(LACES, INK, 5.6) +
  line(LACES, CHALK, 3) +
  modelled(`${id}-sole`, SOLE, '#e39a12', { shadeUnits: 4, shade: 0.2, lit: 0.5 }) +
  highlight(SHINE, 0.9)

/** Hangs a shoe by its laces, toe down and studs outward. */
const hang = (side: -1 | 1, shoe: string): string => {
  const { degrees, scale, x, y } = HANGING
  return group(
    {
      transform: `translate(${side * x} ${y}) scale(${-side} 1) rotate(${-degrees}) scale(${scale}) translate(${-EYELETS.x} ${-EYELETS.y})`,
    },
    shoe,
  )
}

/** A pair of shoes that hangs around the neck by its laces. */
export const cleats: Gear = {
  id: 'cleats',
  fit: { top: 0, hides: 'nothing' },
  front: (colors) => {
    const look = getLook(colors)
    const cast = fill(BOOT + SOLE, SHADOW_COLOR, { opacity: 0.35, transform: 'translate(5 5)' })
    return (
      line(STRINGS, SHADOW_COLOR, 5, { opacity: 0.3, transform: 'translate(1.5 2)' }) +
      cord(STRINGS, LACE, 2.6, 5.4) +
      hang(-1, cast + boot('cleats-left', look)) +
      hang(1, cast + boot('cleats-right', look)) +
      cord(BOWS, LACE, 2.2, 4.8) +
      fill(sparkPath(-78, 112, 9), '#ffffff') +
      fill(sparkPath(52, 146, 7), GOLD_LIT)
    )
  },
}
