import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { eachPiece } from '../field/regions.ts'
import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'
import { BROW_Y, LEAF_A, WORN } from './worn-items.ts'

/** Distance from an item in which hair counts as beside it, and within which its edge is hidden, in units. */
const EDGE_UNITS = 3

/** Beside the temples, leaves hide hair down to this height. In units. */
const TEMPLE = { x: 44, lowest: 6 } as const
/** Oval of a head with hair. Leaves that reach farther hide a wall. In units. */
const HEAD = { y: -30, halfWidth: 58, halfHeight: 70 } as const

/**
 * Labels small items in hair that the photo's upper edge cuts, such as sunglasses, as hidden hair, in place. A
 * reconstructed crown would leave a scrap of them.
 *
 * @param worn see `wornPieces`
 * @param hidden 1 where something hides hair
 * @param a the photo's red against green
 */
export function hideCutItems(
  kind: Uint8Array,
  worn: Uint8Array,
  hidden: Field,
  a: Field,
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  const { w, perUnit } = grid
  const edge = Math.round(EDGE_UNITS * perUnit)
  const items: number[] = []
  const isHigh = (i: number) => {
    const [x, y] = [unitX(grid, i % w), unitY(grid, Math.floor(i / w))]
    return y < BROW_Y || (a[i]! < LEAF_A && y < TEMPLE.lowest && Math.abs(x) > TEMPLE.x)
  }
  const isInHead = (x: number, y: number) => Math.hypot(x / HEAD.halfWidth, (y - HEAD.y) / HEAD.halfHeight) < 1
  eachPiece(
    grid,
    (i) => worn[i] === WORN.item && isHigh(i),
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
  for (const i of items) {
    worn[i] = WORN.no
    if (a[i]! >= LEAF_A || isInHead(unitX(grid, i % w), unitY(grid, Math.floor(i / w))))
      [kind[i], hidden[i]] = [KIND.hair, 1]
    else kind[i] = KIND.background
  }
  const toItem = squaredDistances(grid, (i) => hidden[i] === 1)
  const toHair = squaredDistances(grid, (i) => kind[i] === KIND.hair && hidden[i] === 0)
  for (let i = 0; i < hidden.length; i++) {
    if (toItem[i]! >= edge ** 2) continue
    // The net sees a gap of wall between an item and the hair behind it.
    if (kind[i] === KIND.background && toHair[i]! < edge ** 2) kind[i] = KIND.hair
    if (kind[i] === KIND.hair) hidden[i] = 1
  }
  for (const field of [toItem, toHair]) releaseBuffer(field)
}
