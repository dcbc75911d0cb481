import { contrast, type Hex } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { fill, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { castShadow, darker, lighter, modelled } from './modelled.ts'

const LEFT =
  'M1 24C-9 13 -25 16 -34 28C-39 35 -46 35 -48 30C-49 26 -46 22 -42 23C-46 14 -58 18 -59 30C-60 45 -44 55 -27 51C-14 48 -5 42 1 35Z'
const RIGHT =
  'M-1 24C9 13 25 16 34 28C39 35 46 35 48 30C49 26 46 22 42 23C46 14 58 18 59 30C60 45 44 55 27 51C14 48 5 42 -1 35Z'
const STRANDS =
  'M-3 33C-16 31 -27 39 -40 41C-48 42 -53 37 -53 29M-9 40C-19 41 -28 46 -39 46M3 33C16 31 27 39 40 41C48 42 53 37 53 29M9 40C19 41 28 46 39 46'
/** Locks in the second color, widest at mid-length. */
const LOCKS =
  'M-4 28C-15 21 -25 26 -35 37C-26 30 -15 27 -4 31ZM-14 38C-24 39 -33 44 -45 42C-35 40 -25 35 -15 35ZM4 28C15 21 25 26 35 37C26 30 15 27 4 31ZM14 38C24 39 33 44 45 42C35 40 25 35 15 35Z'
const GLEAM = 'M-8 21C-16 18 -25 22 -31 29M8 21C14 18 20 19 25 23'
const SHADOW = 'M-30 46C-18 58 18 61 34 48L26 56C12 64 -12 62 -24 54Z'

const LOCK_MIN_CONTRAST = 1.15

/** Returns the dye: the first color, with locks in the second or a light shade of the first. */
const getDye = ({ primary, secondary }: Pair): { hair: Hex; locks: Hex } => ({
  hair: primary,
  locks: contrast(primary, secondary) < LOCK_MIN_CONTRAST ? lighter(primary, 0.5) : secondary,
})

export const mustache: Gear = {
  id: 'mustache',
  fit: { top: 0, hides: 'nothing' },
  front: (colors) => {
    const { hair, locks } = getDye(colors)
    const combed = fill(LOCKS, locks) + line(STRANDS, darker(hair, 0.6), 2)
    return (
      castShadow(SHADOW, 0.3) +
      modelled('mustache-right', RIGHT, hair, { shadeUnits: 9, shade: 0.34, lit: 0.15 }, combed) +
      modelled('mustache-left', LEFT, hair, { shadeUnits: 6, shade: 0.24, lit: 0.3 }, combed) +
      line(GLEAM, lighter(hair, 0.55), 2.6) +
      line('M0 25V35', '#000000', 2.2, { opacity: 0.8 })
    )
  },
}
