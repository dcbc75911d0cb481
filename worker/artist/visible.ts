import type { ArmorId } from '#shared/domain/armor.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import { getGear } from './gear/index.ts'
import { STRAIGHT, type Turn } from './gear/turned.ts'

/**
 * Returns the depth of a point inside the part of a head that stays visible under a piece, in units; negative if
 * hidden.
 */
export type Visible = (x: number, y: number) => number

/**
 * Hair under a hat: as wide as the head at the brim, then up to as wide as thick hair over a height, in units. A power
 * of 0.5 is an ellipse, which shows a corner beside a narrow hat.
 */
const UNDER_HAT = { fromY: -40, height: 66, half: 54, more: 48, power: 0.7 } as const

/** Half width of hats that are narrower at the brim, in units. */
const NARROW_BRIMS: Partial<Record<ArmorId, number>> = { chef: 47, propeller: 50 }
/** Share by which the hair moves with a turned hat. The face stays where it is. */
const FOLLOWS_HAT = 0.8

/** Hides hair above the brim. Below it thick hair swells in a curve from both ends of the brim. */
function underHat(armorId: ArmorId, { xUnits, left, right }: Turn): Visible {
  const { fromY, height, half, more, power } = UNDER_HAT
  const brim = NARROW_BRIMS[armorId] ?? half
  return (x, y) => {
    const beside = x - FOLLOWS_HAT * xUnits
    const reach = Math.min(half, brim * (beside < 0 ? left : right))
    const up = 1 - clamp((y - fromY) / height, 0, 1)
    return Math.min(y + 50 - 0.004 * x * x, reach + more * (1 - up * up) ** power - Math.abs(beside))
  }
}
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

/** @param turn how the piece is turned @returns undefined if the whole head is visible. */
export function visibleUnder(armorId: ArmorId, turn: Turn = STRAIGHT): Visible | undefined {
  const hides = getGear(armorId)?.fit.hides ?? 'nothing'
  return OPENINGS[armorId] ?? (hides === 'hair' ? underHat(armorId, turn) : undefined)
}
