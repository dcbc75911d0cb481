import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Lab, LabPlanes } from '../color/oklab.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, eachPixel, type Field, type Grid } from '../field/grid.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/**
 * On a turned head the far lens shows the wall. It lies up to `beyond` outside the ring of the face at these heights,
 * within a frame whose gaps are less than twice `closing` wide, and covers at least `least` square units.
 */
const LENS = { beyond: 15, y: [-26, 16], closing: 9, least: 12 } as const
/** Lightness and chroma of the glass relative to the skin, and its share of the color. */
const GLASS = { lightness: 0.5, chroma: 0.4, share: 0.92 } as const

/**
 * Darkens the wall behind the far lens of glasses, in place. A bright wall looked like a hole in the drawing.
 *
 * @param planes the photo at half size
 * @returns the share of the glass in each pixel, or null without such a lens
 */
export function dimFarLens(
  { lightness, a, b }: LabPlanes,
  mask: Field,
  kind: Uint8Array,
  oval: Field,
  skin: Lab,
  half: Grid,
): Field | null {
  const wall = createField(half)
  eachPixel(half, (i, _x, y) => {
    if (kind[i] !== KIND.background || mask[i]! < 0.1 || y < LENS.y[0] || y > LENS.y[1]) return
    if (oval[i]! < 0 && oval[i]! > -LENS.beyond) wall[i] = 1
  })
  const least = LENS.least * half.perUnit ** 2
  if (countOnes(wall) >= least) clearOutsideFrame(wall, kind, half)
  const glass = countOnes(wall) < least ? null : boxBlur(wall, half, 1)
  releaseBuffer(wall)
  if (!glass) return null
  for (let i = 0; i < glass.length; i++) {
    const share = (glass[i]! *= GLASS.share)
    lightness[i]! += share * Math.min(0, GLASS.lightness * skin[0] - lightness[i]!)
    a[i]! += share * (GLASS.chroma * skin[1] - a[i]!)
    b[i]! += share * (GLASS.chroma * skin[2] - b[i]!)
  }
  return glass
}

const countOnes = (mask: Field): number => mask.reduce((sum, value) => sum + value, 0)

/** Clears wall that no frame encloses, in place. */
function clearOutsideFrame(wall: Field, kind: Uint8Array, half: Grid): void {
  const radius = (LENS.closing * half.perUnit) ** 2
  const toFrame = squaredDistances(half, (i) => kind[i] === KIND.others)
  const toFar = squaredDistances(half, (i) => toFrame[i]! > radius)
  for (let i = 0; i < wall.length; i++) if (toFar[i]! <= radius) wall[i] = 0
  for (const field of [toFrame, toFar]) releaseBuffer(field)
}
