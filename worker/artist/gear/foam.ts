import { luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/palette.ts'
import { fill, group, hardShadow, inked } from '../svg.ts'
import type { Gear } from './gear.ts'

const HAND =
  'M-30 70C-40 40 -38 14 -30 0C-26 -8 -18 -8 -14 0L-14 -84C-14 -100 12 -100 12 -84L13 -14C24 -18 32 -12 33 -2C42 6 42 40 30 70Z'
const SHADE = 'M12 -84L13 -14C24 -18 32 -12 33 -2C42 6 42 40 30 70H12C22 40 4 -30 12 -84Z'
const NUMERAL_ONE = 'M-2 10H8V52H-5V25L-12 29V18Z'
const DARK_LUMINANCE = 0.06

/** A dark hand would drown in the jersey, so the lighter color becomes the foam. */
function foamColors({ primary, secondary }: Pair): { hand: string; numeral: string } {
  const swap = luminance(primary) < DARK_LUMINANCE && luminance(secondary) > luminance(primary)
  return swap ? { hand: secondary, numeral: primary } : { hand: primary, numeral: secondary }
}

export const foam: Gear = {
  id: 'foam',
  fit: { room: { scale: 0.92, drop: 0.2 }, hides: 'nothing' },
  front: (colors) => {
    const { hand, numeral } = foamColors(colors)
    return group(
      { transform: 'translate(88 -18) rotate(10)' },
      inked(HAND, hand),
      hardShadow(SHADE),
      fill(NUMERAL_ONE, numeral),
    )
  },
}
