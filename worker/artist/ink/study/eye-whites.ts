import { clamp, median, percentile, smoothstep } from '#worker/graphics/numbers.ts'
import type { FaceMap } from './face-map.ts'
import type { Field, Grid } from '../field/grid.ts'
import { computeArea, contains, eachNear, RingScan } from '../field/polygon.ts'

/** Percentile of lightness in an eye that is its white. The lightest pixels may be a catchlight. */
const WHITE_SHARE = 0.95
/** Distance of the skin that the white is compared with, below the ring of the eye, in units. Brows lie above it. */
const BELOW = { from: 2, to: 5 } as const
/** Room outside the ring that still counts as the eye, in units. */
const ROOM = 0.5
/** Area of an eye that is open far enough to show its white, in square units. */
const OPEN_AREA = 45
/** Ratio of most people, the one halfway to dark skin that stands for closed eyes, and the limits of the ratio. */
const RATIO = { usual: 1.03, closed: 1.06, least: 0.6, most: 1.6 } as const
/** Share of the area that glasses cover at least, and the share of the ratio that counts then. They reflect light. */
const GLASSES = { area: 0.12, share: 0.5 } as const

/** Mean area of both eyes across which teeth replace their whites, in square units. A wide smile narrows the eyes. */
const NARROW = [46, 60] as const
/**
 * Area of a mouth that is open far enough to show teeth, in square units, their percentile of its lightness, and that
 * of the lit cheeks. Cheeks in shadow made the teeth of fair people as bright as on dark skin.
 */
const TEETH = { area: 60, share: 0.9, lit: 0.75 } as const

/** Measures how light the teeth are, relative to the lit cheeks. @returns 0 if the mouth is closed */
export function measureTeeth(
  lightness: Field,
  cheeks: readonly number[],
  grid: Grid,
  { lipsIn }: Pick<FaceMap, 'lipsIn'>,
): number {
  if (computeArea(lipsIn) < TEETH.area) return 0
  const mouth: number[] = []
  eachNear(lipsIn, grid, 0, (i, x, y) => contains(lipsIn, x, y) && mouth.push(lightness[i]!))
  const lit = percentile(
    cheeks.map((i) => lightness[i]!),
    TEETH.lit,
  )
  return percentile(mouth, TEETH.share) / lit
}

/**
 * Measures how light the whites of the eyes are, relative to the skin below them. Everybody's whites are about equally
 * light, so they tell fair skin in shade from brown skin in the sun, which a photo shows in the same colors. Lighter
 * teeth count instead where narrow eyes hide the whites.
 *
 * @param teeth see {@link measureTeeth}
 */
export function measureWhites(
  lightness: Field,
  worn: Field,
  grid: Grid,
  { eyes }: Pick<FaceMap, 'eyes'>,
  teeth = 0,
): number {
  const ratios: number[] = []
  for (const { ring } of eyes) {
    if (computeArea(ring) < OPEN_AREA) continue
    const [eye, skin]: [number[], number[]] = [[], []]
    let covered = 0
    const middleY = ring.reduce((sum, { y }) => sum + y, 0) / ring.length
    const scan = new RingScan(ring)
    eachNear(ring, grid, BELOW.to, (i, x, y) => {
      scan.toRow(y)
      const distance = scan.distanceTo(x)
      if (distance < BELOW.to) covered += worn[i]!
      if (distance < ROOM || scan.contains(x)) eye.push(lightness[i]!)
      else if (y > middleY && distance > BELOW.from && distance < BELOW.to) skin.push(lightness[i]!)
    })
    const ratio = percentile(eye, WHITE_SHARE) / median(skin)
    const hasGlasses = covered > GLASSES.area * (eye.length + skin.length)
    ratios.push(RATIO.usual + (hasGlasses ? GLASSES.share : 1) * (ratio - RATIO.usual))
  }
  // The skin below an eye may lie in the shadow of the nose or of a frame, which raises the ratio of fair skin too.
  const whites = ratios.length === 0 ? RATIO.closed : Math.min(...ratios)
  const meanArea = (computeArea(eyes[0].ring) + computeArea(eyes[1].ring)) / 2
  const narrow = 1 - smoothstep(...NARROW, meanArea)
  return clamp(whites + narrow * Math.max(0, teeth - whites), RATIO.least, RATIO.most)
}
