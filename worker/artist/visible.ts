import type { ArmorId } from '#shared/domain/armor.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Adjust } from './figure.ts'
import type { Rim } from './gear/gear.ts'
import { getGear } from './gear/index.ts'
import { STRAIGHT, type Turn } from './gear/turned.ts'
import { AS_DRAWN, type Inside } from './place.ts'
import { type Field, type Grid, readAt } from './ink/field/grid.ts'

/**
 * Returns the depth of a point inside the part of a head that stays visible under a piece, in units; negative if
 * hidden.
 */
export type Visible = (x: number, y: number) => number

/**
 * Hair below a hat: the depth at which it starts behind the rim, its distance from the rim's ends, and its maximum
 * swelling below them over a height, in units.
 */
const UNDER_HAT = { behind: 4, inside: 2, more: 46, height: 92 } as const

/** Hides hair above the rim. Below it thick hair swells in a curve from both ends of the rim. */
function underHat({ half, y: middleY, endY }: Rim, { xUnits, yUnits, left, right, tilt = 0 }: Turn): Visible {
  const slope = Math.tan((tilt * Math.PI) / 180)
  return (x, y) => {
    const beside = x - xUnits
    const end = half * (beside < 0 ? left : right)
    const share = Math.min(1, Math.abs(beside) / end)
    const below = y - yUnits - middleY - (endY - middleY) * share * share - slope * beside
    return Math.min(below + UNDER_HAT.behind, end + swellBelow(below) - Math.abs(beside))
  }
}

/** Returns the distance from the end of a rim to the edge of thick hair, this far below the rim. */
export function swellBelow(below: number): number {
  return UNDER_HAT.more * smoothstep(0, UNDER_HAT.height, below) - UNDER_HAT.inside
}

/** Part of a helmet that hair and face fill: half its width in front view, and its upper end, in units. */
const OPENING = { half: 54, topY: -58 } as const
/** Long hair below a leather helmet: the height of the ear flaps, half the width there, and its gain per unit. */
const BELOW_FLAPS = { y: 46, half: 49, gain: 0.4 } as const

/** Returns the distance from a point to the edge of a piece this wide in front view. */
const besideTurned = ({ xUnits, left, right }: Turn, half: number, x: number): number =>
  half * (x < xUnits ? left : right) - Math.abs(x - xUnits)

/** Hides all hair outside of a helmet's opening, because its ends beside the shell look like loose shreds. */
const throughHelmet =
  (turn: Turn): Visible =>
  (x, y) =>
    Math.min(besideTurned(turn, OPENING.half, x), y - OPENING.topY)

/** Long hair falls out below the ear flaps, slightly outward. */
const throughLeather =
  (turn: Turn): Visible =>
  (x, y) =>
    Math.max(
      throughHelmet(turn)(x, y),
      Math.min(y - BELOW_FLAPS.y, besideTurned(turn, BELOW_FLAPS.half, x) + BELOW_FLAPS.gain * (y - BELOW_FLAPS.y)),
    )
/** Glass of a space helmet: its center's height and the radius of the middle of its rim, in units. */
const BUBBLE = { y: -14, radius: 88 } as const

const throughBubble =
  ({ xUnits, left, right }: Turn): Visible =>
  (x, y) =>
    BUBBLE.radius - Math.hypot((x - xUnits) / (x < xUnits ? left : right), y - BUBBLE.y)
/** Grin of a pumpkin: half its width, its upper and lower end, and the height below which it narrows, in units. */
const GRIN = { half: 66, topY: -66, bottomY: 86, narrowsY: 30, loss: 0.45 } as const

/** Hides hair outside of the grin, because it would show beside the shell. */
const throughPumpkin =
  ({ xUnits }: Turn): Visible =>
  (x, y) =>
    Math.min(
      GRIN.half - GRIN.loss * Math.max(0, y - GRIN.narrowsY) - Math.abs(x - xUnits),
      y - GRIN.topY,
      GRIN.bottomY - y,
    )

const OPENINGS: Partial<Record<ArmorId, (turn: Turn) => Visible>> = {
  helmet: throughHelmet,
  visor: throughHelmet,
  leather: throughLeather,
  knight: throughHelmet,
  space: throughBubble,
  pumpkin: throughPumpkin,
}

/** Returns true for gear so wide or long that only the tips of long hair would show below it. */
export const coversShoulders = (armorId: ArmorId): boolean => armorId === 'knight' || armorId === 'pumpkin'

/** @param adjust fit of the piece @param inside position of the head in it @returns undefined if the whole head is visible. */
export function visibleUnder(
  armorId: ArmorId,
  { turn = STRAIGHT, liftUnits = 0 }: Pick<Adjust, 'turn' | 'liftUnits'> = {},
  { share, liftUnits: headLiftUnits }: Inside = AS_DRAWN,
): Visible | undefined {
  const fit = getGear(armorId)?.fit
  const opening = OPENINGS[armorId]?.(turn)
  if (opening) return (x, y) => opening(share * x, share * y - headLiftUnits) / share
  return fit?.rim && fit.hides === 'hair' ? underHat(fit.rim, { ...turn, yUnits: turn.yUnits - liftUnits }) : undefined
}

/** Returns true for hats with a rim, and for gear around the face. The wearer's own brim would show below its edge. */
export function replacesHat(armorId: ArmorId): boolean {
  const fit = getGear(armorId)?.fit
  return (fit?.rim !== undefined && fit.hides === 'hair') || (armorId in OPENINGS && armorId !== 'space')
}

/** Radius of the corners where a removed hat meets the outline, in units. The tips of ears would be horns. */
const CORNER = 6

/** Hides a removed hat, and rounds the corners beside it. @param besideHat distance to it, negative in it */
export const visibleBeside = (besideHat: Field, { distance, grid }: { distance: Field; grid: Grid }): Visible => {
  const { perUnit } = grid
  return (x, y) => {
    const beside = readAt(besideHat, grid, x, y) / perUnit
    if (beside >= CORNER) return beside
    return CORNER - Math.hypot(CORNER - beside, Math.max(0, CORNER - readAt(distance, grid, x, y) / perUnit))
  }
}

export const bothVisible =
  (one: Visible, other: Visible): Visible =>
  (x, y) =>
    Math.min(one(x, y), other(x, y))
