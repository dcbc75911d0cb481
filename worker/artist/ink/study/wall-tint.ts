import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { clamp, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'
import type { Fit } from '../field/guided-filter.ts'
import { inpaint } from './hair.ts'
import { KIND } from './segment-fields.ts'

/**
 * Only a wall is removed that is this far from all hues of hair, which lie between red and yellow. In warm light gloss
 * looks like a warm wall, and gray strands look like a gray one.
 */
const ODD = [0.01, 0.025] as const
/** The hues of hair end at this ratio of a to b. */
const REDDEST = 1.2
/** Distance between the colors of hair and wall at which they can be told apart. */
const APART = [0.04, 0.08] as const
/** Distance from the wall across which its color fades, in units. */
const FAR = [14, 26] as const
/** Hair with less of the wall's color is free of it. */
const PURE = 0.1
/** Percentiles of the darkest and the lightest hair. */
const LIGHTNESS = [0.05, 0.95] as const
/** A wall this much lighter than the darkest hair makes hair lighter. */
const LIGHTER = 0.1
/** Chroma from which the color of hair depends on its lightness. Dark roots of dyed hair have none. */
const VIVID = [0.04, 0.07] as const
/** Minimum divisor for the lightness of hair. */
const LEAST = 0.05
/** Share of the wall's light that is removed. */
const DIMMED = 0.7
/** Values of the soft mask of skin across which the wall's color stays. */
const SKIN = [0.3, 0.6] as const

type Color = readonly [a: number, b: number]

/** Returns the confidence that a color is none of hair, 0 to 1. */
const measureOddness = (a: number, b: number): number => smoothstep(ODD[0], ODD[1], Math.max(-a, -b, a - REDDEST * b))

/** Returns the share of a colorful wall in a color. */
function measureShare(own: Color, hair: Color, wall: Color): number {
  const [toA, toB] = [wall[0] - hair[0], wall[1] - hair[1]]
  const squared = toA * toA + toB * toB
  const isApart = smoothstep(APART[0], APART[1], Math.sqrt(squared))
  const share = ((own[0] - hair[0]) * toA + (own[1] - hair[1]) * toB) / Math.max(1e-6, squared)
  return isApart * measureOddness(...wall) * clamp(share, 0, 1)
}

/**
 * Returns what the color of a wall adds to lightness and colors of hair in front of it.
 *
 * @param planes the photo
 * @param hair 1 deep in the hair, 0 elsewhere
 * @param ofWall lightness and colors of the wall nearby
 * @param away squared distance to the wall, in pixels
 * @returns null if hair may have the colors of the wall
 */
export function measureTint(
  { lightness, a, b }: LabPlanes,
  hair: Field,
  ofWall: readonly Field[],
  away: Field,
  grid: Grid,
): LabPlanes | null {
  const [wallL, wallA, wallB] = ofWall as [Field, Field, Field]
  if (wallA.every((wall, i) => measureOddness(wall, wallB[i]!) === 0)) return null
  const deep: number[] = []
  for (let i = 0; i < hair.length; i++) if (hair[i] === 1) deep.push(i)
  const meanOf = (plane: Field) => deep.reduce((sum, i) => sum + plane[i]!, 0) / deep.length
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const [darkest, lightest] = percentiles(
    deep.map((i) => lightness[i]!),
    LIGHTNESS,
  ) as [number, number]
  const shareAt = (i: number, hairA: number, hairB: number) => {
    const room = wallL[i]! - darkest
    // A pixel as dark as the darkest hair shows none of a light wall.
    const most = room > LIGHTER ? clamp((lightness[i]! - darkest) / room, 0, 1) : 1
    return Math.min(most, measureShare([a[i]!, b[i]!], [hairA, hairB], [wallA[i]!, wallB[i]!]))
  }
  const pure = hair.slice()
  for (const i of deep) if (shareAt(i, meanA, meanB) > PURE) pure[i] = 0
  const [hairL, hairA, hairB] = inpaint([lightness, a, b], pure, grid) as [Field, Field, Field]
  const tint = { lightness: createField(grid), a: createField(grid), b: createField(grid) }
  for (let i = 0; i < hair.length; i++) {
    const vivid = smoothstep(VIVID[0], VIVID[1], Math.hypot(hairA[i]!, hairB[i]!))
    const lighter = clamp(lightness[i]!, darkest, lightest) / Math.max(LEAST, hairL[i]!)
    const gain = 1 + vivid * (lighter - 1)
    const [ownA, ownB] = [gain * hairA[i]!, gain * hairB[i]!]
    const near = 1 - smoothstep(FAR[0], FAR[1], Math.sqrt(away[i]!) / grid.perUnit)
    const share = near * shareAt(i, ownA, ownB)
    tint.lightness[i] = share * Math.max(0, wallL[i]! - hairL[i]!)
    tint.a[i] = share * (wallA[i]! - ownA)
    tint.b[i] = share * (wallB[i]! - ownB)
  }
  for (const field of [pure, hairL, hairA, hairB]) releaseBuffer(field)
  return tint
}

const hairShare = (skin: number) => 1 - smoothstep(SKIN[0], SKIN[1], skin)

/** Removes the wall's color from the photo's hair, in place. The lightness has the strands, so it stays. */
export function removeTint({ a, b }: LabPlanes, tint: LabPlanes, kind: Uint8Array, skin: Field): void {
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] !== KIND.hair) continue
    a[i]! -= hairShare(skin[i]!) * tint.a[i]!
    b[i]! -= hairShare(skin[i]!) * tint.b[i]!
  }
}

/** Darkens drawn hair by most of the wall's light, in place. */
export function dimTint({ slope, offset }: Fit, tint: LabPlanes, kind: Uint8Array, skin: Field): void {
  for (let i = 0; i < kind.length; i++)
    if (kind[i] === KIND.hair) offset[i]! -= DIMMED * slope[i]! * hairShare(skin[i]!) * tint.lightness[i]!
}
