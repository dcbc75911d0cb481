import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { eachPiece } from '../field/regions.ts'
import { type Field, type Grid, unitY } from '../field/grid.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'
import { BROW_Y, WORN } from './worn-items.ts'

/** Distance from an item in which hair counts as beside it, and within which its edge is hidden, in units. */
const EDGE_UNITS = 3

/**
 * Labels small items in hair that the photo's upper edge cuts, such as sunglasses, as hidden hair, in place. A
 * reconstructed crown would leave a scrap of them.
 *
 * @param worn see `wornPieces`
 * @param hidden 1 where something hides hair
 */
export function hideCutItems(
  kind: Uint8Array,
  worn: Uint8Array,
  hidden: Field,
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  const { w, perUnit } = grid
  const edge = Math.round(EDGE_UNITS * perUnit)
  const items: number[] = []
  eachPiece(
    grid,
    (i) => worn[i] === WORN.item && unitY(grid, Math.floor(i / w)) < BROW_Y,
    true,
    (pixels) => {
      const isCut = pixels.some((i) => !isInside(i - edge * w))
      const [hair, skin] = [KIND.hair, KIND.faceSkin].map(
        (of) => pixels.filter((i) => [-edge, edge, edge * w].some((off) => kind[i + off] === of)).length,
      ) as [number, number]
      if (isCut && hair > skin) for (const i of pixels) items.push(i)
    },
  )
  if (items.length === 0) return
  for (const i of items) [kind[i], worn[i], hidden[i]] = [KIND.hair, WORN.no, 1]
  const toItem = squaredDistances(grid, (i) => hidden[i] === 1)
  for (let i = 0; i < hidden.length; i++) if (kind[i] === KIND.hair && toItem[i]! < edge ** 2) hidden[i] = 1
  releaseBuffer(toItem)
}
