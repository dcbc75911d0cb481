import { type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { darker } from './modelled.ts'

const DARK_LUMINANCE = 0.06
const LIGHT_LUMINANCE = 0.3

/** A large piece beside or above the head: its body, what is put on it, and small marks that show on the body. */
export type StandOut = { body: Hex; badge: Hex; mark: Hex }

/**
 * Large pieces are seen against the ground and the jersey, which are of the first color, so they have the second one.
 * On a dark ground the glow round the player does that work, and a piece may be dark if that becomes it.
 *
 * @param mark of a dark body; on a light one it is the darkened badge
 */
export function standOut({ primary, secondary }: Pair, mark: Hex, mayBeDark: boolean): StandOut {
  const isDark = mayBeDark && luminance(primary) < DARK_LUMINANCE
  const [body, badge] = isDark ? [primary, secondary] : [secondary, primary]
  return { body, badge, mark: luminance(body) > LIGHT_LUMINANCE ? darker(badge, 0.25) : mark }
}
