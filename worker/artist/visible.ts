import type { ArmorId } from '#shared/domain/armor.ts'
import { gearOf } from './gear/index.ts'

/** Which points of head space are still seen under a piece. */
export type Keeps = (x: number, y: number) => boolean

/** Hair above the brim is gone, hair at the temples stays. */
const underHat: Keeps = (x, y) => y > -50 + 0.004 * x * x
const throughHelmet: Keeps = (x, y) => (Math.abs(x) < 56 && y > -58) || y > 50
const throughBubble: Keeps = (x, y) => Math.hypot(x, y + 14) < 95

const OPENINGS: Partial<Record<ArmorId, Keeps>> = {
  helmet: throughHelmet,
  visor: throughHelmet,
  leather: throughHelmet,
  space: throughBubble,
}

/** @returns undefined when all of the head is seen, null when none of it is. */
export function visibleUnder(armorId: ArmorId): Keeps | undefined | null {
  const hides = gearOf(armorId)?.fit.hides ?? 'nothing'
  if (hides === 'face') return null
  return OPENINGS[armorId] ?? (hides === 'hair' ? underHat : undefined)
}
