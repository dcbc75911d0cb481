import type { ArmorId } from '#shared/domain/armor.ts'
import { getGear } from './gear/index.ts'

/** Depth of a point inside the part of a head that stays visible under a piece, in units; negative when hidden. */
export type Visible = (x: number, y: number) => number

/** Hair above the brim is gone; at the temples it stays, pressed down where it is wider than the brim. */
const underHat: Visible = (x, y) => y + 50 - 0.004 * x * x - 1.3 * Math.max(0, Math.abs(x) - 52)
/** Long hair comes out from under a helmet close to the neck and falls outward from there. */
const belowHelmet: Visible = (x, y) => Math.min(y - 20, 58 - Math.abs(x) + (y - 30) / 2)
/** The opening of a football helmet, the chin below it, and hair. */
const throughHelmet: Visible = (x, y) => Math.max(Math.min(56 - Math.abs(x), y + 58), belowHelmet(x, y))
const throughBubble: Visible = (x, y) => 95 - Math.hypot(x, y + 14)
/** The grin of a pumpkin and no hair outside of it. */
const throughPumpkin: Visible = (x, y) => Math.min(76 - Math.abs(x), y + 66, 86 - y)

const OPENINGS: Partial<Record<ArmorId, Visible>> = {
  helmet: throughHelmet,
  visor: throughHelmet,
  leather: throughHelmet,
  knight: throughHelmet,
  space: throughBubble,
  pumpkin: throughPumpkin,
}

/** @returns undefined when all of the head is seen. */
export function visibleUnder(armorId: ArmorId): Visible | undefined {
  const hides = getGear(armorId)?.fit.hides ?? 'nothing'
  return OPENINGS[armorId] ?? (hides === 'hair' ? underHat : undefined)
}
