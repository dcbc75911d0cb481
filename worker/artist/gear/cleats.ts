import { contrast } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, circle, cord, fill, group, highlight, INK, inked, line } from '#worker/graphics/svg.ts'
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
/** Part of the far shoe in the shade of the near one. */
const SHADED = 'M0 -4C-3 -16 0 -26 2 -32C30 -14 60 -12 86 -6C86 2 80 4 76 4H9C2 4 -2 0 0 -4Z'
const SHINE = 'M66 -17C73 -16 79 -13 81 -8C76 -12 71 -13 66 -13C64 -14 64 -17 66 -17Z'
/**
 * Position of each heel, and rotation of the shoe in degrees. The far shoe leans behind the near one. The studs sink
 * into the hair of a crown that the soles cover.
 */
const FAR = { x: -29, y: -88, degrees: -12, scale: 1.02 } as const
const NEAR = { x: -51, y: -71, degrees: 2, scale: 1.16 } as const
/** Laces that tie the shoes together and hang over the hair at one side: their loose ends and the bow around the knot. */
const TIED = 'M-41 -69C-48 -60 -50 -49 -47 -36M-40 -69C-43 -60 -41 -52 -37 -44'
const BOW =
  'M-41 -69C-49 -73 -57 -70 -55 -64C-53 -59 -45 -63 -41 -69ZM-41 -69C-34 -74 -26 -71 -27 -65C-29 -60 -36 -63 -41 -69Z'
const TIPS = 'M-47.2 -38L-46.6 -33M-37.6 -45.4L-35 -41'
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

/** Draws one of the shoes. */
const place = ({ x, y, degrees, scale }: typeof FAR | typeof NEAR, shoe: string): string =>
  group({ transform: `translate(${x} ${y}) rotate(${degrees}) scale(${scale})` }, shoe)

/** Draws the laces with their metal tips. */
const drawLaces = (): string =>
  line(TIED, SHADOW_COLOR, 6, { opacity: 0.25, transform: 'translate(0.8 1)' }) +
  cord(TIED + BOW, LACE, 2, 4.4) +
  line(TIPS, INK, 4.4) +
  line(TIPS, GOLD_LIT, 2.2) +
  circle(-41, -69, 2.6, LACE, { stroke: INK, 'stroke-width': 1.4 })

/** A pair of shoes tied on top of the head, in profile. */
export const cleats: Gear = {
  id: 'cleats',
  fit: { top: 142, hides: 'nothing', rests: 'on-hair', foot: { half: 48, y: -64, endY: -64 } },
  front: (colors) => {
    const look = getLook(colors)
    return (
      place(FAR, boot('cleats-far', look) + fill(SHADED, '#3a1c00', { opacity: 0.25 })) +
      place(NEAR, boot('cleats-near', look)) +
      drawLaces() +
      fill(sparkPath(44, -88, 11), '#ffffff') +
      fill(sparkPath(-46, -116, 7), GOLD_LIT)
    )
  },
}
