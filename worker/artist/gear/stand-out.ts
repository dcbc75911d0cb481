import { type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { darker } from './modelled.ts'

const DARK_LUMINANCE = 0.06
const LIGHT_LUMINANCE = 0.3

/** Colors of a large piece beside or above the head: its body, a badge, and small marks on the body. */
export type StandOut = { body: Hex; badge: Hex; mark: Hex }

/**
 * Large pieces use the second color, because background and jersey have the first. On a dark background the glow around
 * the player provides contrast, so a piece may be dark. A foam hand may not, because it would look like a glove.
 *
 * @param mark color of marks on a dark body; a light one gets the darkened badge color
 */
export function standOut({ primary, secondary }: Pair, mark: Hex, mayBeDark: boolean): StandOut {
  const [first, second] = [luminance(primary), luminance(secondary)]
  const takesPrimary = mayBeDark ? first < DARK_LUMINANCE : second < DARK_LUMINANCE && first > second
  const [body, badge] = takesPrimary ? [primary, secondary] : [secondary, primary]
  return { body, badge, mark: luminance(body) > LIGHT_LUMINANCE ? darker(badge, 0.25) : mark }
}
