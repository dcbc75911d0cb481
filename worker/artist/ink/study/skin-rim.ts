import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { median, smoothstep } from '#worker/graphics/numbers.ts'
import type { Lab, LabPlanes } from '../color/oklab.ts'
import { createField, eachPixel, type Field, type Grid } from '../field/grid.ts'
import { inpaint } from './hair.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/** A wall is bright if it is this much lighter than the skin. */
const WALL = 0.14
/** Skin this much lighter than the lit skin mixes with a bright wall, down to these depths in units. */
const RIM = { lighter: [0.07, 0.17], depth: [8, 15] } as const
/** Minimum number of pixels of a rim, and of a wall for an estimate. */
const PIXELS_MIN = { rim: 40, wall: 200 } as const
/** Minimum mask value of skin that sets the tone of a rim. */
const SURE = 0.985

/**
 * Replaces the light of a bright wall on the rim of a bald head, a cheek or an ear with the tone of the skin beside it,
 * in place. The net's skin may include a strip of the wall.
 *
 * @param planes the photo at half size
 * @returns the replaced share of each pixel, or null without such a rim
 */
export function repaintSkinRim(
  planes: LabPlanes,
  mask: Field,
  kind: Uint8Array,
  skin: Lab,
  isInside: (i: number) => boolean,
  half: Grid,
): Field | null {
  const { lightness, a, b } = planes
  const wall = { left: [] as number[], right: [] as number[] }
  eachPixel(half, (i, x) => {
    if (kind[i] === KIND.background && isInside(i)) (x < 0 ? wall.left : wall.right).push(lightness[i]!)
  })
  const [isLeft, isRight] = [wall.left, wall.right].map(
    (side) => side.length > PIXELS_MIN.wall && median(side) > skin[0] + WALL,
  ) as [boolean, boolean]
  if (!isLeft && !isRight) return null
  const depth = squaredDistances(half, (i) => mask[i]! < 0.5)
  const out = createField(half)
  let count = 0
  eachPixel(half, (i, x) => {
    if (kind[i] !== KIND.faceSkin || !(x < 0 ? isLeft : isRight)) return
    const near = 1 - smoothstep(...RIM.depth, Math.sqrt(depth[i]!) / half.perUnit)
    out[i] = near * smoothstep(...RIM.lighter, lightness[i]! - skin[0])
    if (out[i]! > 0.5 && mask[i]! >= 0.5) count++
  })
  releaseBuffer(depth)
  if (count < PIXELS_MIN.rim) {
    releaseBuffer(out)
    return null
  }
  const sure = out.map((share, i) => (share === 0 && kind[i] === KIND.faceSkin && mask[i]! > SURE ? 1 : 0))
  const all = [lightness, a, b]
  const filled = inpaint(all, sure, half)
  all.forEach((plane, n) => {
    for (let i = 0; i < out.length; i++) plane[i]! += out[i]! * (filled[n]![i]! - plane[i]!)
  })
  for (const field of [sure, ...filled]) releaseBuffer(field)
  return out
}
