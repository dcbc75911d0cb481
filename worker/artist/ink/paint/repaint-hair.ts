import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import { boxBlur, gaussBlur } from '../field/blur.ts'
import { createField, placeIn } from '../field/grid.ts'
import { Sampler } from '../field/sampler.ts'
import { cropHead, type Gains, type Planes } from '../study/crop.ts'
import { inpaint } from '../study/hair.ts'
import type { Portrait } from '../study/portrait.ts'

/** Hair deeper inside the outline than this many units is free of the wall. */
const SURE_UNITS = 4
/** Values of the soft masks: hair that gives its tone is free of skin and worn items. */
const BARE = { sure: 0.3, skin: [0.38, 0.62], worn: 0.1 } as const
/** The repainted area extends over the mixed pixels at its edge: it is blurred with this radius and amplified. In units. */
const EDGE = { units: 2, gain: 2.5 } as const
/** Blur of the tone, which hides the steps of inpainting. In units. */
const BLUR_UNITS = 3

/**
 * Replaces foreign pixels in the hair of a photo by the tone of the hair beside them, in place: wall at the outline, and
 * the mirrored photo in a reconstructed crown.
 */
export function repaintHair(large: Planes, picture: Picture, pose: Pose, gains: Gains, portrait: Portrait): void {
  const { grid, lightness, a, b, inside } = cropHead(picture, pose, 1, gains)
  const [at, atTones] = [new Sampler(portrait.grid, grid), new Sampler(portrait.tones.grid, grid)]
  const share = createField(grid)
  const sure = createField(grid)
  const hair = createField(grid)
  const part = placeIn(grid, portrait.grid)
  const deep = SURE_UNITS * portrait.grid.perUnit
  for (let row = part.top; row < part.bottom; row++) {
    at.toRow(row)
    atTones.toRow(row)
    for (let column = part.left, i = row * grid.w + column; column < part.right; column++, i++) {
      at.toColumn(column)
      atTones.toColumn(column)
      const [foreign, skin, worn] = [atTones.read(portrait.foreign), at.read(portrait.skin), at.read(portrait.worn)]
      hair[i] = (1 - smoothstep(BARE.skin[0], BARE.skin[1], skin)) * (1 - worn)
      share[i] = foreign * hair[i]!
      const isBare = foreign === 0 && skin < BARE.sure && worn < BARE.worn
      sure[i] = isBare && inside[i] === 1 && at.read(portrait.distance) > deep ? 1 : 0
    }
  }
  const soft = boxBlur(share, grid, EDGE.units)
  for (let i = 0; i < share.length; i++) share[i] = Math.max(share[i]!, Math.min(1, EDGE.gain * soft[i]!) * hair[i]!)
  const planes = [lightness, a, b]
  const changes = inpaint(planes, sure, grid).map((plane, n) => {
    const even = gaussBlur(plane, grid, BLUR_UNITS)
    for (let i = 0; i < even.length; i++) even[i] = share[i]! * (even[i]! - planes[n]![i]!)
    releaseBuffer(plane)
    return even
  }) as [typeof share, typeof share, typeof share]
  const atChanges = new Sampler(grid, large.grid)
  const { left, right, top, bottom } = placeIn(large.grid, portrait.grid)
  for (let row = top; row < bottom; row++) {
    atChanges.toRow(row)
    for (let column = left, i = row * large.grid.w + column; column < right; column++, i++) {
      atChanges.toColumn(column)
      large.lightness[i]! += atChanges.read(changes[0])
      large.a[i]! += atChanges.read(changes[1])
      large.b[i]! += atChanges.read(changes[2])
    }
  }
  for (const field of [...planes, ...changes, share, sure, hair, soft]) releaseBuffer(field)
}
