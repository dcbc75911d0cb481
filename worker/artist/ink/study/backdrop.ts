import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'
import { inpaint } from './hair.ts'
import type { HeadMask } from './head-mask.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/** Hair this deep inside the outline is free of background, and hair this close to it may show some. In units. */
const DEPTH = { hair: 9, near: [9, 15] } as const
/** Weight of lightness in a color distance. Highlights of hair may be as light as a wall, unless it is `bright`. */
const LIGHTNESS = { least: 0.1, more: 0.2, bright: [0.84, 0.92], lighter: [0.25, 0.4] } as const
/** Distance between the colors of hair and background below which they cannot be told apart. */
const APART = [0.045, 0.08] as const
/** Share of the background in a pixel's color that makes the pixel foreign. */
const SHARE = [0.3, 0.65] as const
/** Minimum number of pixels for an estimate. */
const PIXELS_MIN = 60

/**
 * Marks background that shows between the strands near the outline of hair as foreign, in place. The color of a pixel is
 * a mixture of the hair and the background nearby (Chuang et al., "A Bayesian approach to digital matting", 2001).
 *
 * @param planes the photo at half size
 * @param mask of the head at half size
 */
export function addBackdrop(
  foreign: Field,
  { lightness, a, b }: LabPlanes,
  mask: Field,
  { kind, crop: { inside, grid } }: Pick<HeadMask, 'kind' | 'crop'>,
  half: Grid,
): void {
  const depth = squaredDistances(half, (i) => mask[i]! < 0.5)
  const [hair, wall] = [createField(half), createField(half)]
  let [hairs, walls] = [0, 0]
  const least = (DEPTH.hair * half.perUnit) ** 2
  for (let i = 0; i < hair.length; i++) {
    if (inside[2 * Math.floor(i / half.w) * grid.w + 2 * (i % half.w)] === 0) continue
    if (kind[i] === KIND.hair && depth[i]! > least && foreign[i] === 0) hairs += hair[i] = 1
    else if (kind[i] === KIND.background && mask[i]! < 0.02) walls += wall[i] = 1
  }
  if (hairs > PIXELS_MIN && walls > PIXELS_MIN) {
    const planes = [lightness, a, b]
    const [hairL, hairA, hairB] = inpaint(planes, hair, half) as [Field, Field, Field]
    const [wallL, wallA, wallB] = inpaint(planes, wall, half) as [Field, Field, Field]
    const far = (DEPTH.near[1] * half.perUnit) ** 2
    for (let i = 0; i < foreign.length; i++) {
      if (kind[i] !== KIND.hair || mask[i]! < 0.5 || depth[i]! > far) continue
      const weight =
        LIGHTNESS.least +
        LIGHTNESS.more *
          smoothstep(...LIGHTNESS.bright, wallL[i]!) *
          smoothstep(...LIGHTNESS.lighter, wallL[i]! - hairL[i]!)
      const [dl, da, db] = [weight * (wallL[i]! - hairL[i]!), wallA[i]! - hairA[i]!, wallB[i]! - hairB[i]!]
      const squared = dl * dl + da * da + db * db
      const along = weight * (lightness[i]! - hairL[i]!) * dl + (a[i]! - hairA[i]!) * da + (b[i]! - hairB[i]!) * db
      const share =
        smoothstep(...SHARE, along / Math.max(1e-6, squared)) *
        smoothstep(...APART, Math.sqrt(squared)) *
        (1 - smoothstep(...DEPTH.near, Math.sqrt(depth[i]!) / half.perUnit))
      foreign[i] = Math.max(foreign[i]!, share)
    }
    for (const field of [hairL, hairA, hairB, wallL, wallA, wallB]) releaseBuffer(field)
  }
  for (const field of [depth, hair, wall]) releaseBuffer(field)
}
