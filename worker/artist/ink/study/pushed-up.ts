import { type Field, type Grid, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { KIND } from './segment-fields.ts'
import { BROW_Y, WORN } from './worn-items.ts'

/**
 * Sunglasses in hair: a wide and thin item `above` the brows. Most of its columns have hair below, and few above. In
 * units and shares of its width.
 */
const GLASSES = { width: [46, 104], thick: 20, above: 10, hairBelow: 0.6, hairAbove: 0.35 } as const
/**
 * Hair behind the glasses is an arch: its height and its inset at both ends, as shares of their width. It ends this far
 * below the photo's edge, which would cut it. In units.
 */
const ARCH = { height: 0.13, inset: 0.05, belowEdge: 3 } as const

/**
 * Labels an arch of hair behind sunglasses that are pushed up, in place. They hide the top of the head, which would be
 * flat.
 *
 * @param worn see `wornPieces`
 * @param hidden 1 where something hides hair
 */
export function growBehindGlasses(
  kind: Uint8Array,
  worn: Uint8Array,
  hidden: Field,
  isInside: (i: number) => boolean,
  grid: Grid,
): void {
  const { w, perUnit } = grid
  const isItem = (i: number) => worn[i] !== WORN.no && worn[i] !== WORN.scarf && unitY(grid, Math.floor(i / w)) < BROW_Y
  eachPiece(grid, isItem, true, (pixels) => {
    const spans = new Map<number, { top: number; bottom: number }>()
    for (const i of pixels) {
      const [column, row] = [i % w, Math.floor(i / w)]
      const span = spans.get(column)
      spans.set(column, { top: Math.min(span?.top ?? row, row), bottom: Math.max(span?.bottom ?? row, row) })
    }
    const width = spans.size / perUnit
    const [left, right] = [Math.min(...spans.keys()), Math.max(...spans.keys())]
    const lowest = Math.max(...Array.from(spans.values(), ({ bottom }) => bottom))
    let [below, above] = [0, 0]
    for (const [column, { top, bottom }] of spans) {
      if (kind[(bottom + 2) * w + column] === KIND.hair) below++
      if (kind[(top - 2) * w + column] === KIND.hair) above++
    }
    if (width < GLASSES.width[0] || width > GLASSES.width[1]) return
    if (pixels.length > GLASSES.thick * width * perUnit ** 2 || unitY(grid, lowest) > BROW_Y - GLASSES.above) return
    if (below < GLASSES.hairBelow * spans.size || above > GLASSES.hairAbove * spans.size) return
    const inset = Math.round(ARCH.inset * (right - left))
    const [from, to] = [left + inset, right - inset]
    const topAt = (column: number) => spans.get(column)?.top ?? lowest
    let edge = Math.min(...Array.from(spans.values(), ({ top }) => top))
    while (edge > 0 && isInside((edge - 1) * w + Math.round((from + to) / 2))) edge--
    const highest = edge + ARCH.belowEdge * perUnit
    const middle = (topAt(from) + topAt(to)) / 2
    const height = Math.min(ARCH.height * (right - left), middle - highest)
    if (height <= 0) return
    for (let column = from; column <= to; column++) {
      const across = (2 * (column - from)) / (to - from) - 1
      const base = topAt(from) + ((topAt(to) - topAt(from)) * (column - from)) / (to - from)
      const top = Math.round(base - height * Math.sqrt(1 - across ** 2))
      for (let row = Math.max(0, top); row < topAt(column); row++) {
        const i = row * w + column
        if (isInside(i) && kind[i] === KIND.background) [kind[i], hidden[i]] = [KIND.hair, 1]
      }
    }
  })
}
