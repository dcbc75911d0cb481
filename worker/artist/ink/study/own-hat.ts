import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { gaussBlur } from '../field/blur.ts'
import { contourDistance } from '../field/distance.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'
import { eachPiece, floodFrom } from '../field/regions.ts'
import { doubled } from '../field/resize.ts'
import type { HeadMask } from './head-mask.ts'
import { keepFace } from './mask-repairs.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/** A worn item wider than this many units outside the face is a hat. */
const HAT_UNITS = 12
/** The sides of a hat beside the cheeks are narrower, but wider than this many units, unlike the arms of glasses. */
const STRIP_UNITS = 4.4
/** Depth inside the ring of the face up to which a hat covers it, in units. */
const HAT_ON_FACE = 8
/** Width of a hat's soft edge, in pixels of the half-size grid. */
const HAT_EDGE = 4
/** A hat is removed up to this distance from the ring of the face, in units. */
const FACE_ROOM = 2.5
/**
 * Short hair up to `units` from a removed brim vanishes with it. It would stick out as a horn between the ear and the
 * next hat. It covers at most `area` square units beside the face.
 */
const UNDER_BRIM = { units: 9, area: 700 } as const
/** Shreds of hair and brim beside a removed hat that are thinner than this many units vanish with it. */
const SHRED_UNITS = 9
/** Blur of the outline where a hat is removed, in units. */
const BLUR_UNITS = 1.9

/**
 * Returns 1 on hats. Glasses, bands and jewelry do not survive a morphological opening.
 *
 * @param worn soft mask of worn items
 * @param oval depth inside the ring of the face, in units
 */
export function findHatPixels(worn: Field, oval: Field, half: Grid): Field {
  const radius = Math.round((HAT_UNITS / 2) * half.perUnit)
  const depth = squaredDistances(half, (i) => worn[i]! < 0.5 || oval[i]! > HAT_ON_FACE)
  const fromHat = squaredDistances(half, (i) => depth[i]! > radius ** 2)
  const out = createField(half)
  for (let i = 0; i < out.length; i++) if (fromHat[i]! <= (radius + HAT_EDGE) ** 2 && worn[i]! > 0) out[i] = 1
  addSides(out, worn, oval, depth, half)
  for (const field of [depth, fromHat]) releaseBuffer(field)
  return out
}

/** Adds the narrow sides of a hat that hang beside the face, in place. @param depth squared, inside worn items */
function addSides(hat: Field, worn: Field, oval: Field, depth: Field, half: Grid): void {
  const seeds: number[] = []
  for (let i = 0; i < hat.length; i++) if (hat[i] === 1) seeds.push(i)
  if (seeds.length === 0) return
  const radius = (STRIP_UNITS / 2) * half.perUnit
  const fromStrip = squaredDistances(half, (i) => depth[i]! > radius ** 2)
  const isStrip = (i: number) => worn[i]! > 0 && oval[i]! < 0 && fromStrip[i]! <= (radius + HAT_EDGE) ** 2
  const reached = floodFrom(seeds, half, (i) => hat[i] === 1 || isStrip(i))
  for (let i = 0; i < hat.length; i++) if (reached[i] === 1) hat[i] = 1
  releaseBuffer(fromStrip)
}

/**
 * Returns the signed distance to the part that vanishes with a hat, in pixels of `grid`, negative in it. The forehead
 * under the hat is retained, because another hat covers it.
 *
 * @param mask of the head, at half size like `hat` and `head`
 */
export function traceBesideHat(
  mask: Field,
  hat: Field,
  { oval, kind }: Pick<HeadMask, 'oval' | 'kind'>,
  half: Grid,
  grid: Grid,
): Field {
  const isFace = (i: number) => oval[i]! > -FACE_ROOM
  const fromHat = squaredDistances(half, (i) => hat[i] === 1)
  const bare = createField(half)
  for (let i = 0; i < bare.length; i++) bare[i] = mask[i]! > 0.5 && (hat[i] === 0 || isFace(i)) ? 1 : 0
  eachPiece(
    half,
    (i) => bare[i] === 1 && kind[i] === KIND.hair && !isFace(i),
    false,
    (pixels) => {
      if (pixels.length > UNDER_BRIM.area * half.perUnit ** 2) return
      for (const i of pixels) if (fromHat[i]! < (UNDER_BRIM.units * half.perUnit) ** 2) bare[i] = 0
    },
  )
  const radius = (SHRED_UNITS / 2) * half.perUnit
  const depth = squaredDistances(half, (i) => bare[i] === 0)
  const opened = squaredDistances(half, (i) => depth[i]! > radius ** 2)
  for (let i = 0; i < bare.length; i++)
    if (!isFace(i) && opened[i]! > (radius + 1) ** 2 && fromHat[i]! < (2 * radius) ** 2) bare[i] = 0
  keepFace(bare, oval, half)
  // Beyond the outline the nearer part decides, so no line remains where the hat was.
  const fromBare = squaredDistances(half, (i) => bare[i] === 1)
  const fromRest = squaredDistances(half, (i) => mask[i]! > 0.5 && bare[i] === 0)
  for (let i = 0; i < bare.length; i++) bare[i] = fromBare[i]! < fromRest[i]! ? 1 : 0
  const blurPx = BLUR_UNITS * half.perUnit
  const soft = gaussBlur(bare, half, blurPx)
  const small = contourDistance(soft, half, blurPx)
  for (let i = 0; i < small.length; i++) small[i]! *= 2
  const out = doubled(small, grid)
  for (const field of [bare, depth, opened, fromHat, fromBare, fromRest, soft, small]) releaseBuffer(field)
  return out
}
