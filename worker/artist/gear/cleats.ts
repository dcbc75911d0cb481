import { contrast } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, cord, fill, group, highlight, INK, inked, inkedCircle, line, round } from '#worker/graphics/svg.ts'
import type { Drawing, Gear } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { castShadow, getRimColor, modelled, sparkPath } from './modelled.ts'

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
/** Place of each heel on the band, and rotation that points the toes up and the studs outward. */
const HEEL_AT = { x: 54, y: -45, degrees: 64, scale: 0.75 } as const
const BAND = 'M-53 -42C-36 -59 36 -59 53 -42'
/** Second lace, which is twisted around the first. */
const TWISTS = [-46, -36, -26, -16, 16, 26, 36, 46].map((x) => {
  const y = round(-54.8 + (x * x) / 235)
  return `M${x - 4} ${y + 2.6}L${x + 4} ${y - 2.6}`
})
const BOW = 'M0 -56C-6 -67 -18 -68 -18 -60C-18 -52 -7 -52 0 -56C6 -67 18 -68 18 -60C18 -52 7 -52 0 -56'
const CONTACT = 'M-46 -48C-30 -50 30 -50 46 -48C44 -38 22 -40 0 -41C-22 -42 -42 -38 -46 -48Z'

/** Mirrors path data horizontally. It may only contain commands with absolute points. */
const mirrorPath = (d: string): string => {
  let command = 'M'
  return d.replaceAll(/[A-Z][^A-Z]*/gu, (part) => {
    command = part[0]!
    let i = 0
    return part.replaceAll(/-?[\d.]+/gu, (n) =>
      command === 'V' || (command !== 'H' && i++ % 2 === 1) ? n : `${-Number(n)}`,
    )
  })
}

type Side = (d: string) => string
type Look = { cloth: string; stripe: string; rim: string }

/** Picks the team color that differs most from gold for the cloth, the other one for the stripes. */
function getLook(colors: Pair): Look {
  const [cloth, other] = [colors.primary, colors.secondary].toSorted((a, b) => contrast(b, GOLD) - contrast(a, GOLD))
  return { cloth: cloth!, stripe: contrast(other!, GOLD) < 1.6 ? cloth! : other!, rim: getRimColor(colors) }
}

const boot = (id: string, side: Side, { cloth, stripe, rim }: Look): string =>
  inked(side(STUDS), GOLD_DEEP) +
  modelled(
    id,
    side(BOOT),
    GOLD,
    { shadeUnits: 9, shade: 0.2, lit: 0.8, rim },
    fill(side(STRIPES), stripe),
    fill(side(COLLAR), cloth),
    fill(side(LINING), '#2a1a05'),
    fill(side(TOE), '#ffd45c'),
  ) +
  line(side(TOE_SEAM) + side(COLLAR_SEAM), INK, 2.2) +
  line(side(LACES), INK, 5.6) +
  line(side(LACES), CHALK, 3) +
  modelled(`${id}-sole`, side(SOLE), '#e39a12', { shadeUnits: 4, shade: 0.2, lit: 0.5 }) +
  highlight(side(SHINE), 0.9)

const lace = (d: string, width: number): string => cord(d, CHALK, width, width + 4.4)

/** A pair of shoes at the sides of the crown like a bull's horns, on a headband made of their laces. */
const drawn: Gear = {
  id: 'cleats',
  fit: { top: 105, hides: 'nothing', rests: 'on-hair' },
  front: (colors) => {
    const look = getLook(colors)
    const { x, y, degrees, scale } = HEEL_AT
    return (
      castShadow(CONTACT, 0.36) +
      lace(BAND, 6) +
      line(TWISTS.join(''), '#8d979a', 2) +
      lace(BOW, 3.6) +
      inkedCircle(0, -55.5, 4, CHALK) +
      group(
        { transform: `translate(${-x} ${y}) rotate(${degrees}) scale(${scale})` },
        boot('cleats-left', mirrorPath, look),
      ) +
      group(
        { transform: `translate(${x} ${y}) rotate(${-degrees}) scale(${scale})` },
        boot('cleats-right', (d) => d, look),
      ) +
      fill(sparkPath(51, -96, 7), '#ffffff') +
      fill(sparkPath(-49, -70, 5), GOLD_LIT)
    )
  },
}

/** Raises the laces from the forehead to the hairline. */
export const CLEATS_RAISED = 14

const raised =
  (drawing: Drawing): Drawing =>
  (...args) =>
    group({ transform: `translate(0 ${-CLEATS_RAISED})` }, drawing(...args))

export const cleats: Gear = {
  ...drawn,
  fit: { ...drawn.fit, top: drawn.fit.top + CLEATS_RAISED },
  front: raised(drawn.front),
}
