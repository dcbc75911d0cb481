import type { ArmorId } from '#shared/domain/armor.ts'
import { getGear } from './gear/index.ts'

/**
 * Returns the depth of a point inside the part of a head that stays visible under a piece, in units; negative if
 * hidden.
 */
export type Visible = (x: number, y: number) => number

/** Hides hair above the brim. At the temples hair stays, pressed down where it is wider than the brim. */
const underHat: Visible = (x, y) => y + 50 - 0.004 * x * x - 1.3 * Math.max(0, Math.abs(x) - 52)
/** Long hair emerges from a helmet close to the neck and falls outward. */
const belowHelmet: Visible = (x, y) => Math.min(y - 20, 58 - Math.abs(x) + (y - 30) / 2)
/** Opening of a football helmet, the chin below it, and hair. */
const throughHelmet: Visible = (x, y) => Math.max(Math.min(56 - Math.abs(x), y + 58), belowHelmet(x, y))
const throughBubble: Visible = (x, y) => 95 - Math.hypot(x, y + 14)
/** Grin of a pumpkin, without hair outside of it. */
const throughPumpkin: Visible = (x, y) => Math.min(76 - Math.abs(x), y + 66, 86 - y)

const OPENINGS: Partial<Record<ArmorId, Visible>> = {
  helmet: throughHelmet,
  visor: throughHelmet,
  leather: throughHelmet,
  knight: throughHelmet,
  space: throughBubble,
  pumpkin: throughPumpkin,
}

/** @returns undefined if the whole head is visible. */
export function visibleUnder(armorId: ArmorId): Visible | undefined {
  const hides = getGear(armorId)?.fit.hides ?? 'nothing'
  return OPENINGS[armorId] ?? (hides === 'hair' ? underHat : undefined)
}
