import { CHALK, fill, group, highlight, INK, inked, line } from '../svg.ts'
import type { Gear } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { castShadow, darker, modelled, rimOf, sparkPath } from './modelled.ts'

/** One boot of a pair, toes to the viewer: the one at the right. The other is its mirror image, in the same light. */
const BOOT =
  'M15 -143C25 -149 43 -150 53 -146C52 -133 55 -122 64 -111C75 -100 85 -90 84 -76C82 -62 62 -55 41 -56C20 -56 4 -61 3 -77C2 -91 9 -101 11 -112C13 -124 13 -133 15 -143Z'
const TOE = 'M0 -83C20 -99 62 -100 88 -82V-50H0Z'
const TOE_SEAM = 'M3 -82C22 -97 62 -98 84 -80'
const SOLE = 'M2 -74C3 -56 24 -49 42 -49C63 -49 86 -56 85 -74C80 -64 61 -59 42 -59C23 -59 6 -63 2 -74Z'
const STUDS = 'M9 -58H21L18 -43H12ZM32 -52H44L42 -37H35ZM55 -52H67L64 -38H58ZM74 -60H84L81 -47H76Z'
const LINING = 'M15 -143C25 -149 43 -150 53 -146C45 -139 24 -137 15 -143Z'
const TONGUE = 'M22 -141C22 -155 46 -157 48 -143L47 -106C39 -101 29 -102 25 -105Z'
const COLLAR = 'M0 -150H70V-125C48 -116 24 -116 0 -122Z'
const COLLAR_SEAM = 'M12 -122C26 -117 44 -118 60 -123'
const LACES = 'M18 -128L52 -123M17 -117L56 -112M17 -106L62 -101M50 -129L20 -121M54 -118L19 -110'
const BOLT = 'M60 -116L66 -103L62 -101L74 -84L84 -84L72 -102L76 -104L68 -116Z'
const SHINE = 'M14 -80C20 -88 30 -91 40 -91C30 -86 23 -80 20 -72C17 -70 12 -74 14 -80Z'
const CONTACT = 'M-42 -60C-20 -46 26 -46 44 -60C46 -44 34 -28 4 -28C-26 -28 -42 -42 -42 -60Z'

/** Path data of commands with whole points only, seen in a mirror. */
const mirrored = (d: string): string => {
  let command = 'M'
  return d.replaceAll(/[A-Z][^A-Z]*/gu, (part) => {
    command = part[0]!
    let i = 0
    return part.replaceAll(/-?[\d.]+/gu, (n) =>
      command === 'V' || (command !== 'H' && i++ % 2 === 1) ? n : `${-Number(n)}`,
    )
  })
}

/** Smaller than drawn, so that the left toe stays off the card's number. */
const SMALLER = { transform: 'translate(2 -4) scale(0.86)' }

type Side = (d: string) => string

function boot(id: string, side: Side, { primary, rim }: { primary: string; rim: string }): string {
  return (
    inked(side(STUDS), darker(GOLD_DEEP, 0.1)) +
    modelled(
      id,
      side(BOOT),
      GOLD,
      { shadeUnits: 15, shade: 0.2, lit: 0.85, rim },
      fill(side(COLLAR), primary),
      fill(side(LINING), '#3b2405'),
      fill(side(TOE), '#ffd45c'),
      fill(side(BOLT), primary),
    ) +
    line(side(TOE_SEAM) + side(COLLAR_SEAM), INK, 2.4) +
    modelled(`${id}-tongue`, side(TONGUE), GOLD_LIT, { shadeUnits: 7, shade: 0.24, lit: 0 }) +
    line(side(LACES), INK, 6.2) +
    line(side(LACES), CHALK, 3.2) +
    modelled(`${id}-sole`, side(SOLE), '#f6efe0', { shadeUnits: 14, shade: 0.26, lit: 0.6 })
  )
}

export const cleats: Gear = {
  id: 'cleats',
  fit: { room: { top: 158 }, hides: 'nothing', rests: 'on-hair' },
  front: (colors) => {
    const look = { primary: colors.primary, rim: rimOf(colors) }
    return (
      castShadow(CONTACT) +
      group(
        SMALLER,
        boot('cleats-left', mirrored, look),
        boot('cleats-right', (d) => d, look),
        highlight(SHINE, 0.8),
        highlight('M-76 -78C-72 -86 -62 -91 -52 -91C-60 -86 -66 -80 -68 -72C-72 -70 -77 -73 -76 -78Z', 0.9),
        fill(sparkPath(76, -122, 14), '#ffffff'),
        fill(sparkPath(-20, -96, 8), '#ffffff'),
        fill(sparkPath(0, -134, 8), GOLD_LIT),
      )
    )
  },
}
