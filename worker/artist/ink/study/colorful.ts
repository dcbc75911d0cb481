import type { Lab, LabPlanes } from '../color/oklab.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'
import { toSoftInside } from '../field/polygon.ts'
import { eachPiece } from '../field/regions.ts'
import type { FaceMap } from './face-map.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/**
 * Distance from the skin's hue and chroma at which ink fades and ends. It would blacken colored frames. An item of which
 * this share is colorful has no ink, not even at its edge, because its parts in the shade look gray. The mouth and its
 * surroundings up to this distance keep theirs.
 */
const COLORFUL = { from: 0.085, to: 0.12, share: 0.5, edgeUnits: 2.5, mouthUnits: 3 } as const

/** Returns a soft mask of things on a face that are colorful, such as frames of glasses. */
export function findColorful(
  { a, b }: Pick<LabPlanes, 'a' | 'b'>,
  [, skinA, skinB]: Lab,
  { lipsOut }: FaceMap,
  kind: Uint8Array,
  half: Grid,
): Field {
  const out = toSoftInside(lipsOut, half, -COLORFUL.mouthUnits - 1, -COLORFUL.mouthUnits)
  for (let i = 0; i < out.length; i++) {
    const [da, db] = [a[i]! - skinA, b[i]! - skinB]
    out[i] = (1 - out[i]!) * smoothstep(COLORFUL.from, COLORFUL.to, Math.sqrt(da * da + db * db))
  }
  const items: number[] = []
  eachPiece(
    half,
    (i) => kind[i] === KIND.others,
    true,
    (pixels) => {
      const count = pixels.filter((i) => out[i]! > 0.5).length
      if (count > COLORFUL.share * pixels.length) for (const i of pixels) items.push(i)
    },
  )
  if (items.length === 0) return out
  const inItem = createField(half)
  for (const i of items) inItem[i] = 1
  const toItem = squaredDistances(half, (i) => inItem[i] === 1)
  const edge = (COLORFUL.edgeUnits * half.perUnit) ** 2
  for (let i = 0; i < out.length; i++) if (toItem[i]! <= edge) out[i] = 1
  for (const field of [inItem, toItem]) releaseBuffer(field)
  return out
}
