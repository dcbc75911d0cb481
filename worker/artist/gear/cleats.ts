import { contrast } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, fill, group, highlight, INK, inked, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { castShadow, darker, getRimColor, modelled, sparkPath } from './modelled.ts'

/** The right shoe of a pair, toes toward the viewer. The left one is its mirror image in the same light. */
const BOOT =
  'M13 -146C20 -151 38 -151 45 -147C45 -134 46 -124 50 -112C55 -98 58 -86 56 -74C54 -60 43 -54 29 -54C15 -54 4 -60 3 -74C2 -88 6 -100 10 -112C13 -122 13 -134 13 -146Z'
const TOE = 'M0 -79C12 -93 46 -93 60 -78V-50H0Z'
const TOE_SEAM = 'M3.6 -80C16 -92 43 -92 56.6 -79'
const SOLE = 'M2 -74C2 -56 14 -48 29 -48C44 -48 57 -56 57 -74C54 -63 42 -58 29 -58C16 -58 5 -63 2 -74Z'
const STUDS = 'M9 -58H19L17 -42H12ZM24 -53H35L33 -36H26ZM41 -57H50L48 -42H43Z'
const LINING = 'M13 -146C20 -151 38 -151 45 -147C38 -140 21 -139 13 -146Z'
const TONGUE = 'M17 -142C15 -160 43 -161 42 -143L41 -105C35 -98 25 -98 19 -104Z'
/** Pull tab of the shoe, whose stripe is visible from afar. */
const TAB = 'M5 -165H55V-141C40 -136 22 -136 5 -141Z'
const TAB_SEAM = 'M5 -141C22 -136 40 -136 55 -141'
const COLLAR = 'M0 -152H60V-133C42 -127 20 -127 0 -132Z'
const COLLAR_SEAM = 'M13 -131C24 -127 36 -127 46 -133'
const STRIPES =
  'M45 -119L60 -99V-87L40 -110ZM41 -103L60 -80V-68L38 -93ZM13 -119L0 -101V-89L18 -110ZM17 -103L0 -82V-70L20 -93Z'
const LACES = 'M15 -131L44 -126M14 -120L46 -115M12 -109L48 -104M44 -131L15 -126M46 -120L14 -115'
const SHINE = 'M13 -72C15 -81 22 -85 31 -85C23 -81 19 -76 18 -69C16 -66 12 -67 13 -72Z'
const OTHER_SHINE = 'M-47 -72C-46 -81 -39 -85 -30 -86C-37 -81 -41 -76 -42 -69C-44 -66 -48 -67 -47 -72Z'
const CONTACT = 'M-44 -58C-20 -44 26 -44 46 -58C48 -43 34 -28 4 -28C-26 -28 -44 -41 -44 -58Z'
/** Heels together, toes apart. */
const SPLAY_DEGREES = 5

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
  inked(side(STUDS), darker(GOLD_DEEP, 0.1)) +
  modelled(
    id,
    side(BOOT),
    GOLD,
    { shadeUnits: 11, shade: 0.24, lit: 0.85, rim },
    fill(side(STRIPES), stripe),
    fill(side(COLLAR), cloth),
    fill(side(LINING), '#2a1a05'),
    fill(side(TOE), '#ffd45c'),
  ) +
  line(side(TOE_SEAM) + side(COLLAR_SEAM), INK, 2.4) +
  modelled(
    `${id}-tongue`,
    side(TONGUE),
    GOLD_LIT,
    { shadeUnits: 7, shade: 0.26, lit: 0 },
    fill(side(TAB), cloth) + line(side(TAB_SEAM), INK, 2),
  ) +
  line(side(LACES), INK, 6) +
  line(side(LACES), CHALK, 3.1) +
  modelled(`${id}-sole`, side(SOLE), '#f6efe0', { shadeUnits: 12, shade: 0.26, lit: 0.6 })

export const cleats: Gear = {
  id: 'cleats',
  fit: { top: 162, hides: 'nothing', rests: 'on-hair' },
  front: (colors, wearer) => {
    const look = getLook(colors)
    return (
      castShadow(CONTACT, 0.42, wearer?.shade) +
      group(
        { transform: `rotate(${-SPLAY_DEGREES} -20 -50)` },
        boot('cleats-left', mirrorPath, look),
        highlight(OTHER_SHINE, 0.9),
      ) +
      group(
        { transform: `rotate(${SPLAY_DEGREES} 20 -50)` },
        boot('cleats-right', (d) => d, look),
        highlight(SHINE, 0.8),
      ) +
      fill(sparkPath(66, -128, 12), '#ffffff') +
      fill(sparkPath(0, -140, 8), GOLD_LIT)
    )
  },
}
