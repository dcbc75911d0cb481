import type { ArmorId } from '#shared/domain/armor.ts'
import type { Turn } from '../gear/turned.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import type { FaceMap } from '../ink/study/face-map.ts'
import type { HeadShape, Sides } from '../ink/study/head-shape.ts'
import { LEAST_YAW } from './on-face.ts'

/** Movement of a dome's middle as the head turns: a share of its radius times the sine of the yaw. */
const ROUND = { share: 0.34, radius: 60 } as const
const SKULL_HALF = { least: 0.74, most: 1.26 } as const
/** The opening of enclosing gear follows the face: its share of the nose's movement, and the maximum. */
const OPENING = { share: 0.16, most: 8 } as const
const ENCLOSING: ReadonlySet<ArmorId> = new Set(['helmet', 'visor', 'leather', 'space', 'knight', 'pumpkin'])
/** Maximum distance between the middle of a skull and the middle of the face, in units. */
const MIDDLE_MAX = 16
/** Weight of the hair in locating the back of a turned head, per radian and at most. */
const HAIR = { perRadian: 0.8, most: 0.5, beyond: 24 } as const
/** Top of a face in front view. When it moves down, a brim follows by this share, up to a maximum. */
const FOREHEAD = { y: -39.5, share: 0.5, most: 5 } as const

/** Fits gear on a skull. Its silhouette matches the skull's, and its front follows the nose. */
export function turnOnSkull(armorId: ArmorId, map: FaceMap, shape: HeadShape): Turn {
  const isEnclosing = ENCLOSING.has(armorId)
  const x = isEnclosing
    ? clamp(OPENING.share * map.noseTip.x, -OPENING.most, OPENING.most)
    : findSkullMiddle(map, shape)
  const yUnits = isEnclosing ? 0 : clamp(FOREHEAD.share * (map.points[10]!.y - FOREHEAD.y), 0, FOREHEAD.most)
  if (Math.abs(map.yaw) < LEAST_YAW) return { xUnits: x, yUnits, left: 1, right: 1 }
  const round = ROUND.share * Math.sin(clamp(map.yaw, -0.8, 0.8))
  const half = (share: number) => clamp(share, SKULL_HALF.least, SKULL_HALF.most)
  // The silhouette does not move: one half gains what the other loses.
  return { xUnits: x + round * ROUND.radius, yUnits, left: half(1 + round), right: half(1 - round) }
}

/** Returns the middle of a skull: between the ears, and behind the face of a turned head. */
function findSkullMiddle({ points, yaw }: FaceMap, { brow }: HeadShape): number {
  const ears = (points[127]!.x + points[356]!.x) / 2
  const weight = Math.min(HAIR.most, HAIR.perRadian * Math.abs(yaw))
  const hair = clamp((brow.left + brow.right) / 2, -HAIR.beyond, HAIR.beyond)
  return clamp(ears + weight * (hair - ears), -MIDDLE_MAX, MIDDLE_MAX)
}

/** Half width of a drawn band, and its extent beyond the head, in units. */
const BAND = { half: 50, out: 2, least: 0.6, most: 1.4, reach: 66 } as const

/** Fits a band that ends at the edge of the head on either side. */
export function turnBand(map: FaceMap, shape: HeadShape): Turn {
  const turn = turnOnSkull('headband', map, shape)
  const { left, right } = shape.brow
  if (right - left < BAND.half) return turn
  const share = (units: number) => clamp((Math.min(units, BAND.reach) + BAND.out) / BAND.half, BAND.least, BAND.most)
  return { ...turn, left: share(turn.xUnits - left), right: share(right - turn.xUnits) }
}

/** Minimum width of a head at the upper edge of a band, as a share of its width at the middle. */
const TAPER_LEAST = 0.78

/** Returns the width of a head at the upper edge of a band on each side, as a share of its width at the middle. */
export function getTaper({ xUnits }: Turn, { brow, bandTop }: HeadShape): Sides {
  const share = (top: number, middle: number) => (middle > 0 ? clamp(top / middle, TAPER_LEAST, 1) : 1)
  return {
    left: share(xUnits - bandTop.left, xUnits - brow.left),
    right: share(bandTop.right - xUnits, brow.right - xUnits),
  }
}

/** Half width of a drawn hoop at its ends and at its bend, and its extent beyond the head, in units. */
const HOOP = { half: 53, bend: 44, out: 3, least: 0.74, most: 1.15 } as const

/** Fits a hoop over the head. It is as wide as the head at its ends and its bend, so no gap shows. */
export function turnHoop(map: FaceMap, shape: HeadShape): Turn {
  const turn = turnOnSkull('cat', map, shape)
  const fitting = ({ left, right }: Sides, half: number) => ((right - left) / 2 + HOOP.out) / half
  const share = clamp(Math.min(fitting(shape.brow, HOOP.half), fitting(shape.crown, HOOP.bend)), HOOP.least, HOOP.most)
  return { ...turn, left: turn.left * share, right: turn.right * share }
}

/** Half widths of narrow pieces at their base, in units, their maximum scales, and where the head is measured. */
const NARROW = {
  party: { half: 42, most: 1.28, on: 'crown' },
  popcorn: { half: 42, most: 1.28, on: 'crown' },
  chef: { half: 50, most: 1.08, on: 'brow' },
  beanie: { half: 62, most: 1.12, on: 'brow' },
  propeller: { half: 56, most: 1.16, on: 'brow' },
} as const satisfies Partial<Record<ArmorId, { half: number; most: number; on: 'crown' | 'brow' }>>
/** Share by which a narrow piece moves to the middle of the hair. */
const FOLLOWS_HAIR = 0.6

/** Fits a narrow piece. It is about as wide as the hair and sits near its middle. */
export function turnNarrow(armorId: keyof typeof NARROW, map: FaceMap, shape: HeadShape): Turn {
  const turn = turnOnSkull(armorId, map, shape)
  const { half, most, on } = NARROW[armorId]
  const { left, right } = shape[on]
  const share = clamp((right - left) / 2 / half, 1, most)
  const shift = clamp(FOLLOWS_HAIR * ((left + right) / 2 - turn.xUnits), -MIDDLE_MAX, MIDDLE_MAX)
  return { ...turn, xUnits: turn.xUnits + shift, left: turn.left * share, right: turn.right * share }
}

/** Maximum half width of a brim's shadow, and its distance from the outline, in units. */
const SHADE = { most: 46, inside: 2.5 } as const

/** Returns the head's extent on either side below a brim, in units of the piece. */
export function getShadeSides({ xUnits, left, right }: Turn, { brow }: HeadShape): Sides {
  const reach = (units: number, share: number) => clamp((units - SHADE.inside) / share, 0, SHADE.most)
  return { left: reach(xUnits - brow.left, left), right: reach(brow.right - xUnits, right) }
}
